// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/keychain/desktop_keychain.h"

#include <QTest>

#include <memory>
#include <optional>

namespace sandglass::tests {

/// The answer of a keychain to one request; Timeout when none came.
class KeychainAnswer
{
public:
    /// What a request calls when it is done. It may outlive this object.
    services::SecretStore::Answer taker()
    {
        return [kept = m_kept](Result<QString> answer) { *kept = std::move(answer); };
    }
    /// Waits for the answer.
    Result<QString> value() const
    {
        const bool came = QTest::qWaitFor([this] { return m_kept->has_value(); }, 30'000);
        return came ? **m_kept : Result<QString>(base::failure(Errc::Timeout, "no answer"));
    }
    bool came() const { return m_kept->has_value(); }

private:
    std::shared_ptr<std::optional<Result<QString>>> m_kept
        = std::make_shared<std::optional<Result<QString>>>();
};

inline Result<QString> readFrom(keychain::DesktopKeychain& keychain, const QString& key)
{
    KeychainAnswer answer;
    keychain.read(key, answer.taker());
    return answer.value();
}

inline Result<QString> writeTo(keychain::DesktopKeychain& keychain, const QString& key,
                               const QString& secret)
{
    KeychainAnswer answer;
    keychain.write(key, secret, answer.taker());
    return answer.value();
}

inline Result<QString> removeFrom(keychain::DesktopKeychain& keychain, const QString& key)
{
    KeychainAnswer answer;
    keychain.remove(key, answer.taker());
    return answer.value();
}

} // namespace sandglass::tests
