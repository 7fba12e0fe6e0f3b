// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/json.h"
#include "app/mongo/driver_error.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_mongo_driver_error {

using namespace sandglass;

namespace {

std::optional<base::Error> errorOf(std::string_view reply)
{
    const bson::Document document = *bson::fromJson(reply);
    return mongo::replyError(document);
}

} // namespace

class TestDriverError : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aMissingPrivilegeIsNotPermittedAndKeepsItsCode()
    {
        const auto error = errorOf(
            R"({"ok": 0, "code": 13, "codeName": "Unauthorized", "errmsg": "not authorized"})");
        QVERIFY(error);
        QCOMPARE(error->code, base::Errc::NotPermitted);
        QCOMPARE(error->serverCode, 13);
    }

    void theRefusalOfAtlasIsNotPermitted()
    {
        const auto error = errorOf(R"({"ok": 0, "code": 8000, "codeName": "AtlasError",
            "errmsg": "user is not allowed to do action [find] on [shop.orders]"})");
        QCOMPARE(error->code, base::Errc::NotPermitted);
    }

    void anotherErrorOfTheServerIsOne()
    {
        const auto error = errorOf(R"({"ok": 0, "code": 59, "errmsg": "no such command"})");
        QCOMPARE(error->code, base::Errc::Server);
        QCOMPARE(error->serverCodeName, std::string("CommandNotFound"));
    }

    void aGoodReplyIsNone() { QVERIFY(!errorOf(R"({"ok": 1})")); }
};

SANDGLASS_TEST(TestDriverError)
} // namespace tst_mongo_driver_error

#include "tst_mongo_driver_error.moc"
