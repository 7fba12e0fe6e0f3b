// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/access/access_control.h"
#include "tests/support/engine_data.h"
#include "tests/support/scram_client.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <tuple>

namespace tst_access_login {

using namespace sandglass;
using namespace sandglass::engine::access;
using tests::EngineData;
using tests::need;
using tests::ScramClient;

namespace {

constexpr std::uint64_t kOne = 1;

/// Access control over data with the user anna@shop, whose password is "secret".
struct Fixture
{
    Fixture()
    {
        need(access.users().add(
            {"anna", "shop"},
            newUserDocument({"anna", "shop"}, newCredential("secret"), {{"read", "shop"}}, {})));
        access.opened(kOne, false, "127.0.0.1:40000");
    }

    /// A whole login; the code of the error that ends it, 0 for none.
    int login(const std::string& user, const std::string& password,
              const std::string& database = "shop", std::uint64_t connection = kOne)
    {
        ScramClient client(user, password);
        const auto begun = access.begin({connection, database, client.first(), true, false});
        if (!begun) {
            return begun.error().serverCode;
        }
        const auto done
            = access.goOn(connection, begun->conversationId, client.last(begun->payload));
        return !done                             ? done.error().serverCode
            : done->payload != client.expected() ? -1
            : !done->done                        ? -2
                                                 : 0;
    }
    bool mayFind(const std::string& database, std::uint64_t connection = kOne) const
    {
        const std::vector<Privilege> wanted{{Action::Find, {database, "orders"}}};
        return access.allows(connection, wanted);
    }

    EngineData data;
    tests::KeptLog log;
    AccessControl access{*data.catalog, data.clock, log, true};
};

} // namespace

class AccessLoginTest : public QObject
{
    Q_OBJECT

private slots:
    void aLoginGivesTheUsersRoles()
    {
        Fixture fixture;
        QVERIFY(!fixture.access.isKnown(kOne));
        QVERIFY(!fixture.mayFind("shop"));
        QCOMPARE(fixture.login("anna", "secret"), 0);
        QVERIFY(fixture.access.isKnown(kOne));
        QVERIFY(fixture.mayFind("shop"));
        QVERIFY(!fixture.mayFind("other"));
        QVERIFY(fixture.access.mayList(kOne, "shop"));
        QVERIFY(!fixture.access.mayList(kOne, "other"));
        QCOMPARE(fixture.log.count(5286306), 1);
        fixture.access.logout(kOne);
        QVERIFY(!fixture.access.isKnown(kOne));
        QVERIFY(!fixture.mayFind("shop"));
    }

    void everyWrongLoginGetsTheSameAnswer()
    {
        Fixture fixture;
        QCOMPARE(fixture.login("anna", "wrong"), 18);
        QCOMPARE(fixture.login("otto", "secret"), 18);
        QCOMPARE(fixture.login("anna", "secret", "other"), 18);
        QVERIFY(!fixture.access.isKnown(kOne));
        QCOMPARE(fixture.log.count(5286307), 3);
    }

    void anUnknownUserCostsAsManyDigestsAsAWrongPassword()
    {
        Fixture fixture;
        // only what the server computes: the client's part is done before
        const auto digestsOf = [&](const std::string& user) {
            ScramClient client(user, "wrong");
            const std::uint64_t atFirst = digestsOfThisThread();
            const auto begun
                = need(fixture.access.begin({kOne, "shop", client.first(), true, false}));
            const std::uint64_t ofBegin = digestsOfThisThread() - atFirst;
            const std::string last = client.last(begun.payload);
            const std::uint64_t then = digestsOfThisThread();
            const bool refused = !fixture.access.goOn(kOne, begun.conversationId, last);
            return std::tuple(refused, ofBegin, digestsOfThisThread() - then);
        };
        QVERIFY(digestsOf("nobody") == digestsOf("anna"));
        QVERIFY(std::get<0>(digestsOf("anna")) && std::get<2>(digestsOf("anna")) > 0);
    }

    // The client iterates, not the server: a pool of a hundred connections logs in at once, and
    // each holds its thread for a moment only.
    void aLoginCostsTheServerAFewDigests()
    {
        Fixture fixture;
        ScramClient client("anna", "secret");
        const std::uint64_t atFirst = digestsOfThisThread();
        const auto begun = need(fixture.access.begin({kOne, "shop", client.first(), true, false}));
        const std::uint64_t ofBegin = digestsOfThisThread() - atFirst;
        const std::string last = client.last(begun.payload);
        const std::uint64_t then = digestsOfThisThread();
        QVERIFY(fixture.access.goOn(kOne, begun.conversationId, last));
        const std::uint64_t all = ofBegin + digestsOfThisThread() - then;
        QVERIFY(all > 0);
        QVERIFY2(all < 10, qPrintable(QString::number(all)));
    }

    void anUnknownUserGetsAChallengeThatStaysTheSame()
    {
        Fixture fixture;
        const auto saltFor = [&](const std::string& user) {
            const auto step
                = need(fixture.access.begin({kOne, "shop", "n,,n=" + user + ",r=x", true, false}));
            return std::string(ScramClient::field(step.payload, "s="))
                + std::string(ScramClient::field(step.payload, "i="));
        };
        QCOMPARE(saltFor("otto"), saltFor("otto"));
        QCOMPARE(saltFor("otto").size(), saltFor("anna").size());
        QVERIFY(saltFor("otto") != saltFor("emil"));
    }

    void withoutSkippingAnEmptyExchangeFollows()
    {
        Fixture fixture;
        ScramClient client("anna", "secret");
        const auto begun = need(fixture.access.begin({kOne, "shop", client.first(), false, false}));
        const auto proven
            = need(fixture.access.goOn(kOne, begun.conversationId, client.last(begun.payload)));
        QVERIFY(!proven.done);
        QVERIFY(!fixture.access.isKnown(kOne));
        const auto done = need(fixture.access.goOn(kOne, begun.conversationId, ""));
        QVERIFY(done.done);
        QVERIFY(done.payload.empty());
        QVERIFY(fixture.access.isKnown(kOne));
    }

    void aLoginCannotBeContinuedTwiceOrByAnotherNumber()
    {
        Fixture fixture;
        QCOMPARE(fixture.access.goOn(kOne, 1, "").error().serverCode, 17);
        ScramClient client("anna", "secret");
        const auto begun = need(fixture.access.begin({kOne, "shop", client.first(), true, false}));
        const std::string last = client.last(begun.payload);
        QCOMPARE(fixture.access.goOn(kOne, begun.conversationId + 1, last).error().serverCode, 17);
        QVERIFY(fixture.access.goOn(kOne, begun.conversationId, last));
        QCOMPARE(fixture.access.goOn(kOne, begun.conversationId, last).error().serverCode, 17);
    }

    // The nonce of the server is another one each time.
    void aRecordedLoginCannotBePlayedAgain()
    {
        Fixture fixture;
        fixture.access.opened(2, false, "127.0.0.1:40001");
        ScramClient client("anna", "secret");
        const auto begun = need(fixture.access.begin({kOne, "shop", client.first(), true, false}));
        const std::string last = client.last(begun.payload);
        const auto other = need(fixture.access.begin({2, "shop", client.first(), true, false}));
        QVERIFY(other.payload != begun.payload);
        QCOMPARE(fixture.access.goOn(2, other.conversationId, last).error().serverCode, 18);
    }

    void afterFiveFailuresALoginWaitsASecond()
    {
        Fixture fixture;
        const LoginStart next{kOne, "shop", ScramClient("anna", "x").first(), true, false};
        for (int i = 0; i < 5; ++i) {
            QCOMPARE(fixture.access.delayOf(next), base::Millis(0));
            QCOMPARE(fixture.login("anna", "wrong"), 18);
        }
        QCOMPARE(fixture.access.delayOf(next), base::Millis(1000));
        // so does another user from there, and the same user from elsewhere
        fixture.access.opened(2, false, "10.0.0.1:40000");
        const auto delayOf = [&](std::uint64_t connection, const char* user) {
            return fixture.access
                .delayOf({connection, "shop", ScramClient(user, "x").first(), true, false})
                .count();
        };
        QCOMPARE(delayOf(kOne, "otto"), 1000);
        QCOMPARE(delayOf(2, "anna"), 1000);
        QCOMPARE(delayOf(2, "otto"), 0);
        // a login that succeeds ends it
        QCOMPARE(fixture.login("anna", "secret"), 0);
        QCOMPARE(fixture.access.delayOf(next), base::Millis(0));
    }

    void whoHasLoggedInBeforePaysForNoFailuresOfOthers()
    {
        Fixture fixture;
        fixture.access.opened(2, false, "10.0.0.1:40000");
        const auto delayOf = [&](std::uint64_t connection, const char* user) {
            return fixture.access
                .delayOf({connection, "shop", ScramClient(user, "x").first(), true, false})
                .count();
        };
        QCOMPARE(fixture.login("anna", "secret"), 0);
        // a program beside it, and somebody elsewhere
        for (int i = 0; i < 5; ++i) {
            QCOMPARE(fixture.login("otto", "wrong"), 18);
            QCOMPARE(fixture.login("anna", "wrong", "shop", 2), 18);
        }
        QCOMPARE(delayOf(kOne, "anna"), 0);
        QCOMPARE(delayOf(kOne, "otto"), 1000);
        QCOMPARE(delayOf(2, "anna"), 1000);
        // its success says nothing about theirs
        QCOMPARE(fixture.login("anna", "secret"), 0);
        QCOMPARE(delayOf(kOne, "otto"), 1000);
        QCOMPARE(delayOf(2, "anna"), 1000);
        // its own failures count
        for (int i = 0; i < 5; ++i) {
            QCOMPARE(delayOf(kOne, "anna"), 0);
            QCOMPARE(fixture.login("anna", "wrong"), 18);
        }
        QCOMPARE(delayOf(kOne, "anna"), 1000);
        // who has not come for a day is like any other
        QCOMPARE(fixture.login("anna", "secret"), 0);
        fixture.data.clock.advance(LoginAttempts::kKnown);
        for (int i = 0; i < 5; ++i) {
            QCOMPARE(fixture.login("otto", "wrong"), 18);
        }
        QCOMPARE(delayOf(kOne, "anna"), 1000);
    }

    void failuresAreForgottenInTime()
    {
        tests::FakeClock clock;
        LoginAttempts attempts(clock);
        for (int i = 0; i < LoginAttempts::kFreeFailures; ++i) {
            attempts.failed("a");
        }
        QCOMPARE(attempts.delayOf("a"), LoginAttempts::kDelay);
        QCOMPARE(attempts.delayOf("b"), base::Millis(0));
        clock.advance(LoginAttempts::kMemory);
        QCOMPARE(attempts.delayOf("a"), base::Millis(0));
    }

    void theNumberOfRememberedFailuresIsLimited()
    {
        tests::FakeClock clock;
        LoginAttempts attempts(clock);
        for (int i = 0; i < LoginAttempts::kFreeFailures; ++i) {
            attempts.failed("first");
        }
        clock.advance(base::Millis(1));
        for (std::size_t i = 0; i < LoginAttempts::kMost; ++i) {
            attempts.failed(std::to_string(i));
        }
        QCOMPARE(attempts.delayOf("first"), base::Millis(0));
    }

    void theOwnUserOfTheSystemMayDoEverything()
    {
        Fixture fixture;
        fixture.access.opened(2, true, "anonymous unix socket");
        QVERIFY(fixture.access.isKnown(2));
        QVERIFY(fixture.mayFind("other", 2));
        // as somebody else, what that user may do
        QCOMPARE(fixture.login("anna", "secret", "shop", 2), 0);
        QVERIFY(!fixture.mayFind("other", 2));
        fixture.access.logout(2);
        QVERIFY(fixture.mayFind("other", 2));
    }

    void aUserThatIsDroppedCanDoNothingAnyMore()
    {
        Fixture fixture;
        QCOMPARE(fixture.login("anna", "secret"), 0);
        need(fixture.access.users().remove({"anna", "shop"}));
        QVERIFY(!fixture.mayFind("shop"));
        QVERIFY(!fixture.access.mayList(kOne, "shop"));
    }

    void withoutEnforcementEverythingIsAllowedAndPasswordsAreChecked()
    {
        Fixture fixture;
        AccessControl open(*fixture.data.catalog, fixture.data.clock, fixture.log, false);
        open.opened(kOne, false, "127.0.0.1:40000");
        QVERIFY(open.isKnown(kOne));
        QVERIFY(open.mayList(kOne, "other"));
        ScramClient client("anna", "wrong");
        const auto begun = need(open.begin({kOne, "shop", client.first(), true, false}));
        QCOMPARE(
            open.goOn(kOne, begun.conversationId, client.last(begun.payload)).error().serverCode,
            18);
    }

    void aDriverThatOnlyWatchesIsNoStranger()
    {
        Fixture fixture;
        QVERIFY(!fixture.access.isWatcher(kOne));
        fixture.access.noteWatcher(kOne);
        QVERIFY(fixture.access.isWatcher(kOne));
        QVERIFY(!fixture.access.isKnown(kOne));
        fixture.access.closed(kOne);
        QVERIFY(!fixture.access.isWatcher(kOne));
    }
};

SANDGLASS_PLAIN_TEST(AccessLoginTest)
} // namespace tst_access_login

#include "tst_access_login.moc"
