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

// The first of answer and time limit counts; an answer to a keeper that has gone is dropped.
SecretStore::Answer SecretKeeper::limited(SecretStore::Answer done)
{
    auto once = std::make_shared<SecretStore::Answer>(std::move(done));
    const auto answer = [once, self = QPointer<SecretKeeper>(this)](Result<QString> result) {
        if (SecretStore::Answer first = std::exchange(*once, {}); first && self) {
            first(std::move(result));
        }
    };
    QTimer::singleShot(m_limit, this, [answer] {
        answer(base::failure(Errc::Timeout, "The keychain did not answer in time."));
    });
    return answer;
}

void SecretKeeper::keep(const QString& key, const QString& secret, Answer done)
{
    // in memory until the keychain has it: it must not be lost when the keychain hangs
    m_memory.insert(key, secret);
    if (!m_store) {
        QTimer::singleShot(0, this, [done = std::move(done)] {
            done({SecretPlace::Memory, {}, {}});
        });
        return;
    }
    m_onTheWay.insert(key);
    m_store->write(key, secret,
                   limited([this, key, secret, done = std::move(done)](Result<QString> result) {
                       m_onTheWay.remove(key);
                       if (!result) {
                           done({SecretPlace::Memory, {}, result.error()});
                           return;
                       }
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
        const SecretPlace place
            = m_onTheWay.contains(key) ? SecretPlace::Keychain : SecretPlace::Memory;
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
    m_onTheWay.remove(key);
    if (m_store) {
        m_store->remove(key, [](const Result<QString>&) {});
    }
}

} // namespace sandglass::services

#include "moc_secret_keeper.cpp"
