// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/engine/access/users.h"
#include "tests/support/engine_data.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_access_users {

using namespace sandglass;
using namespace sandglass::engine::access;
using tests::EngineData;
using tests::need;

namespace {

bson::Document documentOf(const UserName& name)
{
    return newUserDocument(name, newCredential("secret"), {{"read", name.database}}, {});
}

} // namespace

class AccessUsersTest : public QObject
{
    Q_OBJECT

private slots:
    void aUserStandsInMongoDbsForm()
    {
        EngineData data;
        Users users(*data.catalog);
        QVERIFY(!users.any());
        need(users.add({"anna", "shop"}, documentOf({"anna", "shop"})));
        QVERIFY(users.any());
        const auto collection = data.catalog->find({"admin", "system.users"});
        QVERIFY(collection);
        const auto found = need(collection->findById(bson::Value::of("shop.anna")));
        QVERIFY(found);
        const bson::DocumentView stored = found->second;
        QCOMPARE(stored["user"].asString(), std::string_view("anna"));
        QCOMPARE(stored["db"].asString(), std::string_view("shop"));
        QCOMPARE(stored["userId"].asBinary().subtype, bson::kUuidSubtype);
        QCOMPARE(stored.at("credentials.SCRAM-SHA-256.iterationCount").toInt64(),
                 std::int64_t{15'000});
        QCOMPARE(stored.at("roles.0.role").asString(), std::string_view("read"));
        QCOMPARE(stored.at("roles.0.db").asString(), std::string_view("shop"));
    }

    void twoDatabasesMayHaveAUserOfTheSameName()
    {
        EngineData data;
        Users users(*data.catalog);
        need(users.add({"anna", "shop"}, documentOf({"anna", "shop"})));
        need(users.add({"anna", "other"}, documentOf({"anna", "other"})));
        const auto again = users.add({"anna", "shop"}, documentOf({"anna", "shop"}));
        QVERIFY(!again);
        QCOMPARE(again.error().serverCode, 51'003);
        QCOMPARE(need(users.list()).size(), std::size_t{2});
        QCOMPARE(need(users.removeAll("shop")), std::int64_t{1});
        QVERIFY(!need(users.find({"anna", "shop"})));
        QVERIFY(need(users.find({"anna", "other"})));
    }

    void whoIsNotThereCannotBeChangedOrRemoved()
    {
        EngineData data;
        Users users(*data.catalog);
        const auto keep = [](const User& user) -> Result<bson::Document> { return user.stored; };
        QCOMPARE(users.change({"a", "b"}, keep).error().serverCode, 11);
        QCOMPARE(users.remove({"a", "b"}).error().serverCode, 11);
        need(users.add({"anna", "shop"}, documentOf({"anna", "shop"})));
        QCOMPARE(users.change({"a", "b"}, keep).error().serverCode, 11);
        QCOMPARE(users.remove({"a", "b"}).error().serverCode, 11);
    }

    void aFailedChangeLeavesTheUser()
    {
        EngineData data;
        Users users(*data.catalog);
        need(users.add({"anna", "shop"}, documentOf({"anna", "shop"})));
        const auto refuse = [](const User& /*user*/) -> Result<bson::Document> {
            return base::failure(Errc::InvalidInput, "no");
        };
        QVERIFY(!users.change({"anna", "shop"}, refuse));
        QCOMPARE(need(users.find({"anna", "shop"}))->roles.size(), std::size_t{1});
    }

    // A document that somebody has put there by hand, or from another version.
    void aDamagedDocumentIsAUserWithoutRights()
    {
        const User user = userFrom(bson::makeDocument(
            "_id", "x.y", "user", 1, "roles", bson::makeArray("read", 1), "credentials", "none"));
        QVERIFY(user.roles.empty());
        QVERIFY(!user.credential);
    }

    void theSecretStaysWithTheUsers()
    {
        EngineData data;
        Users users(*data.catalog);
        QCOMPARE(users.secret(), users.secret());
        need(users.add({"anna", "shop"}, documentOf({"anna", "shop"})));
        QCOMPARE(users.secret(), Users(*data.catalog).secret());
    }
};

SANDGLASS_PLAIN_TEST(AccessUsersTest)
} // namespace tst_access_users

#include "tst_access_users.moc"
