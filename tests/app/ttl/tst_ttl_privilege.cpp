// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/protocol/server_code.h"
#include "app/ttl/capability.h"
#include "app/ttl/privilege.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_ttl_privilege {

using namespace sandglass;
using ttl::Refusal;

namespace {

Error unauthorized(const char* message)
{
    return protocol::commandError(protocol::ServerCode::Unauthorized, message);
}

} // namespace

class TestPrivilege : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theMessageOfMongoDbNamesCommandAndDatabase()
    {
        const auto refusal = ttl::refusalOf(unauthorized(
            "not authorized on shop to execute command { listCollections: 1, $db: \"shop\" }"));
        QVERIFY(refusal && refusal->privilege);
        QCOMPARE(refusal->privilege->action, std::string_view("listCollections"));
        QCOMPARE(refusal->privilege->role, std::string_view("read"));
        QCOMPARE(refusal->database, std::string("shop"));
        QVERIFY(!refusal->needsLogin);
    }

    void theMessageOfAtlasNamesTheAction()
    {
        const Error error = base::serverError(
            8000, "AtlasError", "user is not allowed to do action [find] on [shop.orders]");
        const auto refusal = ttl::refusalOf(error);
        QVERIFY(refusal && refusal->privilege);
        QCOMPARE(refusal->privilege->role, std::string_view("read"));
        QCOMPARE(refusal->database, std::string("shop"));
        QVERIFY(ttl::isRefusal(error));
    }

    void aRestrictedCommandOfAtlasIsNoMissingPrivilege()
    {
        const Error error = base::serverError(8000, "AtlasError", "CMD_NOT_ALLOWED: getParameter");
        QVERIFY(!ttl::refusalOf(error));
        QVERIFY(!ttl::isRefusal(error));
        QCOMPARE(ttl::shownBy(error), ttl::Can::No);
    }

    void withoutALoginTheAdviceIsAnother()
    {
        const auto refusal
            = ttl::refusalOf(unauthorized("Command listDatabases requires authentication"));
        QVERIFY(refusal && refusal->needsLogin);
        QCOMPARE(refusal->privilege->command, std::string_view("listDatabases"));
    }

    void anUnknownMessageIsStillARefusal()
    {
        const auto refusal = ttl::refusalOf(unauthorized("Authorization failure"));
        QVERIFY(refusal && !refusal->privilege && refusal->database.empty());
    }

    void anotherErrorIsNone()
    {
        QVERIFY(!ttl::refusalOf(base::failure(Errc::NotPermitted, "The connection is locked.")));
        QVERIFY(!ttl::refusalOf(protocol::commandError(protocol::ServerCode::BadValue, "no")));
    }

    void everyCommandThatTheWindowUsesOnDataHasAPrivilege()
    {
        for (const std::string_view command : ttl::usedCommands()) {
            // anyone may send these two; the second continues a command that was permitted
            if (command != "buildInfo" && command != "getMore") {
                QVERIFY2(ttl::privilegeFor(command), std::string(command).c_str());
            }
        }
    }
};

SANDGLASS_TEST(TestPrivilege)
} // namespace tst_ttl_privilege

#include "tst_ttl_privilege.moc"
