// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/calendar.h"
#include "tests/support/test_program.h"

#include <QDateTime>
#include <QTest>
#include <QTimeZone>

#include "query_text.h"

namespace tst_query_date {

using namespace sandglass::engine::query;

class QueryDateTest : public QObject
{
    Q_OBJECT

private slots:
    void binsStartWhereLocalClocksSayThey_data();
    void binsStartWhereLocalClocksSayThey();
    void binsOfDaysAgreeWithQtInEveryZone_data();
    void binsOfDaysAgreeWithQtInEveryZone();
    void datesMoveByUnits_data();
    void datesMoveByUnits();
    void boundariesBetweenDatesAreCounted_data();
    void boundariesBetweenDatesAreCounted();
    void datesBecomeText_data();
    void datesBecomeText();
    void textBecomesDates_data();
    void textBecomesDates();
    void partsOfDatesAreRead_data();
    void partsOfDatesAreRead();
    void dateMistakesGiveTheCodesOfMongoDb_data();
    void dateMistakesGiveTheCodesOfMongoDb();
    void theEndsOfTheDateRangeAreSafe_data();
    void theEndsOfTheDateRangeAreSafe();
    void theCalendarIsItsOwnInverse();

private:
    static QString dateJson(const QString& iso);
};

// Extended JSON of a date given as ISO text.
QString QueryDateTest::dateJson(const QString& iso)
{
    const QDateTime time = QDateTime::fromString(iso, Qt::ISODateWithMs);
    Q_ASSERT(time.isValid());
    return QStringLiteral("{'$date': {'$numberLong': '%1'}}").arg(time.toMSecsSinceEpoch());
}

void QueryDateTest::binsStartWhereLocalClocksSayThey_data()
{
    QTest::addColumn<QString>("date");
    QTest::addColumn<QString>("options");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* date, const char* options, const char* expected) {
        QTest::addRow("%s %s", date, options)
            << QString::fromUtf8(date) << QString::fromUtf8(options) << QString::fromUtf8(expected);
    };
    row("2026-06-15T12:34:56.789Z", "'unit': 'hour'", "2026-06-15T12:00:00Z");
    row("2026-06-15T12:34:56.789Z", "'unit': 'minute', 'binSize': 15", "2026-06-15T12:30:00Z");
    row("1999-12-31T23:59:59.999Z", "'unit': 'second', 'binSize': 7", "1999-12-31T23:59:53Z");
    row("2026-06-15T12:34:56Z", "'unit': 'week'", "2026-06-14T00:00:00Z");
    row("2026-06-15T12:34:56Z", "'unit': 'week', 'startOfWeek': 'Mon'", "2026-06-15T00:00:00Z");
    row("2026-06-15T12:34:56Z", "'unit': 'month', 'binSize': 5", "2026-04-01T00:00:00Z");
    row("2026-06-15T12:34:56Z", "'unit': 'quarter'", "2026-04-01T00:00:00Z");
    row("1995-06-15T12:34:56Z", "'unit': 'year', 'binSize': 10", "1990-01-01T00:00:00Z");
    // Berlin: clocks skip 02:00 to 03:00 on 2026-03-29 and repeat it on 2026-10-25
    row("2026-03-29T12:00:00Z", "'unit': 'day', 'timezone': 'Europe/Berlin'",
        "2026-03-28T23:00:00Z");
    row("2026-03-29T22:30:00Z", "'unit': 'day', 'timezone': 'Europe/Berlin'",
        "2026-03-29T22:00:00Z");
    row("2026-10-25T23:30:00Z", "'unit': 'day', 'timezone': 'Europe/Berlin'",
        "2026-10-25T23:00:00Z");
    row("2026-10-25T22:59:00Z", "'unit': 'day', 'timezone': 'Europe/Berlin'",
        "2026-10-24T22:00:00Z");
    row("2026-07-10T12:00:00Z", "'unit': 'month', 'timezone': 'Europe/Berlin'",
        "2026-06-30T22:00:00Z");
    row("2026-10-25T01:30:00Z", "'unit': 'hour', 'timezone': 'Europe/Berlin'",
        "2026-10-25T01:00:00Z");
    // New York: 2026-03-08 and 2026-11-01
    row("2026-03-08T15:00:00Z", "'unit': 'day', 'timezone': 'America/New_York'",
        "2026-03-08T05:00:00Z");
    row("2026-03-09T03:59:00Z", "'unit': 'day', 'timezone': 'America/New_York'",
        "2026-03-08T05:00:00Z");
    row("2026-11-01T12:00:00Z", "'unit': 'day', 'timezone': 'America/New_York'",
        "2026-11-01T04:00:00Z");
    row("2026-11-02T04:30:00Z", "'unit': 'day', 'timezone': 'America/New_York'",
        "2026-11-01T04:00:00Z");
    row("2026-07-04T12:00:00Z", "'unit': 'year', 'timezone': 'America/New_York'",
        "2026-01-01T05:00:00Z");
    // Lord Howe moves its clocks by half an hour: 2026-04-05 and 2026-10-04
    row("2026-10-04T03:00:00Z", "'unit': 'day', 'timezone': 'Australia/Lord_Howe'",
        "2026-10-03T13:30:00Z");
    row("2026-04-05T06:00:00Z", "'unit': 'day', 'timezone': 'Australia/Lord_Howe'",
        "2026-04-04T13:00:00Z");
    // hours count from local midnight of 2000-01-01, when Lord Howe had summer time
    row("2026-07-01T10:45:00Z", "'unit': 'hour', 'timezone': 'Australia/Lord_Howe'",
        "2026-07-01T10:00:00Z");
    row("2026-06-15T12:00:00Z", "'unit': 'day', 'timezone': 'Asia/Kathmandu'",
        "2026-06-14T18:15:00Z");
    row("2026-06-15T12:40:00Z", "'unit': 'hour', 'timezone': 'Asia/Kathmandu'",
        "2026-06-15T12:15:00Z");
    row("2026-06-15T12:00:00Z", "'unit': 'day', 'timezone': '+05:30'", "2026-06-14T18:30:00Z");
    row("2026-06-15T12:00:00Z", "'unit': 'day', 'timezone': '-0330'", "2026-06-15T03:30:00Z");
    // years beyond the table of the file follow its rule
    row("2080-07-01T12:00:00Z", "'unit': 'day', 'timezone': 'Europe/Berlin'",
        "2080-06-30T22:00:00Z");
    row("2080-12-01T12:00:00Z", "'unit': 'day', 'timezone': 'Australia/Lord_Howe'",
        "2080-11-30T13:00:00Z");
    // before there were time zones Berlin kept its own time, 53 minutes and 28 seconds ahead
    row("1880-01-01T12:00:00Z", "'unit': 'day', 'timezone': 'Europe/Berlin'",
        "1879-12-31T23:06:32Z");
}

void QueryDateTest::binsStartWhereLocalClocksSayThey()
{
    QFETCH(QString, date);
    QFETCH(QString, options);
    QFETCH(QString, expected);
    const QString expression = QStringLiteral("{'$dateTrunc': {'date': '$d', %1}}").arg(options);
    const QString input = QStringLiteral("{'d': %1}").arg(dateJson(date));
    QCOMPARE(test::evaluated(expression, input), test::expectation(dateJson(expected)));
}

void QueryDateTest::binsOfDaysAgreeWithQtInEveryZone_data()
{
    QTest::addColumn<QString>("zone");
    for (const char* zone : {"Europe/Berlin", "Europe/Dublin", "America/New_York",
                             "America/St_Johns", "Australia/Lord_Howe", "Asia/Kathmandu",
                             "Africa/Casablanca", "America/Asuncion", "Pacific/Apia"}) {
        QTest::newRow(zone) << QString::fromUtf8(zone);
    }
}

void QueryDateTest::binsOfDaysAgreeWithQtInEveryZone()
{
    QFETCH(QString, zone);
    const QTimeZone qtZone(zone.toUtf8());
    QVERIFY(qtZone.isValid());
    const QString expression
        = QStringLiteral("{'$dateTrunc': {'date': '$d', 'unit': 'day', 'timezone': '%1'}}")
              .arg(zone);
    // odd steps reach all hours and all days around each change of the clocks
    const QDateTime end(QDate(2030, 1, 1), QTime(0, 0), QTimeZone::utc());
    QDateTime at(QDate(2022, 1, 1), QTime(0, 0), QTimeZone::utc());
    for (; at < end; at = at.addSecs(11 * 3600 + 17 * 60)) {
        const QDateTime local = at.toTimeZone(qtZone);
        const QDateTime midnight = local.date().startOfDay(qtZone);
        // where midnight itself is skipped or comes twice, libraries have different opinions
        if (midnight.time() != QTime(0, 0) || midnight.addSecs(3600).time() != QTime(1, 0)
            || midnight.addSecs(-3600).time() != QTime(23, 0)) {
            continue;
        }
        const QString date = QStringLiteral("{'d': {'$date': {'$numberLong': '%1'}}}");
        const QString expected = QStringLiteral("{'$date': {'$numberLong': '%1'}}");
        QCOMPARE(test::evaluated(expression, date.arg(at.toMSecsSinceEpoch())),
                 test::expectation(expected.arg(midnight.toMSecsSinceEpoch())));
    }
}

void QueryDateTest::datesMoveByUnits_data()
{
    QTest::addColumn<QString>("operation");
    QTest::addColumn<QString>("date");
    QTest::addColumn<QString>("options");
    QTest::addColumn<QString>("expected");
    const auto row
        = [](const char* operation, const char* date, const char* options, const char* expected) {
              QTest::addRow("%s %s %s", operation, date, options)
                  << QString::fromUtf8(operation) << QString::fromUtf8(date)
                  << QString::fromUtf8(options) << QString::fromUtf8(expected);
          };
    row("$dateAdd", "2026-01-31T10:00:00Z", "'unit': 'month', 'amount': 1", "2026-02-28T10:00:00Z");
    row("$dateAdd", "2024-02-29T10:00:00Z", "'unit': 'year', 'amount': 1", "2025-02-28T10:00:00Z");
    row("$dateAdd", "2026-11-30T10:00:00Z", "'unit': 'quarter', 'amount': 1",
        "2027-02-28T10:00:00Z");
    row("$dateAdd", "2026-03-28T11:00:00Z",
        "'unit': 'day', 'amount': 1, 'timezone': 'Europe/Berlin'", "2026-03-29T10:00:00Z");
    row("$dateAdd", "2026-03-28T11:00:00Z",
        "'unit': 'hour', 'amount': 24, 'timezone': 'Europe/Berlin'", "2026-03-29T11:00:00Z");
    row("$dateAdd", "2026-03-28T01:30:00Z",
        "'unit': 'day', 'amount': 1, 'timezone': 'Europe/Berlin'", "2026-03-29T01:30:00Z");
    row("$dateSubtract", "2026-03-31T00:00:00Z", "'unit': 'month', 'amount': 1",
        "2026-02-28T00:00:00Z");
    row("$dateSubtract", "2026-03-31T00:00:00Z", "'unit': 'millisecond', 'amount': 1",
        "2026-03-30T23:59:59.999Z");
    row("$dateSubtract", "2026-01-01T00:00:00Z", "'unit': 'week', 'amount': 2",
        "2025-12-18T00:00:00Z");
}

void QueryDateTest::datesMoveByUnits()
{
    QFETCH(QString, operation);
    QFETCH(QString, date);
    QFETCH(QString, options);
    QFETCH(QString, expected);
    const QString expression
        = QStringLiteral("{'%1': {'startDate': '$d', %2}}").arg(operation, options);
    QCOMPARE(test::evaluated(expression, QStringLiteral("{'d': %1}").arg(dateJson(date))),
             test::expectation(dateJson(expected)));
}

void QueryDateTest::boundariesBetweenDatesAreCounted_data()
{
    QTest::addColumn<QString>("start");
    QTest::addColumn<QString>("end");
    QTest::addColumn<QString>("options");
    QTest::addColumn<qint64>("expected");
    const auto row = [](const char* start, const char* end, const char* options, qint64 expected) {
        QTest::addRow("%s %s %s", start, end, options)
            << QString::fromUtf8(start) << QString::fromUtf8(end) << QString::fromUtf8(options)
            << expected;
    };
    row("2025-12-31T23:59:59Z", "2026-01-01T00:00:00Z", "'unit': 'year'", 1);
    row("2026-01-01T00:00:00Z", "2025-12-31T23:59:59Z", "'unit': 'day'", -1);
    row("2026-01-31T00:00:00Z", "2026-04-01T00:00:00Z", "'unit': 'quarter'", 1);
    row("2026-06-13T00:00:00Z", "2026-06-14T00:00:00Z", "'unit': 'week'", 1);
    row("2026-06-14T00:00:00Z", "2026-06-15T00:00:00Z", "'unit': 'week'", 0);
    row("2026-06-14T00:00:00Z", "2026-06-15T00:00:00Z", "'unit': 'week', 'startOfWeek': 'monday'",
        1);
    row("2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z",
        "'unit': 'day', 'timezone': 'Europe/Berlin'", 1);
    row("2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z",
        "'unit': 'hour', 'timezone': 'Europe/Berlin'", 23);
    row("2026-06-15T00:00:59Z", "2026-06-15T00:01:00Z", "'unit': 'minute'", 1);
    row("1969-12-31T23:59:59Z", "1970-01-01T00:00:01Z", "'unit': 'second'", 2);
}

void QueryDateTest::boundariesBetweenDatesAreCounted()
{
    QFETCH(QString, start);
    QFETCH(QString, end);
    QFETCH(QString, options);
    QFETCH(qint64, expected);
    const QString expression
        = QStringLiteral("{'$dateDiff': {'startDate': '$a', 'endDate': '$b', %1}}").arg(options);
    const QString input = QStringLiteral("{'a': %1, 'b': %2}").arg(dateJson(start), dateJson(end));
    QCOMPARE(test::evaluated(expression, input),
             test::expectation(QStringLiteral("{'$numberLong': '%1'}").arg(expected)));
}

void QueryDateTest::datesBecomeText_data()
{
    QTest::addColumn<QString>("options");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* options, const char* expected) {
        QTest::newRow(options) << QString::fromUtf8(options) << QString::fromUtf8(expected);
    };
    row("'format': '%Y-%m-%d %H:%M:%S.%L'", "2026-01-04 05:06:07.089");
    row("'format': '%G-W%V-%u %j %U %w %%'", "2026-W01-7 004 01 1 %");
    row("'format': '%d %b %B'", "04 Jan January");
    row("'format': '%H:%M %z %Z', 'timezone': 'Asia/Kathmandu'", "10:51 +0545 345");
    row("'format': '%z', 'timezone': 'America/New_York'", "-0500");
    row("'timezone': 'UTC'", "2026-01-04T05:06:07.089Z");
    row("'timezone': 'Europe/Berlin'", "2026-01-04T06:06:07.089");
}

void QueryDateTest::datesBecomeText()
{
    QFETCH(QString, options);
    QFETCH(QString, expected);
    const QString expression = QStringLiteral("{'$dateToString': {'date': '$d', %1}}").arg(options);
    const QString input
        = QStringLiteral("{'d': %1}").arg(dateJson(QStringLiteral("2026-01-04T05:06:07.089Z")));
    QCOMPARE(test::evaluated(expression, input),
             test::expectation(QStringLiteral("'%1'").arg(expected)));
}

void QueryDateTest::textBecomesDates_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* arguments, const char* expected) {
        QTest::newRow(arguments) << QString::fromUtf8(arguments) << QString::fromUtf8(expected);
    };
    row("'dateString': '2026-03-29'", "2026-03-29T00:00:00Z");
    row("'dateString': '2026-03-29T01:30:00.5Z'", "2026-03-29T01:30:00.500Z");
    row("'dateString': '2026-03-29 01:30'", "2026-03-29T01:30:00Z");
    row("'dateString': '2026-03-29T01:30:00-0430'", "2026-03-29T06:00:00Z");
    // the skipped hour counts on from the time before
    row("'dateString': '2026-03-29T02:30:00', 'timezone': 'Europe/Berlin'", "2026-03-29T01:30:00Z");
    row("'dateString': '2026-03-08T02:30:00', 'timezone': 'America/New_York'",
        "2026-03-08T07:30:00Z");
    row("'dateString': '2026-07-01', 'timezone': 'Asia/Kathmandu'", "2026-06-30T18:15:00Z");
    row("'dateString': '15/06/2026', 'format': '%d/%m/%Y'", "2026-06-15T00:00:00Z");
    row("'dateString': 'Jun 15 2026', 'format': '%b %d %Y'", "2026-06-15T00:00:00Z");
    row("'dateString': ' \\t2026-03-29T01:30:00Z\\u00a0\\n'", "2026-03-29T01:30:00Z");
    row("'dateString': '\\u00002026-03-29 \\t 01:30:00  +0100'", "2026-03-29T00:30:00Z");
    row("'dateString': 'oct 20 2020'", "2020-10-20T00:00:00Z");
    row("'dateString': 'March 29th, 2026 10:05'", "2026-03-29T10:05:00Z");
    row("'dateString': '29 March 2026'", "2026-03-29T00:00:00Z");
    row("'dateString': '2026/3/29'", "2026-03-29T00:00:00Z");
    row("'dateString': '3/29/2026'", "2026-03-29T00:00:00Z");
    row("'dateString': '20260329 10:05:00+01:00'", "2026-03-29T09:05:00Z");
    row("'dateString': '3/29/2026', 'timezone': '+02'", "2026-03-28T22:00:00Z");
}

void QueryDateTest::textBecomesDates()
{
    QFETCH(QString, arguments);
    QFETCH(QString, expected);
    QCOMPARE(test::evaluated(QStringLiteral("{'$dateFromString': {%1}}").arg(arguments),
                             QStringLiteral("{}")),
             test::expectation(dateJson(expected)));
}

void QueryDateTest::partsOfDatesAreRead_data()
{
    QTest::addColumn<QString>("expression");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* expression, const char* expected) {
        QTest::newRow(expression) << QString::fromUtf8(expression) << QString::fromUtf8(expected);
    };
    row("{'$year': '$d'}", "2027");
    row("{'$month': '$d'}", "1");
    row("{'$dayOfMonth': ['$d']}", "1");
    row("{'$hour': {'date': '$d', 'timezone': 'America/New_York'}}", "20");
    row("{'$dayOfMonth': {'date': '$d', 'timezone': 'America/New_York'}}", "31");
    row("{'$minute': '$d'}", "2");
    row("{'$second': '$d'}", "3");
    row("{'$millisecond': '$d'}", "4");
    row("{'$dayOfWeek': '$d'}", "6");
    row("{'$dayOfYear': '$d'}", "1");
    row("{'$isoWeek': '$d'}", "53");
    row("{'$isoWeekYear': '$d'}", "{'$numberLong': '2026'}");
    row("{'$isoDayOfWeek': '$d'}", "5");
    row("{'$week': '$d'}", "0");
    row("{'$year': null}", "null");
    row("{'$year': {'date': '$d', 'timezone': null}}", "null");
    row("{'$dateToParts': {'date': '$d'}}",
        "{'year': 2027, 'month': 1, 'day': 1, 'hour': 1, 'minute': 2, 'second': 3, 'millisecond': "
        "4}");
    row("{'$dateToParts': {'date': '$d', 'iso8601': true}}",
        "{'isoWeekYear': 2026, 'isoWeek': 53, 'isoDayOfWeek': 5, 'hour': 1, 'minute': 2, 'second': "
        "3, "
        "'millisecond': 4}");
    row("{'$dateFromParts': {'year': 2026, 'month': 14, 'day': 1}}",
        "{'$date': {'$numberLong': '1801440000000'}}");
    row("{'$dateFromParts': {'isoWeekYear': 2026, 'isoWeek': 53, 'isoDayOfWeek': 5}}",
        "{'$date': {'$numberLong': '1798761600000'}}");
    row("{'$dateFromParts': {'year': 2026, 'month': null}}", "null");
}

void QueryDateTest::partsOfDatesAreRead()
{
    QFETCH(QString, expression);
    QFETCH(QString, expected);
    const QString input
        = QStringLiteral("{'d': %1}").arg(dateJson(QStringLiteral("2027-01-01T01:02:03.004Z")));
    QCOMPARE(test::evaluated(expression, input), test::expectation(expected));
}

void QueryDateTest::dateMistakesGiveTheCodesOfMongoDb_data()
{
    QTest::addColumn<QString>("expression");
    QTest::addColumn<int>("code");
    const auto row = [](const char* expression, int code) {
        QTest::newRow(expression) << QString::fromUtf8(expression) << code;
    };
    row("{'$dateTrunc': 'x'}", 5439007);
    row("{'$dateTrunc': {'date': '$d', 'unit': 'day', 'x': 1}}", 5439008);
    row("{'$dateTrunc': {'unit': 'day'}}", 5439009);
    row("{'$dateTrunc': {'date': '$d'}}", 5439010);
    row("{'$dateTrunc': {'date': '$d', 'unit': 1}}", 5439013);
    row("{'$dateTrunc': {'date': '$d', 'unit': 'days'}}", 9);
    row("{'$dateTrunc': {'date': 'x', 'unit': 'day'}}", 5166307);
    row("{'$dateTrunc': {'date': '$d', 'unit': 'day', 'binSize': 0}}", 5439018);
    row("{'$dateTrunc': {'date': '$d', 'unit': 'day', 'binSize': 1.5}}", 5439017);
    row("{'$dateTrunc': {'date': '$d', 'unit': 'hour', 'binSize': {'$numberLong': "
        "'9223372036854775807'}}}",
        5439002);
    row("{'$dateTrunc': {'date': '$d', 'unit': 'year', 'binSize': {'$numberLong': "
        "'100000000001'}}}",
        5439006);
    row("{'$dateTrunc': {'date': '$d', 'unit': 'week', 'startOfWeek': 'x'}}", 5439016);
    row("{'$dateTrunc': {'date': '$d', 'unit': 'day', 'timezone': 5}}", 40517);
    row("{'$dateTrunc': {'date': '$d', 'unit': 'day', 'timezone': 'Europe/Atlantis'}}", 40485);
    row("{'$dateTrunc': {'date': '$d', 'unit': 'day', 'timezone': 'europe/berlin'}}", 40485);
    row("{'$dateTrunc': {'date': '$d', 'unit': 'day', 'timezone': '../../etc/passwd'}}", 40485);
    row("{'$dateTrunc': {'date': '$d', 'unit': 'day', 'timezone': 'Europe'}}", 40485);
    row("{'$dateTrunc': {'date': '$d', 'unit': 'day', 'timezone': ''}}", 40485);
    row("{'$dateAdd': {'startDate': '$d', 'unit': 'day', 'amount': 1.5}}", 5166405);
    row("{'$dateAdd': {'startDate': '$d', 'unit': 'day'}}", 5166402);
    row("{'$dateAdd': {'startDate': 1, 'unit': 'day', 'amount': 1}}", 5166403);
    row("{'$dateAdd': {'startDate': '$d', 'unit': 'year', 'amount': {'$numberLong': "
        "'999999999999'}}}",
        5976500);
    row("{'$dateDiff': {'startDate': '$d', 'endDate': 'x', 'unit': 'day'}}", 5166307);
    row("{'$year': 'x'}", 16006);
    row("{'$year': {'timezone': 'UTC'}}", 40539);
    row("{'$dateToString': {'date': '$d', 'format': '%q'}}", 18536);
    row("{'$dateToString': {'date': '$d', 'format': '%'}}", 18535);
    row("{'$dateToString': {'date': '$d', 'format': 5}}", 18533);
    row("{'$dateFromString': {'dateString': '2026-13-01'}}", 241);
    row("{'$dateFromString': {'dateString': '2026-03'}}", 241);
    row("{'$dateFromString': {'dateString': '29/3/2026'}}", 241);
    row("{'$dateFromString': {'dateString': 'Feb 30 2026'}}", 241);
    row("{'$dateFromString': {'dateString': 'May 2026'}}", 241);
    row("{'$dateFromString': {'dateString': '2026 -03-29'}}", 241);
    row("{'$dateFromString': {'dateString': ' '}}", 241);
    row("{'$dateFromString': {'dateString': 5}}", 241);
    row("{'$dateFromParts': {'month': 1}}", 40516);
    row("{'$dateFromParts': {'year': 10000}}", 40523);
    row("{'$dateFromParts': {'year': 2026, 'isoWeek': 1}}", 40489);
}

void QueryDateTest::dateMistakesGiveTheCodesOfMongoDb()
{
    QFETCH(QString, expression);
    QFETCH(int, code);
    const QString input
        = QStringLiteral("{'d': %1}").arg(dateJson(QStringLiteral("2027-01-01T01:02:03.004Z")));
    QCOMPARE(test::evaluated(expression, input), QStringLiteral("error %1").arg(code));
}

void QueryDateTest::theEndsOfTheDateRangeAreSafe_data()
{
    QTest::addColumn<QString>("expression");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* expression, const char* expected) {
        QTest::newRow(expression) << QString::fromUtf8(expression) << QString::fromUtf8(expected);
    };
    row("{'$year': '$last'}", "292278994");
    row("{'$year': '$first'}", "-292275055");
    row("{'$year': {'date': '$last', 'timezone': 'Asia/Kathmandu'}}", "292278994");
    row("{'$dateTrunc': {'date': '$first', 'unit': 'day'}}", "error 5166406");
    row("{'$dateTrunc': {'date': '$first', 'unit': 'year', 'timezone': 'Europe/Berlin'}}",
        "error 5166406");
    row("{'$dateTrunc': {'date': '$first', 'unit': 'hour'}}", "error 5439000");
    row("{'$dateTrunc': {'date': '$last', 'unit': 'second'}}",
        "{'$date': {'$numberLong': '9223372036854775000'}}");
    row("{'$dateAdd': {'startDate': '$last', 'unit': 'millisecond', 'amount': 1}}",
        "error 5166406");
    row("{'$dateAdd': {'startDate': '$last', 'unit': 'month', 'amount': 1}}", "error 5166406");
    row("{'$dateDiff': {'startDate': '$first', 'endDate': '$last', 'unit': 'millisecond'}}",
        "error 5166308");
    row("{'$subtract': ['$last', '$first']}", "error 15");
    row("{'$add': ['$last', 1]}", "error 15");
    row("{'$dateToString': {'date': '$last', 'format': '%Y'}}", "error 18537");
}

void QueryDateTest::theEndsOfTheDateRangeAreSafe()
{
    QFETCH(QString, expression);
    QFETCH(QString, expected);
    const QString input
        = QStringLiteral("{'first': {'$date': {'$numberLong': '-9223372036854775808'}},"
                         " 'last': {'$date': {'$numberLong': '9223372036854775807'}}}");
    QCOMPARE(test::evaluated(expression, input), test::expectation(expected));
}

void QueryDateTest::theCalendarIsItsOwnInverse()
{
    for (std::int64_t days = -1'000'000; days < 1'000'000; days += 97) {
        const CivilDay day = civilFromDays(days);
        QCOMPARE(daysFromCivil(day.year, day.month, day.day), days);
        const IsoWeek week = isoWeekFromDays(days);
        QCOMPARE(daysFromIsoWeek(week.year, week.week, week.day), days);
    }
    QCOMPARE(isoDayOfWeek(0), 4);
    QCOMPARE(daysInMonth(1900, 2), 28);
    QCOMPARE(daysInMonth(2000, 2), 29);
}

SANDGLASS_TEST(QueryDateTest)

} // namespace tst_query_date

#include "tst_query_date.moc"
