// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/connections/connection_words.h"
#include "app/services/connections/connection_service.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_presenters_connection_words {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace Qt::StringLiterals;
using services::LinkPhase;
using services::LinkState;

namespace {

LinkState link(const QString& name = {}, const QString& safeUri = {})
{
    LinkState state;
    state.phase = LinkPhase::Connected;
    state.name = name;
    state.safeUri = safeUri;
    return state;
}

ttl::ServerInfo server(ttl::Product product)
{
    ttl::ServerInfo info;
    info.product = product;
    info.version = "7.0.5";
    info.host = "db.example:27017";
    return info;
}

} // namespace

class TestConnectionWords : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theLocalEngineIsCalledSo();
    void aFastClockIsARehearsal();
    void aSavedConnectionKeepsItsName();
    void anUnnamedOneIsCalledByItsHost();
    void untilTheServerAnswersTheStringIsShown();
    void withoutAConnectionItSaysSo();
    void knownTagsAreTranslatedAndOthersStay_data();
    void knownTagsAreTranslatedAndOthersStay();
    void everyProductHasItsName_data();
    void everyProductHasItsName();
    void aProductThatNamesItsVersionIsShownWithIt();
    void aServiceIsNamedAfterWhatWasTyped();
    void aTopologyFollowsTheVersion();
};

void TestConnectionWords::theLocalEngineIsCalledSo()
{
    LinkState local = link(u"local"_s);
    local.local = true;
    QCOMPARE(connectionName(local), u"Local engine"_s);
    local.phase = LinkPhase::Disconnected;
    QCOMPARE(connectionName(local), u"Local engine"_s);
}

void TestConnectionWords::aFastClockIsARehearsal()
{
    LinkState copy = link(u"local"_s);
    copy.local = true;
    copy.server = server(ttl::Product::Sandglass);
    QCOMPARE(connectionName(copy), u"Local engine"_s);
    copy.server->clockRate = 60;
    QCOMPARE(connectionName(copy), u"Rehearsal"_s);
    copy.local = false; // whatever a remote server says of its clock
    QCOMPARE(connectionName(copy), u"local"_s);
}

void TestConnectionWords::aSavedConnectionKeepsItsName()
{
    LinkState saved = link(u"Orders, %1 <b>\u202E过"_s, u"mongodb://db.example/"_s);
    saved.server = server(ttl::Product::MongoDb);
    QCOMPARE(connectionName(saved), saved.name);
}

void TestConnectionWords::anUnnamedOneIsCalledByItsHost()
{
    LinkState unnamed = link(u"mongodb://db.example/"_s, u"mongodb://db.example/"_s);
    unnamed.server = server(ttl::Product::MongoDb);
    QCOMPARE(connectionName(unnamed), u"db.example:27017"_s);
}

void TestConnectionWords::untilTheServerAnswersTheStringIsShown()
{
    LinkState connecting = link(u"mongodb://db.example/"_s, u"mongodb://db.example/"_s);
    connecting.phase = LinkPhase::Connecting;
    QCOMPARE(connectionName(connecting), u"mongodb://db.example/"_s);
    connecting.phase = LinkPhase::Failed;
    QCOMPARE(connectionName(connecting), u"mongodb://db.example/"_s);
}

void TestConnectionWords::withoutAConnectionItSaysSo()
{
    QCOMPARE(connectionName(LinkState()), u"Not connected"_s);
}

void TestConnectionWords::knownTagsAreTranslatedAndOthersStay_data()
{
    QTest::addColumn<QString>("tag");
    QTest::addColumn<QString>("words");
    for (const QString& known :
         {u"production"_s, u"staging"_s, u"test"_s, u"development"_s, u"my own"_s, QString()}) {
        QTest::addRow("%s", qPrintable(u"\"%1\""_s.arg(known))) << known << known;
    }
    QTest::newRow("hostile") << u"%1\n<b>"_s << u"%1\n<b>"_s;
}

void TestConnectionWords::knownTagsAreTranslatedAndOthersStay()
{
    QFETCH(QString, tag);
    QFETCH(QString, words);
    QCOMPARE(tagWords(tag), words);
}

void TestConnectionWords::everyProductHasItsName_data()
{
    QTest::addColumn<int>("product");
    QTest::addColumn<QString>("words");
    const auto row = [](ttl::Product product, const QString& words) {
        QTest::addRow("%s", qPrintable(words)) << static_cast<int>(product) << words;
    };
    row(ttl::Product::Sandglass, u"Sandglass 7.0.5"_s);
    row(ttl::Product::MongoDb, u"MongoDB 7.0.5"_s);
    row(ttl::Product::DocumentDb, u"DocumentDB (as MongoDB 7.0.5)"_s);
    row(ttl::Product::FerretDb, u"FerretDB (as MongoDB 7.0.5)"_s);
    row(ttl::Product::CosmosDb, u"Cosmos DB RU (as MongoDB 7.0.5)"_s);
    row(ttl::Product::AmazonDocumentDb, u"Amazon DocumentDB (as MongoDB 7.0.5)"_s);
}

void TestConnectionWords::everyProductHasItsName()
{
    QFETCH(int, product);
    QFETCH(QString, words);
    QCOMPARE(serverWords(server(static_cast<ttl::Product>(product))), words);
}

void TestConnectionWords::aProductThatNamesItsVersionIsShownWithIt()
{
    ttl::ServerInfo ferret = server(ttl::Product::FerretDb);
    ferret.productVersion = "v2.7.0";
    QCOMPARE(serverWords(ferret), u"FerretDB v2.7.0 (as MongoDB 7.0.5)"_s);
}

void TestConnectionWords::aServiceIsNamedAfterWhatWasTyped()
{
    ttl::ServerInfo atlas = server(ttl::Product::MongoDb);
    atlas.hosting = ttl::Hosting::Atlas;
    atlas.host = "ac-xyz-shard-00-01.internal:27017";
    QCOMPARE(serverWords(atlas), u"MongoDB Atlas 7.0.5"_s);
    LinkState typed = link(QString(), u"mongodb+srv://shop.abc.mongodb.net/"_s);
    typed.server = atlas;
    QCOMPARE(connectionName(typed), u"shop.abc.mongodb.net"_s);
}

void TestConnectionWords::aTopologyFollowsTheVersion()
{
    ttl::ServerInfo member = server(ttl::Product::MongoDb);
    member.topology = ttl::Topology::Primary;
    member.replicaSet = "rs%1";
    QCOMPARE(serverWords(member), u"MongoDB 7.0.5 · Replica set rs%1 (primary)"_s);
    member.topology = ttl::Topology::Sharded;
    QCOMPARE(serverWords(member), u"MongoDB 7.0.5 · Sharded cluster"_s);
}

SANDGLASS_TEST(TestConnectionWords)
} // namespace tst_presenters_connection_words

#include "tst_presenters_connection_words.moc"
