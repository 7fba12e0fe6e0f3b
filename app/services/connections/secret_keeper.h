// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/services/connections/secret_store.h"

#include <QHash>
#include <QObject>
#include <QSet>
#include <QString>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

namespace sandglass::services {

/// Where a secret is.
enum class SecretPlace {
    Nowhere,
    Keychain,
    Memory, ///< of this run only
};

/// What became of a secret.
struct SecretOutcome
{
    SecretPlace place = SecretPlace::Nowhere;
    QString secret; ///< when it was fetched; empty when there is none
    std::optional<Error> problem; ///< why the keychain could not be used
};

/// Keeps secrets in the desktop's keychain; where there is none, or it does not answer in time, in
/// memory until the program ends, and says so. Never in a file of ours. GUI thread.
class SecretKeeper : public QObject
{
    Q_OBJECT
public:
    using Answer = std::function<void(const SecretOutcome&)>;

    /// `store` may be null: then everything stays in memory.
    explicit SecretKeeper(std::shared_ptr<SecretStore> store, QObject* parent = nullptr);
    ~SecretKeeper() override;

    /// Keeps a secret; `done` comes once, later, unless the keeper goes before.
    void keep(const QString& key, const QString& secret, Answer done);
    void fetch(const QString& key, Answer done);
    /// Removes it from both places; nobody is told whether it was there.
    void forget(const QString& key);

    /// How long the keychain may take. At first 5 s; tests shorten it.
    void setLimit(std::chrono::milliseconds limit) { m_limit = limit; }

private:
    SecretStore::Answer limited(SecretStore::Answer done);

    std::shared_ptr<SecretStore> m_store;
    QHash<QString, QString> m_memory;
    QSet<QString> m_onTheWay; // to the keychain, and still in memory
    std::chrono::milliseconds m_limit{5'000};
};

} // namespace sandglass::services
