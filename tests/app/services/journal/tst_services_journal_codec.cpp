// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/services/journal/journal_codec.h"
#include "tests/support/test_program.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QObject>
#include <QTest>

namespace tst_services_journal_codec {

using namespace sandglass;
using namespace Qt::StringLiterals;
using services::journalBegin;
using services::journalEnd;
using services::journalEntries;
using services::JournalEntry;
using services::JournalKind;
using services::JournalStatus;

namespace {

JournalEntry entry(std::uint64_t id = 7)
{
    JournalEntry made;
    made.id = id;
    made.at = base::Time(base::Millis(1'893'456'000'123));
    made.kind = JournalKind::ChangeIndex;
    made.server = u"mongodb://a.example/"_s;
    made.ns = {"shop", "carts"};
    made.index = "at_1";
    made.command = bson::makeDocument("collMod", "carts");
    return made;
}

JournalEntry ended(JournalStatus status, std::uint64_t id = 7)
{
    JournalEntry made = entry(id);
    made.status = status;
    made.reply = bson::makeDocument("ok", 1.0);
    return made;
}

std::string lines(const JournalEntry& both)
{
    return journalBegin(both) + '\n' + journalEnd(both) + '\n';
}

/// The only entry of a text; an empty one when there is not exactly one.
JournalEntry only(const std::string& text)
{
    const std::vector<JournalEntry> entries = journalEntries(text, 10);
    return entries.size() == 1 ? entries.front() : JournalEntry();
}

bson::Document json(std::string_view text)
{
    return *bson::fromJson(text);
}

} // namespace

class TestJournalCodec : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyKindKeepsItsName_data();
    void everyKindKeepsItsName();
    void hostileTextComesBackOnOneLine_data();
    void hostileTextComesBackOnOneLine();
    void everyTypeOfADefinitionIsKept_data();
    void everyTypeOfADefinitionIsKept();
    void everyErrorKeepsItsCode();
    void anErrorOfALaterVersionIsInternal();
    void aKindOfALaterVersionIsSkipped();
    void aLineThatIsNoEndEndsNothing();
    void anEndWithoutItsBeginIsSkipped();
    void anEndMayBeFarBehindItsBegin();
    void whatIsNotSetIsNotWritten();
    void entriesAreOldestFirst();
    void theLimitKeepsTheNewest_data();
    void theLimitKeepsTheNewest();
    void everyCutOfATextLeavesWholeEntries();
    void aTextWithoutEntriesHasNone_data();
    void aTextWithoutEntriesHasNone();
};

void TestJournalCodec::everyKindKeepsItsName_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("name");
    // journals of earlier versions are read for ever
    const QStringList names{u"createIndex"_s,      u"changeIndex"_s,    u"dropIndex"_s,
                            u"insert"_s,           u"replace"_s,        u"setDate"_s,
                            u"remove"_s,           u"loadSampleData"_s, u"stagedPurge"_s,
                            u"makeRestorePoint"_s, u"restoreData"_s};
    for (int kind = 0; kind <= static_cast<int>(JournalKind::RestoreData); ++kind) {
        QTest::addRow("%d", kind) << kind << names.value(kind);
    }
}

void TestJournalCodec::everyKindKeepsItsName()
{
    QFETCH(int, kind);
    QFETCH(QString, name);
    JournalEntry made = entry();
    made.kind = static_cast<JournalKind>(kind);
    const std::string line = journalBegin(made);
    QCOMPARE(QJsonDocument::fromJson(QByteArray::fromStdString(line))[u"kind"].toString(), name);
    QCOMPARE(only(line).kind, made.kind);
}

void TestJournalCodec::hostileTextComesBackOnOneLine_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("quotes") << u"a\"b\\c'd"_s;
    QTest::newRow("line ends") << u"a\nb\r\nc"_s;
    QTest::newRow("separators of lines") << u"a\u2028b\u2029c\u0085d"_s;
    QTest::newRow("controls") << u"\t\b\u001b[31m"_s;
    QTest::newRow("right to left") << u"\u202Ecod\u2066x"_s;
    QTest::newRow("outside the basic plane") << QStringLiteral("\U0001F4A3过期");
    QTest::newRow("JSON") << uR"({"e":"end","id":7,"state":"failed"})"_s;
    QTest::newRow("10 kB") << QString(10'240, u'"');
}

void TestJournalCodec::hostileTextComesBackOnOneLine()
{
    QFETCH(QString, text);
    const std::string utf8 = text.toStdString();
    JournalEntry made = ended(JournalStatus::Failed);
    made.server = text;
    made.ns = {utf8, utf8};
    made.index = utf8;
    made.mongosh = utf8;
    made.command = bson::makeDocument("collMod", utf8);
    made.error = base::serverError(2, utf8, utf8);
    QVERIFY(journalBegin(made).find('\n') == std::string::npos);
    QVERIFY(journalEnd(made).find('\n') == std::string::npos);
    const JournalEntry read = only(lines(made));
    QCOMPARE(read.server, text);
    QCOMPARE(read.ns, made.ns);
    QCOMPARE(read.index, utf8);
    QCOMPARE(read.mongosh, utf8);
    QVERIFY(read.command == made.command);
    QCOMPARE(read.error->message, utf8);
    QCOMPARE(read.error->serverCodeName, utf8);
}

void TestJournalCodec::everyTypeOfADefinitionIsKept_data()
{
    QTest::addColumn<QByteArray>("definition");
    QTest::newRow("numbers") << QByteArray(
        R"({"a": 1, "b": {"$numberLong": "1"}, "c": {"$numberDouble": "1.0"},
            "d": {"$numberDecimal": "1"}, "e": {"$numberDouble": "NaN"},
            "f": {"$numberDouble": "-Infinity"}})");
    QTest::newRow("dates") << QByteArray(
        R"({"a": {"$date": {"$numberLong": "-9223372036854775808"}},
            "b": {"$timestamp": {"t": 5, "i": 6}}})");
    QTest::newRow("others") << QByteArray(
        R"({"a": null, "b": {"$oid": "507f1f77bcf86cd799439011"}, "c": {"$minKey": 1},
            "d": {"$binary": {"base64": "AQID", "subType": "04"}},
            "e": {"$regularExpression": {"pattern": "^a\"", "options": "i"}}})");
    QTest::newRow("filter") << QByteArray(
        R"({"partialFilterExpression": {"state": {"$type": "date"}, "n": {"$gt": 5},
            "x": {"$exists": true}, "$and": [{"y": {"$in": [1, "1"]}}]}})");
    QTest::newRow("order and repetition")
        << QByteArray(R"({"z": 1, "a": {"z": [], "a": {}}, "": "empty"})");
}

void TestJournalCodec::everyTypeOfADefinitionIsKept()
{
    QFETCH(QByteArray, definition);
    JournalEntry made = ended(JournalStatus::Succeeded);
    made.before = json(definition.toStdString());
    made.after = made.before;
    made.command = *made.before;
    made.reply = *made.before;
    const JournalEntry read = only(lines(made));
    QVERIFY(read.before && *read.before == *made.before);
    QVERIFY(read.after && *read.after == *made.before);
    QVERIFY(read.command == *made.before);
    QVERIFY(read.reply == *made.before);
}

void TestJournalCodec::everyErrorKeepsItsCode()
{
    for (int code = 0; code <= static_cast<int>(Errc::Internal); ++code) {
        JournalEntry made = ended(JournalStatus::Failed);
        made.error = base::failure(static_cast<Errc>(code), "why");
        QCOMPARE(only(lines(made)).error->code, static_cast<Errc>(code));
        QCOMPARE(only(lines(made)).error->reason, base::LocalReason::None);
        QVERIFY(!only(lines(made)).error->deleted);
        made.error->deleted = 1'000;
        QCOMPARE(only(lines(made)).error->deleted, std::optional<std::int64_t>(1'000));
        made.error->reason = base::LocalReason::MonitorUnchanged;
        QCOMPARE(only(lines(made)).error->reason, base::LocalReason::MonitorUnchanged);
    }
}

void TestJournalCodec::anErrorOfALaterVersionIsInternal()
{
    const std::string end
        = R"({"e":"end","state":"failed","id":7,"error":{"code":"Haunted","message":"boo"}})";
    const JournalEntry read = only(journalBegin(entry()) + '\n' + end);
    QCOMPARE(read.status, JournalStatus::Failed);
    QCOMPARE(read.error->code, Errc::Internal);
    QCOMPARE(read.error->message, std::string("boo"));
}

void TestJournalCodec::aKindOfALaterVersionIsSkipped()
{
    std::string line = journalBegin(entry(8));
    line.replace(line.find("changeIndex"), 11, "haunt");
    const JournalEntry read = only(journalBegin(entry()) + '\n' + line + '\n');
    QCOMPARE(read.id, std::uint64_t{7});
}

void TestJournalCodec::aLineThatIsNoEndEndsNothing()
{
    const std::string note = R"({"e":"note","id":7,"text":"of a later version"})";
    const std::string bare = R"({"id":7})";
    const JournalEntry read = only(journalBegin(entry()) + '\n' + note + '\n' + bare + '\n');
    QCOMPARE(read.status, JournalStatus::Pending);
    QVERIFY(!read.error);
}

void TestJournalCodec::anEndWithoutItsBeginIsSkipped()
{
    const JournalEntry other = ended(JournalStatus::Succeeded, 8);
    QVERIFY(journalEntries(journalEnd(other), 10).empty());
    const JournalEntry read
        = only(journalEnd(ended(JournalStatus::Succeeded)) + '\n' + journalBegin(entry()) + '\n');
    QCOMPARE(read.status, JournalStatus::Pending); // nothing ends before it begins
}

void TestJournalCodec::anEndMayBeFarBehindItsBegin()
{
    std::string text = journalBegin(entry(1)) + '\n';
    for (std::uint64_t id = 2; id <= 50; ++id) {
        text += lines(ended(JournalStatus::Succeeded, id));
    }
    JournalEntry last = ended(JournalStatus::Succeeded, 1);
    last.documents = 12;
    text += journalEnd(last) + '\n';
    const std::vector<JournalEntry> read = journalEntries(text, 100);
    QCOMPARE(read.size(), std::size_t{50});
    QCOMPARE(read.front().status, JournalStatus::Succeeded);
    QCOMPARE(read.front().documents, 12);
}

void TestJournalCodec::whatIsNotSetIsNotWritten()
{
    const JournalEntry read = only(lines(ended(JournalStatus::Succeeded)));
    QVERIFY(!read.before);
    QVERIFY(!read.after);
    QVERIFY(!read.deletes);
    QVERIFY(!read.error);
    QCOMPARE(read.undoes, std::uint64_t{0});
    JournalEntry none = entry();
    none.deletes = 0; // counted, and nothing goes
    QCOMPARE(only(journalBegin(none)).deletes, std::optional<std::int64_t>(0));
    QCOMPARE(read.at, entry().at);
}

void TestJournalCodec::entriesAreOldestFirst()
{
    // two programs write into one file: its lines are not in the order of the ids
    const std::string text = journalBegin(entry(30)) + '\n' + journalBegin(entry(10)) + '\n'
        + journalBegin(entry(20)) + '\n';
    std::vector<std::uint64_t> ids;
    for (const JournalEntry& each : journalEntries(text, 10)) {
        ids.push_back(each.id);
    }
    QCOMPARE(ids, (std::vector<std::uint64_t>{10, 20, 30}));
}

void TestJournalCodec::theLimitKeepsTheNewest_data()
{
    QTest::addColumn<int>("limit");
    QTest::addColumn<int>("kept");
    QTest::newRow("none") << 0 << 0;
    QTest::newRow("one") << 1 << 1;
    QTest::newRow("all") << 5 << 5;
    QTest::newRow("more than there are") << 1'000 << 5;
}

void TestJournalCodec::theLimitKeepsTheNewest()
{
    QFETCH(int, limit);
    QFETCH(int, kept);
    std::string text;
    for (std::uint64_t id = 1; id <= 5; ++id) {
        text += lines(ended(JournalStatus::Succeeded, id));
    }
    const std::vector<JournalEntry> read = journalEntries(text, static_cast<std::size_t>(limit));
    QCOMPARE(read.size(), static_cast<std::size_t>(kept));
    if (kept > 0) {
        QCOMPARE(read.back().id, std::uint64_t{5});
        QCOMPARE(read.back().status, JournalStatus::Succeeded);
    }
}

void TestJournalCodec::everyCutOfATextLeavesWholeEntries()
{
    JournalEntry first = ended(JournalStatus::Succeeded, 1);
    first.index = "过期\"\n";
    const std::string whole = lines(first);
    const std::string text = whole + lines(ended(JournalStatus::Succeeded, 2));
    for (std::size_t cut = 0; cut <= text.size(); ++cut) {
        const std::vector<JournalEntry> read
            = journalEntries(std::string_view(text).substr(0, cut), 10);
        QVERIFY(read.size() <= 2);
        if (cut >= whole.size()) {
            QCOMPARE(read.front().index, first.index);
            QCOMPARE(read.front().status, JournalStatus::Succeeded);
        }
    }
}

void TestJournalCodec::aTextWithoutEntriesHasNone_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("line ends") << QByteArray("\n\n\r\n\n");
    QTest::newRow("zeros of a power failure") << QByteArray(4'096, '\0');
    QTest::newRow("not UTF-8") << QByteArray("{\"e\":\"begin\",\"id\":1,\"kind\":\"\xff\xfe\"}");
    QTest::newRow("no object") << QByteArray("[]\n5\n\"begin\"\nnull\n");
    QTest::newRow("no kind") << QByteArray(R"({"e":"begin","id":1})");
    QTest::newRow("kind of another type") << QByteArray(R"({"e":"begin","id":1,"kind":5})");
}

void TestJournalCodec::aTextWithoutEntriesHasNone()
{
    QFETCH(QByteArray, text);
    QVERIFY(journalEntries(text.toStdString(), 10).empty());
}

SANDGLASS_TEST(TestJournalCodec)
} // namespace tst_services_journal_codec

#include "tst_services_journal_codec.moc"
