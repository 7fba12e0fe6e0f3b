// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/connections/secret_keeper.h"

#include <QPointer>
#include <QTimer>

#include <utility>

namespace sandglass::services {

SecretKeeper::SecretKeeper(std::shared_ptr<SecretStore> store, QObject* parent)
    : QObject(parent)
    , m_store(std::move(store))
{
}

SecretKeeper::~SecretKeeper() = default;

// Only the first of answer and timeout counts. After the keeper's destruction none does.
SecretStore::Answer SecretKeeper::limited(SecretStore::Answer done)
{
    auto once = std::make_shared<SecretStore::Answer>(std::move(done));
    const auto answer = [once, self = QPointer<SecretKeeper>(this)](Result<QString> result) {
        if (SecretStore::Answer first = std::exchange(*once, {}); first && self) {
            first(std::move(result));
        }
    };
    QTimer::singleShot(m_limit, this, [answer] {
        answer(base::failure(Errc::Timeout, "The keychain did not answer within the time limit."));
    });
    return answer;
}

void SecretKeeper::keep(const QString& key, const QString& secret, Answer done)
{
    // stays in memory until the keychain has it, so that a keychain that hangs cannot lose it
    m_memory.insert(key, secret);
    if (!m_store) {
        QTimer::singleShot(0, this, [done = std::move(done)] {
            done({SecretPlace::Memory, {}, {}});
        });
        return;
    }
    m_pendingWrites.insert(key);
    m_store->write(key, secret,
                   limited([this, key, secret, done = std::move(done)](Result<QString> result) {
                       m_pendingWrites.remove(key);
                       if (!result) {
                           done({SecretPlace::Memory, {}, result.error()});
                           return;
                       }
                       // a newer secret of the same key stays until it has been written itself
                       if (m_memory.value(key) == secret) {
                           m_memory.remove(key);
                       }
                       done({SecretPlace::Keychain, {}, {}});
                   }));
}

void SecretKeeper::fetch(const QString& key, Answer done)
{
    if (const auto held = m_memory.constFind(key); held != m_memory.constEnd() || !m_store) {
        const bool here = held != m_memory.constEnd();
        // a write in progress counts as stored
        const SecretPlace place
            = m_pendingWrites.contains(key) ? SecretPlace::Keychain : SecretPlace::Memory;
        SecretOutcome outcome{here ? place : SecretPlace::Nowhere, here ? *held : QString(), {}};
        QTimer::singleShot(
            0, this, [outcome = std::move(outcome), done = std::move(done)] { done(outcome); });
        return;
    }
    m_store->read(key, limited([done = std::move(done)](Result<QString> result) {
                      if (result) {
                          done({SecretPlace::Keychain, *result, {}});
                      } else if (result.error().code == Errc::NotFound) {
                          done({SecretPlace::Nowhere, {}, {}});
                      } else {
                          done({SecretPlace::Nowhere, {}, result.error()});
                      }
                  }));
}

void SecretKeeper::forget(const QString& key)
{
    m_memory.remove(key);
    m_pendingWrites.remove(key);
    if (m_store) {
        m_store->remove(key, [](const Result<QString>&) {});
    }
}

} // namespace sandglass::services

#include "moc_secret_keeper.cpp"
