// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/services/connections/secret_store.h"

#include <QHash>
#include <QTimer>

#include <optional>
#include <utility>

namespace sandglass::tests {

/// A keychain in memory that can be missing or hang.
class FakeSecretStore final : public services::SecretStore
{
public:
    QHash<QString, QString> secrets;
    std::optional<Error> failure; ///< of every call
    bool hangs = false; ///< no call is answered

    void read(const QString& key, Answer done) override
    {
        const bool known = secrets.contains(key);
        answer(std::move(done),
               known ? Result<QString>(secrets.value(key))
                     : Result<QString>(base::failure(Errc::NotFound, "no such entry")));
    }
    void write(const QString& key, const QString& secret, Answer done) override
    {
        if (!failure && !hangs) {
            secrets.insert(key, secret);
        }
        answer(std::move(done), QString());
    }
    void remove(const QString& key, Answer done) override
    {
        secrets.remove(key);
        answer(std::move(done), QString());
    }

private:
    void answer(Answer done, Result<QString> result)
    {
        if (hangs) {
            return;
        }
        if (failure) {
            result = *failure;
        }
        QTimer::singleShot(0,
                           [done = std::move(done), result = std::move(result)] { done(result); });
    }
};

} // namespace sandglass::tests
