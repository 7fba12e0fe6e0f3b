// SPDX-License-Identifier: GPL-3.0-or-later
// What the change events of updates say: for operators the paths as they write them, for pipelines
// the difference of the documents.
#include "tests/support/repl_set_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cstdint>
#include <memory>
#include <string>

namespace tst_commands_update_events {

using namespace sandglass;
using sandglass::tests::ReplSetFixture;

namespace {

/// A value that makes a document larger than its difference; "~" in the tests.
const std::string kFiller(200, 'x');

std::string filled(QString text)
{
    return text.replace(QChar(u'~'), QString::fromStdString(kFiller)).toStdString();
}

} // namespace

class CommandsUpdateEventsTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_engine = std::make_unique<ReplSetFixture>(); }
    void cleanup() { m_engine.reset(); }

    void updatesAreDescribed_data()
    {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("update");
        QTest::addColumn<QString>("description");
        const auto row = [](const char* name, const char* before, const char* update,
                            const char* description) {
            QTest::newRow(name) << QString::fromUtf8(before) << QString::fromUtf8(update)
                                << QString::fromUtf8(description);
        };
        row("a whole document", R"({"_id":1,"a":{"b":1}})", R"({"$set":{"a":{"b":1,"c":2}}})",
            R"({"updatedFields":{"a":{"b":1,"c":2}},"removedFields":[],"truncatedArrays":[]})");
        row("a field of it", R"({"_id":1,"a":{"b":1}})", R"({"$set":{"a.c":2}})",
            R"({"updatedFields":{"a.c":2},"removedFields":[],"truncatedArrays":[]})");
        row("a whole array", R"({"_id":1,"l":[1,2]})", R"({"$set":{"l":[1,2,3]}})",
            R"({"updatedFields":{"l":[1,2,3]},"removedFields":[],"truncatedArrays":[]})");
        row("a shorter array", R"({"_id":1,"l":[1,2]})", R"({"$set":{"l":[1]}})",
            R"({"updatedFields":{"l":[1]},"removedFields":[],"truncatedArrays":[]})");
        row("an element more", R"({"_id":1,"l":[1,2]})", R"({"$push":{"l":3}})",
            R"({"updatedFields":{"l.2":3},"removedFields":[],"truncatedArrays":[]})");
        row("the first element", R"({"_id":1,"l":[]})", R"({"$push":{"l":3}})",
            R"({"updatedFields":{"l":[3]},"removedFields":[],"truncatedArrays":[]})");
        row("an element less", R"({"_id":1,"l":[1,2]})", R"({"$pull":{"l":1}})",
            R"({"updatedFields":{"l":[2]},"removedFields":[],"truncatedArrays":[]})");
        row("the same value", R"({"_id":1,"a":1})", R"({"$set":{"a":1,"b":2},"$unset":{"c":1}})",
            R"({"updatedFields":{"b":2},"removedFields":[],"truncatedArrays":[]})");
        row("removed", R"({"_id":1,"a":1,"b":{"c":1}})", R"({"$unset":{"a":1,"b.c":1}})",
            R"({"updatedFields":{},"removedFields":["a","b.c"],"truncatedArrays":[]})");
        row("all elements", R"({"_id":1,"l":[1,2]})", R"({"$inc":{"l.$[]":1}})",
            R"({"updatedFields":{"l":[2,3]},"removedFields":[],"truncatedArrays":[]})");
        row("pipeline: changed", R"({"_id":1,"a":1,"f":"~"})",
            R"([{"$set":{"a":2,"b":3}},{"$unset":"g"}])",
            R"({"updatedFields":{"a":2,"b":3},"removedFields":[],"truncatedArrays":[]})");
        row("pipeline: removed", R"({"_id":1,"a":1,"f":"~"})", R"([{"$unset":"a"}])",
            R"({"updatedFields":{},"removedFields":["a"],"truncatedArrays":[]})");
        row("pipeline: shorter array", R"({"_id":1,"l":["~",1,2]})", R"([{"$set":{"l":["~"]}}])",
            R"({"updatedFields":{},"removedFields":[],)"
            R"("truncatedArrays":[{"field":"l","newSize":1}]})");
        row("pipeline: inside", R"({"_id":1,"o":{"x":1,"f":"~"}})", R"([{"$set":{"o.x":2}}])",
            R"({"updatedFields":{"o.x":2},"removedFields":[],"truncatedArrays":[]})");
        row("pipeline: inside of little", R"({"_id":1,"o":{"x":1,"y":2},"f":"~"})",
            R"([{"$set":{"o.x":2}}])",
            R"({"updatedFields":{"o":{"x":2,"y":2}},"removedFields":[],"truncatedArrays":[]})");
    }
    void updatesAreDescribed()
    {
        QFETCH(QString, before);
        QFETCH(QString, update);
        QFETCH(QString, description);
        const bson::Document events = changed(before, update);
        QCOMPARE(ReplSetFixture::column(events, "operationType"), QStringLiteral(R"("update")"));
        QCOMPARE(ReplSetFixture::column(events, "updateDescription"),
                 QString::fromStdString(filled(description)));
    }

    void someUpdatesAreReplacements_data()
    {
        QTest::addColumn<QString>("update");
        QTest::addColumn<QString>("fullDocument");
        QTest::newRow("a replacement") << R"({"b":2})"
                                       << R"({"_id":1,"b":2})";
        QTest::newRow("a field of that name") << R"({"diff":{"u":{"a":2}}})"
                                              << R"({"_id":1,"diff":{"u":{"a":2}}})";
        // the difference would be larger than the document
        QTest::newRow("a pipeline on little") << R"([{"$set":{"a":2}}])"
                                              << R"({"_id":1,"a":2})";
    }
    void someUpdatesAreReplacements()
    {
        QFETCH(QString, update);
        QFETCH(QString, fullDocument);
        const bson::Document events = changed(QStringLiteral(R"({"_id":1,"a":1})"), update);
        QCOMPARE(ReplSetFixture::column(events, "operationType"), QStringLiteral(R"("replace")"));
        QCOMPARE(ReplSetFixture::column(events, "fullDocument"), fullDocument);
    }

    void before50PipelinesWereReplacements()
    {
        m_engine->facts.versionNumbers = {4, 4, 0, 0};
        const bson::Document events = changed(QStringLiteral(R"({"_id":1,"a":1,"f":"~"})"),
                                              QStringLiteral(R"([{"$set":{"a":2}}])"));
        QCOMPARE(ReplSetFixture::column(events, "operationType"), QStringLiteral(R"("replace")"));
    }

    void eachOfSeveralDocumentsHasItsOwnDescription()
    {
        m_engine->good(R"({"insert":"c","documents":[{"_id":1,"l":[1]},{"_id":2,"l":[]},
            {"_id":3,"l":[1,2]}]})");
        const bson::Document stream = m_engine->watch("c");
        m_engine->good(R"({"update":"c","updates":[{"q":{},"u":{"$push":{"l":9}},"multi":true},
            {"q":{"_id":1},"u":{"l":0}}]})");
        const bson::Document events = m_engine->more(stream);
        QCOMPARE(ReplSetFixture::column(events, "updateDescription.updatedFields"),
                 QStringLiteral(R"({"l.1":9} {"l":[9]} {"l.2":9} )"));
        QCOMPARE(ReplSetFixture::column(events, "operationType"),
                 QStringLiteral(R"("update" "update" "update" "replace")"));
    }

    void findAndModifyIsDescribedLikewise()
    {
        m_engine->good(R"({"insert":"c","documents":[{"_id":1,"l":[1]}]})");
        const bson::Document stream = m_engine->watch("c");
        m_engine->good(R"({"findAndModify":"c","query":{},"update":{"$set":{"l":[1,2]}}})");
        QCOMPARE(ReplSetFixture::column(m_engine->more(stream), "updateDescription.updatedFields"),
                 QStringLiteral(R"({"l":[1,2]})"));
    }

    void ambiguousPathsAreExplained_data()
    {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("update");
        QTest::addColumn<QString>("paths");
        const auto row
            = [](const char* name, const char* before, const char* update, const char* paths) {
                  QTest::newRow(name) << QString::fromUtf8(before) << QString::fromUtf8(update)
                                      << QString::fromUtf8(paths);
              };
        row("plain", R"({"_id":1,"a":{"l":[{"b":1}]}})", R"({"$set":{"a.l.0.b":2,"x":1}})", "{}");
        row("a number in front", R"({"_id":1})", R"({"$set":{"0":1}})", "{}");
        row("a number behind", R"({"_id":1,"o":{"0":{"1":1}}})", R"({"$set":{"o.0.1":2}})",
            R"({"o.0.1":["o","0","1"]})");
        row("an index and a number", R"({"_id":1,"l":[[{"0":1}]]})", R"({"$set":{"l.0.0.1":2}})",
            R"({"l.0.0.1":["l",0,0,"1"]})");
        row("no number", R"({"_id":1,"o":{}})", R"({"$set":{"o.00":2}})", "{}");
        row("removed", R"({"_id":1,"o":{"0":1}})", R"({"$unset":{"o.0":1}})",
            R"({"o.0":["o","0"]})");
        row("a dot", R"({"_id":1,"f":"~"})",
            R"([{"$replaceWith":{"$setField":{"field":"d.t","input":"$$ROOT","value":1}}}])",
            R"({"d.t":["d.t"]})");
        row("a shorter array", R"({"_id":1,"o":{"7":["~",1]}})", R"([{"$set":{"o":{"7":["~"]}}}])",
            R"({"o.7":["o","7"]})");
    }
    void ambiguousPathsAreExplained()
    {
        QFETCH(QString, before);
        QFETCH(QString, update);
        QFETCH(QString, paths);
        const bson::Document events = changed(before, update, R"({"showExpandedEvents":true})");
        QCOMPARE(ReplSetFixture::column(events, "updateDescription.disambiguatedPaths"), paths);
    }

    void before61PathsWereNotExplained()
    {
        m_engine->facts.versionNumbers = {6, 0, 20, 0};
        const bson::Document events
            = changed(QStringLiteral(R"({"_id":1})"), QStringLiteral(R"({"$set":{"a":1}})"),
                      R"({"showExpandedEvents":true})");
        QVERIFY(!ReplSetFixture::document(events, "0")["updateDescription"].asDocument().contains(
            "disambiguatedPaths"));
    }

    void mergedDocumentsAreDescribed()
    {
        m_engine->good(R"({"insert":"d","documents":[{"_id":1,"a":1,"o":{"x":1}}]})");
        m_engine->good(R"({"insert":"c","documents":[{"_id":1,"o":{"x":1,"y":2},"n":5}]})");
        const bson::Document stream = m_engine->watch("d");
        for (const char* matched :
             {R"("merge")", R"("merge")", R"([{"$set":{"a":7}}])", R"("replace")"}) {
            m_engine->good(R"({"aggregate":"c","cursor":{},"pipeline":[{"$merge":{"into":"d",
                "whenMatched":)"
                           + std::string(matched) + "}}]}");
        }
        const bson::Document events = m_engine->more(stream);
        // the second one changed nothing
        QCOMPARE(ReplSetFixture::column(events, "operationType"),
                 QStringLiteral(R"("update" "update" "replace")"));
        QCOMPARE(ReplSetFixture::column(events, "updateDescription.updatedFields"),
                 QStringLiteral(R"({"o":{"x":1,"y":2},"n":5} {"a":7} )"));
    }

    void largeEventsNeedTheStageThatSplits()
    {
        m_engine = std::make_unique<ReplSetFixture>(std::int64_t{256} << 20U);
        m_engine->good(R"({"create":"c","changeStreamPreAndPostImages":{"enabled":true}})");
        const std::string images
            = R"("fullDocument":"required","fullDocumentBeforeChange":"required")";
        const std::string split = R"({"$changeStreamSplitLargeEvent":{}})";
        m_engine->run(bson::makeDocument(
            "insert", "c", "documents",
            bson::Value::array(bson::makeArray(bson::makeDocument(
                "_id", 1, "f", std::string(std::size_t{9} * 1024 * 1024, 'x'))))));
        const bson::Document whole = m_engine->watch("c", "{" + images + "}");
        const bson::Document parts = m_engine->watch("c", "{" + images + "}", split);
        m_engine->good(R"({"update":"c","updates":[{"q":{},"u":{"$set":{"b":1}}}]})");
        VERIFY_HOLDS(m_engine->more(whole), R"({"code":10334,"codeName":"BSONObjectTooLarge"})");

        // two fragments of 9 MB do not fit into one reply
        const bson::Document first = m_engine->more(parts);
        QCOMPARE(ReplSetFixture::column(first, "splitEvent"),
                 QStringLiteral(R"({"fragment":1,"of":2})"));
        const bson::Document fragment = ReplSetFixture::document(first, "0");
        // its name makes the other image the larger field
        QVERIFY(fragment.contains("updateDescription") && fragment.contains("fullDocument"));
        QVERIFY(!fragment.contains("fullDocumentBeforeChange"));
        const std::string token = bson::toJson(fragment["_id"]);
        QCOMPARE(bson::toJson(first["cursor"].asDocument()["postBatchResumeToken"]), token);
        QCOMPARE(ReplSetFixture::column(m_engine->more(parts), "fullDocumentBeforeChange._id"),
                 QStringLiteral("1"));

        const std::string resumed = "{" + images + R"(,"resumeAfter":)" + token + "}";
        QCOMPARE(m_engine->watch("c", resumed)["code"].asInt32(), 280);
        QCOMPARE(ReplSetFixture::column(m_engine->watch("c", resumed, split), "splitEvent"),
                 QStringLiteral(R"({"fragment":2,"of":2})"));
    }

    void before60LargeEventsWereNotSplit()
    {
        m_engine->facts.versionNumbers = {5, 0, 31, 0};
        QCOMPARE(
            m_engine->watch("c", "{}", R"({"$changeStreamSplitLargeEvent":{}})")["code"].asInt32(),
            40324);
    }

    void anAppliedEntryIsLoggedAsItIs()
    {
        m_engine->good(R"({"insert":"c","documents":[{"_id":1,"a":{"b":0,"c":1}}]})");
        const bson::Document stream = m_engine->watch("c");
        for (const char* o :
             {R"({"$v":2,"diff":{"u":{"a":{"b":1,"c":1}}}})",
              R"({"$v":2,"diff":{"u":{"a":{"b":1,"c":1}}}})", R"({"_id":1,"z":1})"}) {
            const bson::Document reply
                = m_engine->runOnAdmin(R"({"applyOps":[{"op":"u","ns":"db.c","o2":{"_id":1},"o":)"
                                       + std::string(o) + "}]}");
            QCOMPARE(reply["ok"].toDouble(), 1.0);
        }
        const bson::Document events = m_engine->more(stream);
        QCOMPARE(ReplSetFixture::column(events, "operationType"),
                 QStringLiteral(R"("update" "replace")"));
        QCOMPARE(ReplSetFixture::column(events, "updateDescription.updatedFields"),
                 QStringLiteral(R"({"a":{"b":1,"c":1}} )"));
    }

private:
    static std::string command(const QString& update)
    {
        return filled(
            QStringLiteral(R"({"update":"c","updates":[{"q":{"_id":1},"u":%1}]})").arg(update));
    }
    /// The events of an update of one document. `options`: of the stream.
    bson::Document changed(const QString& before, const QString& update,
                           const std::string& options = "{}")
    {
        m_engine->good(filled(QStringLiteral(R"({"insert":"c","documents":[%1]})").arg(before)));
        const bson::Document stream = m_engine->watch("c", options);
        m_engine->good(command(update));
        return m_engine->more(stream);
    }

    std::unique_ptr<ReplSetFixture> m_engine;
};

SANDGLASS_TEST(CommandsUpdateEventsTest)
} // namespace tst_commands_update_events

#include "tst_commands_update_events.moc"
