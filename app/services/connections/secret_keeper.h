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

/// Where a secret is stored.
enum class SecretPlace {
    Nowhere,
    Keychain,
    Memory, ///< until the program ends
};

/// The result of storing or fetching a secret.
struct SecretOutcome
{
    SecretPlace place = SecretPlace::Nowhere;
    QString secret; ///< as fetched; empty when there is none
    std::optional<Error> problem; ///< why the keychain could not be used
};

/// Stores secrets in the desktop's keychain. Without a keychain, or when it does not answer in
/// time, a secret stays in memory until the program ends, and the outcome says so. Secrets are
/// never written to a file of ours. GUI thread.
class SecretKeeper : public QObject
{
    Q_OBJECT
public:
    /// Called once, in a later turn of the event loop; never if the keeper is destroyed first.
    using Answer = std::function<void(const SecretOutcome&)>;

    /// `store`: null for no keychain; then all secrets stay in memory.
    explicit SecretKeeper(std::shared_ptr<SecretStore> store, QObject* parent = nullptr);
    ~SecretKeeper() override;

    /// Stores a secret under `key`, replacing an earlier one. The outcome says where it is.
    void keep(const QString& key, const QString& secret, Answer done);
    /// Fetches a secret. An outcome of Nowhere without a problem means that there is none.
    void fetch(const QString& key, Answer done);
    /// Removes the secret from memory and keychain. Failures are ignored.
    void forget(const QString& key);

    /// Time limit of the keychain. Default: 5 s. Tests shorten it.
    void setLimit(std::chrono::milliseconds limit) { m_limit = limit; }

private:
    /// `done` with a time limit: it gets the keychain's answer, or Timeout if that comes first.
    SecretStore::Answer limited(SecretStore::Answer done);

    std::shared_ptr<SecretStore> m_store;
    QHash<QString, QString> m_memory;
    QSet<QString> m_pendingWrites; // keys on their way to the keychain; also in m_memory
    std::chrono::milliseconds m_limit{5'000};
};

} // namespace sandglass::services
