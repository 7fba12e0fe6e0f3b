// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/engine/catalog/document_diff.h"
#include "app/engine/catalog/oplog.h"
#include "app/engine/catalog/write_note.h"
#include "tests/support/catalog_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_catalog_oplog {

using namespace sandglass;
using namespace sandglass::engine::catalog;
using sandglass::tests::CatalogFixture;
using sandglass::tests::doc;
using sandglass::tests::need;

namespace {

constexpr std::int64_t kMegabyte = std::int64_t{1} << 20U;

/// "i:{…}" for each entry of the log that is no message.
QStringList entriesOf(const Catalog& catalog)
{
    QStringList texts;
    const auto walk = catalog.find(oplogNamespace())->scan(Direction::Forward);
    while (walk->next()) {
        const std::string op(walk->document()["op"].asString());
        if (op != "n") {
            texts << QString::fromStdString(op + ":" + bson::toJson(walk->document()["o"]));
        }
    }
    need(walk->status());
    return texts;
}

} // namespace

class CatalogOplogTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_fixture = std::make_unique<CatalogFixture>(); }
    void cleanup() { m_fixture.reset(); }

    void writesAreLoggedWithTheirDocuments()
    {
        start();
        const auto ids = m_fixture->insert({R"({"_id":1,"a":1})", R"({"_id":2})"});
        auto unit = need(m_fixture->collection()->beginWrite());
        need(unit->replace(ids[0], doc(R"({"_id":1,"a":2})")));
        need(unit->remove(ids[1]));
        need(unit->commit(engine::storage::Durability::Process));
        const QStringList entries = entriesOf(*m_fixture->catalog);
        QCOMPARE(entries.size(), 5);
        QVERIFY(entries[0].startsWith(QStringLiteral(R"(c:{"create":"c")")));
        QCOMPARE(entries[1], QStringLiteral(R"(i:{"_id":1,"a":1})"));
        QCOMPARE(entries[2], QStringLiteral(R"(i:{"_id":2})"));
        QCOMPARE(entries[3], QStringLiteral(R"(u:{"$v":2,"diff":{"u":{"a":2}}})"));
        QCOMPARE(entries[4], QStringLiteral(R"(d:{"_id":2})"));
    }

    void aReplacementIsLoggedAsAWhole()
    {
        start();
        const auto ids = m_fixture->insert({R"({"_id":1,"a":1})"});
        WriteNote note;
        note.replacement = true;
        auto unit = need(m_fixture->collection()->beginWrite());
        unit->setNote(&note);
        need(unit->replace(ids[0], doc(R"({"_id":1,"b":1})")));
        need(unit->commit(engine::storage::Durability::Process));
        QCOMPARE(entriesOf(*m_fixture->catalog).last(), QStringLiteral(R"(u:{"_id":1,"b":1})"));
    }

    void aDiscardedUnitLeavesNothingInTheLog()
    {
        start();
        m_fixture->insert({R"({"_id":1})"});
        const auto before = entriesOf(*m_fixture->catalog);
        {
            auto unit = need(m_fixture->collection()->beginWrite());
            need(unit->insert(doc(R"({"_id":2})")));
        }
        QCOMPARE(entriesOf(*m_fixture->catalog), before);
    }

    void aRefusedDocumentIsNotLogged()
    {
        start();
        m_fixture->insert({R"({"_id":1})"});
        auto unit = need(m_fixture->collection()->beginWrite());
        QVERIFY(!unit->insert(doc(R"({"_id":1})")));
        need(unit->insert(doc(R"({"_id":2})")));
        need(unit->commit(engine::storage::Durability::Process));
        QCOMPARE(entriesOf(*m_fixture->catalog).last(), QStringLiteral(R"(i:{"_id":2})"));
        QCOMPARE(entriesOf(*m_fixture->catalog).size(), 3);
    }

    void changesOfTheCatalogAreLogged()
    {
        start();
        m_fixture->insert({R"({"_id":1})"});
        m_fixture->createIndex(tests::ttlIndexOn(R"({"at":1})", "at_1"));
        need(m_fixture->catalog->rename(m_fixture->ns, {"db", "d"}, false));
        need(m_fixture->catalog->dropDatabase("db"));
        const QStringList entries = entriesOf(*m_fixture->catalog);
        QVERIFY(entries[2].startsWith(QStringLiteral(R"(c:{"createIndexes":"c")")));
        QVERIFY(
            entries[3].startsWith(QStringLiteral(R"(c:{"renameCollection":"db.c","to":"db.d")")));
        QCOMPARE(entries[4], QStringLiteral(R"(c:{"drop":"d"})"));
        QCOMPARE(entries[5], QStringLiteral(R"(c:{"dropDatabase":1})"));
    }

    void timestampsGrowWhenTheClockGoesBackAndAfterARestart()
    {
        start();
        m_fixture->insert({R"({"_id":1})"});
        const RecordId first = recordOf(m_fixture->catalog->oplog()->last());
        m_fixture->clock.advance(base::Millis(-3'600'000));
        m_fixture->insert({R"({"_id":2})"});
        const RecordId second = recordOf(m_fixture->catalog->oplog()->last());
        m_fixture->reopen();
        start();
        m_fixture->insert({R"({"_id":3})"});
        const RecordId third = recordOf(m_fixture->catalog->oplog()->last());
        QVERIFY(first < second);
        QVERIFY(second < third);
        QCOMPARE(entriesOf(*m_fixture->catalog).last(), QStringLiteral(R"(i:{"_id":3})"));
    }

    void theOldestEntriesGoWhenTheLogIsFull()
    {
        start();
        const std::string filler(10'000, 'x');
        const bson::Timestamp begin = m_fixture->catalog->oplog()->first();
        QVERIFY(m_fixture->catalog->oplog()->reachesBackTo(begin));
        for (int i = 0; i < 300; ++i) {
            m_fixture->insert({R"({"_id":)" + std::to_string(i) + R"(,"f":")" + filler + R"("})"});
        }
        const auto log = m_fixture->catalog->find(oplogNamespace());
        QVERIFY(log->figures().bytes < kMegabyte + kMegabyte / 16);
        QVERIFY(log->figures().bytes > kMegabyte / 2);
        QVERIFY(!m_fixture->catalog->oplog()->reachesBackTo(begin));
        QVERIFY(need(log->verifyAll()).problems.empty());
        m_fixture->reopen();
        start();
        QVERIFY(!m_fixture->catalog->oplog()->reachesBackTo(begin));
    }

    void aFloodOfDeletionsStaysWithinTheLog()
    {
        start();
        const bson::Timestamp begin = m_fixture->catalog->oplog()->first();
        const auto log = m_fixture->catalog->find(oplogNamespace());
        constexpr int kUnit = 1000;
        for (int unitNumber = 0; unitNumber < 12; ++unitNumber) {
            std::vector<std::string> documents;
            for (int i = 0; i < kUnit; ++i) {
                documents.push_back(R"({"_id":)" + std::to_string(unitNumber * kUnit + i) + "}");
            }
            const auto ids = m_fixture->insert(documents);
            const auto unit = need(m_fixture->collection()->beginWrite());
            for (const RecordId id : ids) {
                QVERIFY(need(unit->remove(id)));
            }
            need(unit->commit(engine::storage::Durability::Process));
            QVERIFY(log->figures().bytes < kMegabyte + kMegabyte / 32);
        }
        QVERIFY(!m_fixture->catalog->oplog()->reachesBackTo(begin));
        QVERIFY(need(log->verifyAll()).problems.empty());
    }

    void anUpdateIsLoggedByWhatItHasWritten()
    {
        start();
        const auto ids = m_fixture->insert({R"({"_id":1,"a":{"b":1}})"});
        WriteNote note;
        note.difference = doc(R"({"u":{"a":{"b":1,"c":2}}})");
        auto unit = need(m_fixture->collection()->beginWrite());
        unit->setNote(&note);
        need(unit->replace(ids[0], doc(R"({"_id":1,"a":{"b":1,"c":2}})")));
        need(unit->commit(engine::storage::Durability::Process));
        QCOMPARE(entriesOf(*m_fixture->catalog).last(),
                 QStringLiteral(R"(u:{"$v":2,"diff":{"u":{"a":{"b":1,"c":2}}}})"));
    }

    void aFullCappedCollectionLogsItsInsertsOnly()
    {
        start();
        need(m_fixture->catalog->create(
            m_fixture->ns, {doc(R"({"capped":true,"size":{"$numberLong":"100000"},"max":2})")}));
        for (int i = 0; i < 4; ++i) {
            m_fixture->insert({R"({"_id":)" + std::to_string(i) + "}"});
        }
        QCOMPARE(m_fixture->collection()->figures().documents, 2);
        for (const QString& entry : entriesOf(*m_fixture->catalog)) {
            QVERIFY(!entry.startsWith(QStringLiteral("d:")));
        }
    }

    void theLogCannotBeChangedFromOutside()
    {
        start();
        QCOMPARE(m_fixture->catalog->drop(oplogNamespace()).error().serverCode, 20);
        QCOMPARE(need(m_fixture->catalog->dropDatabase("local")), 0);
        QVERIFY(m_fixture->catalog->find(oplogNamespace()) != nullptr);
    }

    void statementsOfARetryableWriteGetTheirEntries()
    {
        start();
        LoggedStatements logged;
        WriteNote note;
        note.session
            = doc(R"({"id":{"$binary":{"base64":"AAAAAAAAAAAAAAAAAAAAAA==","subType":"04"}}})");
        note.txnNumber = 7;
        note.statements = {3};
        note.image = KeptImage::After;
        note.logged = &logged;
        auto unit = need(m_fixture->collection()->beginWrite());
        unit->setNote(&note);
        need(unit->insert(doc(R"({"_id":1})")));
        QVERIFY(logged.empty());
        need(unit->commit(engine::storage::Durability::Process));
        QCOMPARE(logged.size(), std::size_t{1});
        const auto walk = m_fixture->catalog->find(oplogNamespace())->scanFrom(logged.at(3));
        QVERIFY(walk->next());
        QCOMPARE(walk->id(), logged.at(3));
        QCOMPARE(walk->document()["txnNumber"].asInt64(), 7);
        QCOMPARE(walk->document()["stmtId"].asInt32(), 3);
        QVERIFY(walk->document().contains("postImageOpTime"));
    }

    void withoutALogNothingIsLogged()
    {
        m_fixture->insert({R"({"_id":1})"});
        QVERIFY(m_fixture->catalog->oplog() == nullptr);
        QVERIFY(m_fixture->catalog->find(oplogNamespace()) == nullptr);
    }

    void commitsAreAnnounced()
    {
        int commits = 0;
        m_fixture->catalog->setCommitListener([&commits] { ++commits; });
        m_fixture->insert({R"({"_id":1})"});
        QCOMPARE(commits, 2); // the collection and its document
    }

    void differencesGoIntoDocumentsAndArrays_data()
    {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        QTest::addColumn<QString>("diff");
        QTest::newRow("equal") << R"({"a":1})"
                               << R"({"a":1})"
                               << "{}";
        QTest::newRow("fields") << R"({"a":1,"b":2})"
                                << R"({"b":3,"c":4})"
                                << R"({"d":{"a":false},"u":{"b":3},"i":{"c":4}})";
        QTest::newRow("nested") << R"({"a":{"b":1,"c":2}})"
                                << R"({"a":{"b":1,"c":3}})"
                                << R"({"sa":{"u":{"c":3}}})";
        QTest::newRow("longer array") << R"({"a":[1]})"
                                      << R"({"a":[1,2]})"
                                      << R"({"sa":{"a":true,"u1":2}})";
        QTest::newRow("shorter array") << R"({"a":[1,2,3]})"
                                       << R"({"a":[4]})"
                                       << R"({"sa":{"a":true,"l":1,"u0":4}})";
        QTest::newRow("document in array") << R"({"a":[{"b":1}]})"
                                           << R"({"a":[{"b":2}]})"
                                           << R"({"sa":{"a":true,"s0":{"u":{"b":2}}}})";
        QTest::newRow("removed in front") << R"({"a":1,"b":2})"
                                          << R"({"b":2})"
                                          << R"({"d":{"a":false}})";
        QTest::newRow("moved") << R"({"a":1,"b":2,"c":3})"
                               << R"({"b":2,"a":1,"c":3})"
                               << R"({"i":{"a":1,"c":3}})";
        QTest::newRow("moved inside") << R"({"o":{"a":1,"b":2}})"
                                      << R"({"o":{"b":2,"a":1}})"
                                      << R"({"so":{"i":{"a":1}}})";
        QTest::newRow("another type") << R"({"a":{"b":1}})"
                                      << R"({"a":[1]})"
                                      << R"({"u":{"a":[1]}})";
    }
    void differencesGoIntoDocumentsAndArrays()
    {
        QFETCH(QString, before);
        QFETCH(QString, after);
        QFETCH(QString, diff);
        const bson::Document found
            = documentDiff(doc(before.toStdString()), doc(after.toStdString()));
        QCOMPARE(QString::fromStdString(bson::toJson(found)), diff);
    }

    void aDifferenceIsLoggedWhereItIsSmaller_data()
    {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        QTest::addColumn<QString>("diff");
        const QString filler(60, QChar(u'x'));
        const auto row
            = [&filler](const char* name, const char* before, const char* after, const char* diff) {
                  QTest::newRow(name) << QString::fromUtf8(before).replace(QChar(u'~'), filler)
                                      << QString::fromUtf8(after).replace(QChar(u'~'), filler)
                                      << QString::fromUtf8(diff);
              };
        // "": the whole document. MongoDB counts 35 bytes for the difference of one small number
        row("35 bytes", R"({"_id":1,"a":1,"f":"xxxxxx"})", R"({"_id":1,"a":2,"f":"xxxxxx"})", "");
        row("36 bytes", R"({"_id":1,"a":1,"f":"xxxxxxx"})", R"({"_id":1,"a":2,"f":"xxxxxxx"})",
            R"({"u":{"a":2}})");
        row("one moved", R"({"_id":1,"a":1,"f":"xxxxxxxxxxx"})",
            R"({"_id":1,"b":1,"f":"xxxxxxxxxxx"})", "");
        row("all parts", R"({"_id":1,"a":1,"b":1,"f":"~"})", R"({"_id":1,"b":2,"f":"~","c":1})",
            R"({"d":{"a":false},"u":{"b":2},"i":{"c":1}})");
        row("little inside", R"({"o":{"x":1,"y":2},"f":"~"})", R"({"o":{"x":2,"y":2},"f":"~"})",
            R"({"u":{"o":{"x":2,"y":2}}})");
        row("much inside", R"({"o":{"x":1,"f":"~"}})", R"({"o":{"x":2,"f":"~"}})",
            R"({"so":{"u":{"x":2}}})");
        row("shorter array", R"({"l":[1,2,3],"f":"~"})", R"({"l":[1,2],"f":"~"})",
            R"({"sl":{"a":true,"l":2}})");
        row("array of one", R"({"l":[1,2,3],"f":"~"})", R"({"l":[1],"f":"~"})",
            R"({"u":{"l":[1]}})");
        row("equal", R"({"_id":1,"f":"~"})", R"({"_id":1,"f":"~"})", "{}");
    }
    void aDifferenceIsLoggedWhereItIsSmaller()
    {
        QFETCH(QString, before);
        QFETCH(QString, after);
        QFETCH(QString, diff);
        const auto found = smallerDiff(doc(before.toStdString()), doc(after.toStdString()));
        QCOMPARE(found ? QString::fromStdString(bson::toJson(*found)) : QString(), diff);
    }

private:
    void start() { need(m_fixture->catalog->startOplog(kMegabyte)); }

    std::unique_ptr<CatalogFixture> m_fixture;
};

SANDGLASS_TEST(CatalogOplogTest)
} // namespace tst_catalog_oplog

#include "tst_catalog_oplog.moc"
