// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/services/purge/percent.h"
#include "app/services/purge/purge_job.h"
#include "tests/support/test_program.h"

#include <QDateTime>
#include <QObject>
#include <QTest>
#include <QTimeZone>

#include <limits>

namespace tst_services_purge_job {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using services::AllowedHours;
using services::jobText;
using services::parseJob;
using services::PurgeJob;

namespace {

const base::Time kNow(base::Millis(1'893'456'000'123));

PurgeJob job()
{
    PurgeJob made;
    made.id = u"20300101T000000123Z"_s;
    made.server = u"mongodb://db.example/"_s;
    made.rule = {{"shop", "logs"}, "at", 3'600, {}, kNow, 0};
    made.total = 1'000;
    made.startedAt = kNow;
    return made;
}

/// The job's text with one of its top-level fields replaced by JSON; an empty one takes it away.
std::string with(const std::string& field, const std::string& value)
{
    const bson::Document stored = *bson::fromJson(jobText(job()));
    bson::Builder changed;
    for (const bson::Element& each : stored.view()) {
        if (each.key != field) {
            changed.append(each.key, each.value);
        }
    }
    if (!value.empty()) {
        const bson::Document wrapped = *bson::fromJson("{\"v\": " + value + "}");
        changed.append(field, wrapped["v"]);
    }
    return bson::toJson(changed.take(), bson::JsonForm::Canonical);
}

base::Time at(const QDateTime& moment)
{
    return base::Time(base::Millis(moment.toMSecsSinceEpoch()));
}

} // namespace

class TestPurgeJob : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aPercentNeverOverflows();
    void everythingComesBack();
    void whatIsNotSetStaysUnset();
    void hostileNamesComeBack_data();
    void hostileNamesComeBack();
    void whatIsNoPurgeIsRefused_data();
    void whatIsNoPurgeIsRefused();
    void everyCutTextIsRefused();
    void optionsOutOfRangeAreBrought_data();
    void optionsOutOfRangeAreBrought();
    void whatIsLeftIsNeverNegative();
    void theAllowedHoursMayGoOverMidnight_data();
    void theAllowedHoursMayGoOverMidnight();
    void theAllowedHoursFollowTheirZone();
    void onTheDayOfTheClockChangeTheWallClockCounts();
};

void TestPurgeJob::everythingComesBack()
{
    PurgeJob made = job();
    made.index = "at_1";
    made.rule.collation = bson::makeDocument("locale", "en");
    made.rule.partialFilter
        = *bson::fromJson(R"({"state": {"$gt": {"$numberLong": "5"}}, "open": true})");
    made.options.batch = 7;
    made.options.pause = 1'500ms;
    made.options.hours = AllowedHours{1'320, 360, "Asia/Kathmandu"};
    made.options.latencyLimit = 2s;
    made.options.lagLimit = 10s;
    made.archive.emplace();
    made.archive->layout = {"/archives/过", made.rule.ns, archive::Format::JsonLines};
    made.archive->documentsHash = std::string(64, 'a');
    made.archive->offset = 9'007'199'254'740'993; // more than a double holds
    made.totalExact = false;
    made.rule.sampleAbove = 10'000;
    made.deleted = 400;
    made.changed = 3;
    made.gone = 2;
    made.batches = 58;
    made.slowest = 1'234ms;
    const Result<PurgeJob> read = parseJob(jobText(made));
    QVERIFY2(read, read ? "" : read.error().message.c_str());
    QCOMPARE(read->id, made.id);
    QCOMPARE(read->server, made.server);
    QCOMPARE(read->index, made.index);
    QCOMPARE(read->rule.ns, made.rule.ns);
    QCOMPARE(read->rule.now, kNow); // to the millisecond: documents are judged by it to the end
    QVERIFY(*read->rule.partialFilter == *made.rule.partialFilter);
    QVERIFY(read->rule.collation == made.rule.collation);
    QCOMPARE(read->options.batch, 7);
    QCOMPARE(read->options.pause.count(), 1'500);
    QCOMPARE(read->options.hours->from, 1'320);
    QCOMPARE(read->options.hours->to, 360);
    QCOMPARE(read->options.hours->zoneId, QByteArray("Asia/Kathmandu"));
    QCOMPARE(read->options.latencyLimit->count(), 2'000);
    QCOMPARE(read->options.lagLimit->count(), 10);
    QCOMPARE(read->archive->layout.folder, made.archive->layout.folder);
    QCOMPARE(read->archive->layout.format, archive::Format::JsonLines);
    QCOMPARE(read->archive->layout.ns, made.rule.ns);
    QCOMPARE(read->archive->offset, made.archive->offset);
    QCOMPARE(read->archive->documentsHash, made.archive->documentsHash);
    QVERIFY(!read->totalExact);
    QCOMPARE(read->rule.sampleAbove, 10'000);
    QCOMPARE(read->done(), 405);
    QCOMPARE(read->batches, 58);
    QCOMPARE(read->slowest.count(), 1'234);
    QCOMPARE(read->startedAt, kNow);
}

void TestPurgeJob::whatIsNotSetStaysUnset()
{
    const Result<PurgeJob> read = parseJob(jobText(job()));
    QVERIFY(read);
    QVERIFY(!read->archive);
    QVERIFY(!read->rule.partialFilter);
    QVERIFY(!read->options.hours);
    QVERIFY(!read->options.latencyLimit);
    QVERIFY(!read->options.lagLimit);
    QVERIFY(read->index.empty());
}

void TestPurgeJob::hostileNamesComeBack_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("quotes and lines") << u"a\"b\\\n\r\tc"_s;
    QTest::newRow("right to left") << u"\u202Ecod.日志"_s;
    QTest::newRow("dollar and dots") << u"$a..b.$c"_s;
    QTest::newRow("10 kB") << QString(10'240, u'过');
}

void TestPurgeJob::hostileNamesComeBack()
{
    QFETCH(QString, name);
    PurgeJob made = job();
    made.rule.ns = {"d", name.toStdString()};
    made.rule.field = name.toStdString();
    made.index = name.toStdString();
    made.server = name;
    const Result<PurgeJob> read = parseJob(jobText(made));
    QVERIFY(read);
    QCOMPARE(read->rule.ns, made.rule.ns);
    QCOMPARE(read->rule.field, made.rule.field);
    QCOMPARE(read->index, made.index);
    QCOMPARE(read->server, name);
}

void TestPurgeJob::whatIsNoPurgeIsRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char* name, const std::string& text) {
        QTest::newRow(name) << QByteArray::fromStdString(text);
    };
    row("nothing", "");
    row("a list", "[]");
    row("an empty object", "{}");
    row("another version", with("sandglassPurge", "2"));
    row("half a version", with("sandglassPurge", "1.5"));
    row("no version", with("sandglassPurge", ""));
    row("no id", with("id", ""));
    row("no server", with("server", "\"\""));
    row("no rule", with("rule", ""));
    row("a rule without a moment",
        with("rule", R"({"db":"a","collection":"b","field":"c","expireAfterSeconds":1})"));
    row("a moment in words",
        with("rule",
             R"({"db":"a","collection":"b","field":"c","expireAfterSeconds":1,"now":"today"})"));
    row("a rule without seconds",
        with("rule",
             R"({"db":"a","collection":"b","field":"c","now":{"$date":"2030-01-01T00:00:00Z"}})"));
    row("no field",
        with(
            "rule",
            R"({"db":"a","collection":"b","field":"","expireAfterSeconds":1,"now":{"$date":"2030-01-01T00:00:00Z"}})"));
    row("no collection",
        with(
            "rule",
            R"({"db":"a","field":"c","expireAfterSeconds":1,"now":{"$date":"2030-01-01T00:00:00Z"}})"));
}

void TestPurgeJob::whatIsNoPurgeIsRefused()
{
    QFETCH(QByteArray, text);
    const Result<PurgeJob> read = parseJob(text.toStdString());
    QVERIFY(!read);
    QCOMPARE(read.error().code, Errc::InvalidInput);
}

void TestPurgeJob::everyCutTextIsRefused()
{
    const std::string text = jobText(job());
    const std::size_t end = text.rfind('}');
    for (std::size_t cut = 0; cut <= end; ++cut) {
        QVERIFY2(!parseJob(text.substr(0, cut)), text.substr(0, cut).c_str());
    }
    QVERIFY(parseJob(text));
}

void TestPurgeJob::optionsOutOfRangeAreBrought_data()
{
    QTest::addColumn<QByteArray>("options");
    QTest::addColumn<int>("batch");
    QTest::addColumn<int>("pause");
    QTest::newRow("zero") << QByteArray(R"({"batch": 0, "pauseMillis": 0})") << 1 << 0;
    QTest::newRow("negative") << QByteArray(R"({"batch": -5, "pauseMillis": -200})") << 1 << 0;
    QTest::newRow("too many") << QByteArray(R"({"batch": 1e300, "pauseMillis": 200})")
                              << services::kLargestBatch << 200;
}

void TestPurgeJob::optionsOutOfRangeAreBrought()
{
    QFETCH(QByteArray, options);
    QFETCH(int, batch);
    QFETCH(int, pause);
    const Result<PurgeJob> read = parseJob(with("options", options.toStdString()));
    QVERIFY(read);
    QCOMPARE(read->options.batch, batch);
    QCOMPARE(read->options.pause.count(), pause);
    const Result<PurgeJob> hours = parseJob(
        with("options", R"({"hours": {"from": -1, "to": 5000, "zone": "Nowhere/Here"}})"));
    QCOMPARE(hours->options.hours->from, 0);
    QCOMPARE(hours->options.hours->to, 1'439);
}

void TestPurgeJob::whatIsLeftIsNeverNegative()
{
    PurgeJob made = job();
    made.deleted = 600;
    made.changed = 300;
    made.gone = 99;
    QCOMPARE(made.left(), 1);
    made.gone = 500; // more came while it ran
    QCOMPARE(made.left(), 0);
    made.total = 0; // it was not counted
    QCOMPARE(made.left(), 0);
}

void TestPurgeJob::theAllowedHoursMayGoOverMidnight_data()
{
    QTest::addColumn<int>("from");
    QTest::addColumn<int>("to");
    QTest::addColumn<QTime>("time");
    QTest::addColumn<bool>("inside");
    const auto row = [](const char* name, int from, int to, const QTime& time, bool inside) {
        QTest::newRow(name) << from * 60 << to * 60 << time << inside;
    };
    row("begin", 8, 17, {8, 0}, true);
    row("just before", 8, 17, {7, 59, 59, 999}, false);
    row("last moment", 8, 17, {16, 59, 59, 999}, true);
    row("end", 8, 17, {17, 0}, false);
    row("over midnight, evening", 22, 6, {23, 30}, true);
    row("over midnight, midnight", 22, 6, {0, 0}, true);
    row("over midnight, end", 22, 6, {6, 0}, false);
    row("over midnight, noon", 22, 6, {12, 0}, false);
    row("the whole day", 5, 5, {4, 59}, true);
    row("from midnight", 0, 6, {0, 0}, true);
    row("up to midnight", 18, 0, {23, 59}, true);
    row("up to midnight, over", 18, 0, {0, 0}, false);
}

void TestPurgeJob::theAllowedHoursMayGoOverMidnight()
{
    QFETCH(int, from);
    QFETCH(int, to);
    QFETCH(QTime, time);
    QFETCH(bool, inside);
    const base::Time moment = at(QDateTime(QDate(2030, 1, 1), time, QTimeZone::utc()));
    QCOMPARE(services::within({from, to, "UTC"}, moment), inside);
}

void TestPurgeJob::theAllowedHoursFollowTheirZone()
{
    const base::Time utcNoon = at(QDateTime(QDate(2030, 1, 1), QTime(12, 0), QTimeZone::utc()));
    QVERIFY(!services::within({17 * 60, 18 * 60, "UTC"}, utcNoon));
    QVERIFY(services::within({17 * 60, 18 * 60, "Asia/Kathmandu"}, utcNoon)); // it is 17:45 there
    // a zone that this computer does not know: its own one, not an endless wait
    const base::Time here
        = at(QDateTime(QDate(2030, 1, 1), QTime(12, 0), QTimeZone::systemTimeZone()));
    QVERIFY(services::within({11 * 60, 13 * 60, "Nowhere/Here"}, here));
}

void TestPurgeJob::onTheDayOfTheClockChangeTheWallClockCounts()
{
    // in Berlin 2:00 becomes 3:00 on 31 March 2030, and 3:00 becomes 2:00 on 27 October
    const AllowedHours twoToThree{2 * 60, 3 * 60, "Europe/Berlin"};
    const auto utc = [](const QDate& day, int hour) {
        return at(QDateTime(day, QTime(hour, 30), QTimeZone::utc()));
    };
    const QDate spring(2030, 3, 31);
    QVERIFY(!services::within(twoToThree, utc(spring, 0))); // 1:30
    QVERIFY(!services::within(twoToThree, utc(spring, 1))); // 3:30: there is no 2:30
    const QDate autumn(2030, 10, 27);
    QVERIFY(services::within(twoToThree, utc(autumn, 0))); // the first 2:30
    QVERIFY(services::within(twoToThree, utc(autumn, 1))); // the second
    QVERIFY(!services::within(twoToThree, utc(autumn, 2))); // 3:30
}

// A job file may hold any total.
void TestPurgeJob::aPercentNeverOverflows()
{
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    QCOMPARE(services::percent(1, 3), 33);
    QCOMPARE(services::percent(3, 3), 100);
    QCOMPARE(services::percent(4, 3), 100);
    QCOMPARE(services::percent(-1, 3), 0);
    QCOMPARE(services::percent(0, 0), -1);
    QCOMPARE(services::percent(kMost / 2, kMost), 50);
    QCOMPARE(services::percent(kMost, kMost), 100);
}

SANDGLASS_TEST(TestPurgeJob)
} // namespace tst_services_purge_job

#include "tst_services_purge_job.moc"
