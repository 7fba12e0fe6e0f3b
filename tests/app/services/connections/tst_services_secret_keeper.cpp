// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/connections/secret_keeper.h"
#include "tests/support/fake_secret_store.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <memory>

namespace tst_services_secret_keeper {

using namespace sandglass;
using namespace sandglass::services;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using tests::FakeSecretStore;

class TestSecretKeeper : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void aSecretIsKeptInTheKeychainAndNotInMemory();
    void withoutAKeychainItStaysInMemoryAndSaysSo();
    void aKeychainThatHangsCountsAsNone();
    void aRefusalIsReported();
    void whatWasNeverKeptIsNowhere();
    void withoutAStoreEverythingStaysInMemory();
    void forgettingClearsBothPlaces();
    void anAnswerAfterTheEndOfTheKeeperIsDropped();

private:
    SecretOutcome kept(const QString& secret);
    SecretOutcome fetched();

    std::shared_ptr<FakeSecretStore> m_store;
    std::unique_ptr<SecretKeeper> m_keeper;
};

void TestSecretKeeper::init()
{
    m_store = std::make_shared<FakeSecretStore>();
    m_keeper = std::make_unique<SecretKeeper>(m_store);
}

SecretOutcome TestSecretKeeper::kept(const QString& secret)
{
    std::optional<SecretOutcome> outcome;
    m_keeper->keep(u"id"_s, secret, [&](const SecretOutcome& answer) { outcome = answer; });
    return QTest::qWaitFor([&] { return outcome.has_value(); }) ? *outcome : SecretOutcome();
}

SecretOutcome TestSecretKeeper::fetched()
{
    std::optional<SecretOutcome> outcome;
    m_keeper->fetch(u"id"_s, [&](const SecretOutcome& answer) { outcome = answer; });
    return QTest::qWaitFor([&] { return outcome.has_value(); })
        ? *outcome
        : SecretOutcome{SecretPlace::Nowhere, u"no answer"_s, {}};
}

void TestSecretKeeper::aSecretIsKeptInTheKeychainAndNotInMemory()
{
    QCOMPARE(kept(u"pw"_s).place, SecretPlace::Keychain);
    QCOMPARE(fetched().secret, u"pw"_s);
    m_store->secrets.clear();
    QCOMPARE(fetched().place, SecretPlace::Nowhere);
}

void TestSecretKeeper::withoutAKeychainItStaysInMemoryAndSaysSo()
{
    m_store->failure = base::failure(Errc::Unsupported, "Unknown error");
    const SecretOutcome outcome = kept(u"pw"_s);
    QCOMPARE(outcome.place, SecretPlace::Memory);
    QCOMPARE(outcome.problem->code, Errc::Unsupported);
    QCOMPARE(fetched().place, SecretPlace::Memory);
    QCOMPARE(fetched().secret, u"pw"_s);
}

void TestSecretKeeper::aKeychainThatHangsCountsAsNone()
{
    m_store->hangs = true;
    m_keeper->setLimit(1ms);
    QCOMPARE(kept(u"pw"_s).problem->code, Errc::Timeout);
    QCOMPARE(fetched().secret, u"pw"_s);
    m_keeper = std::make_unique<SecretKeeper>(m_store);
    m_keeper->setLimit(1ms);
    QCOMPARE(fetched().problem->code, Errc::Timeout);
}

void TestSecretKeeper::aRefusalIsReported()
{
    m_store->failure = base::failure(Errc::NotPermitted, "denied");
    QCOMPARE(fetched().problem->code, Errc::NotPermitted);
}

void TestSecretKeeper::whatWasNeverKeptIsNowhere()
{
    const SecretOutcome outcome = fetched();
    QCOMPARE(outcome.place, SecretPlace::Nowhere);
    QVERIFY(outcome.secret.isEmpty());
    QVERIFY(!outcome.problem);
}

void TestSecretKeeper::withoutAStoreEverythingStaysInMemory()
{
    m_keeper = std::make_unique<SecretKeeper>(nullptr);
    QCOMPARE(kept(u"pw"_s).place, SecretPlace::Memory);
    QCOMPARE(fetched().secret, u"pw"_s);
}

void TestSecretKeeper::forgettingClearsBothPlaces()
{
    m_store->failure = base::failure(Errc::Unsupported, "none");
    kept(u"pw"_s);
    m_store->failure.reset();
    m_store->secrets.insert(u"id"_s, u"older"_s);
    m_keeper->forget(u"id"_s);
    QCOMPARE(fetched().place, SecretPlace::Nowhere);
}

void TestSecretKeeper::anAnswerAfterTheEndOfTheKeeperIsDropped()
{
    bool answered = false;
    m_keeper->keep(u"id"_s, u"pw"_s, [&](const SecretOutcome&) { answered = true; });
    m_keeper.reset();
    bool later = false;
    QTimer::singleShot(0, this, [&] { later = true; });
    QTRY_VERIFY(later);
    QVERIFY(!answered);
}

SANDGLASS_TEST(TestSecretKeeper)
} // namespace tst_services_secret_keeper

#include "tst_services_secret_keeper.moc"
