// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/words/failure_text.h"
#include "app/presenters/words/words.h"
#include "tests/support/test_program.h"

#include <QDateTime>
#include <QObject>
#include <QTest>

namespace tst_presenters_words {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace Qt::StringLiterals;

namespace {

const base::Time kNow(base::Millis(1'893'456'000'000));

/// Another locale until the end of the scope.
class LocaleForNow
{
public:
    explicit LocaleForNow(const QLocale& locale) { QLocale::setDefault(locale); }
    ~LocaleForNow() { QLocale::setDefault(m_before); }
    LocaleForNow(const LocaleForNow&) = delete;
    LocaleForNow& operator=(const LocaleForNow&) = delete;

private:
    QLocale m_before;
};

} // namespace

class TestWords : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void durationsAreShort_data();
    void durationsAreShort();
    void zeroMeansTheStoredDate();
    void thePeriodOfARuleIsNotCutOff_data();
    void thePeriodOfARuleIsNotCutOff();
    void countdownsTellBothDirections();
    void farDatesHaveWordsInsteadOfDigits();
    void momentsAreShownInTheChosenZone();
    void momentsAreWrittenAsInTheLocale_data();
    void momentsAreWrittenAsInTheLocale();
    void everyLocaleShowsDaySecondsAndNoZone();
    void aMomentThatStandsAloneNamesItsZone();
    void aSpanNamesItsZoneOnceUnlessClocksAreSet();
    void nearMomentsLeaveOutWhatIsKnown();
    void everyErrorHasASentenceAndKeepsItsCode();
};

void TestWords::durationsAreShort_data()
{
    QTest::addColumn<qlonglong>("seconds");
    QTest::addColumn<QString>("words");
    QTest::newRow("seconds") << 45LL << u"45 s"_s;
    QTest::newRow("minutes") << 1'800LL << u"30 min"_s;
    QTest::newRow("hours") << 129'600LL << u"36 h"_s;
    QTest::newRow("days") << 7'776'000LL << u"90 d"_s;
    QTest::newRow("two parts") << 187'230LL << u"2 d 4 h"_s;
    QTest::newRow("uneven") << 61LL << u"1 min 1 s"_s;
    QTest::newRow("small rest") << 86'401LL << u"1 d"_s;
    QTest::newRow("nothing") << 0LL << u"0 s"_s;
    QTest::newRow("largest") << 2'147'483'647LL << u"24,855 d 3 h"_s;
}

void TestWords::durationsAreShort()
{
    QFETCH(qlonglong, seconds);
    QFETCH(QString, words);
    QLocale::setDefault(QLocale(QLocale::English));
    QCOMPARE(durationWords(seconds), words);
}

void TestWords::zeroMeansTheStoredDate()
{
    QCOMPARE(ruleWords(0), u"at the stored date"_s);
    QCOMPARE(ruleWords(3'600), u"after 1 h"_s);
}

void TestWords::thePeriodOfARuleIsNotCutOff_data()
{
    QTest::addColumn<qlonglong>("seconds");
    QTest::addColumn<QString>("words");
    QTest::newRow("one unit") << 7'776'000LL << u"90 d"_s;
    QTest::newRow("two units") << 187'200LL << u"2 d 4 h"_s;
    QTest::newRow("hours of two days") << 129'600LL << u"36 h"_s;
    QTest::newRow("three units") << 40'000LL << u"11 h 6 min 40 s"_s;
    QTest::newRow("a gap between two units") << 86'401LL << u"1 d 1 s"_s;
    QTest::newRow("seconds") << 59LL << u"59 s"_s;
    QTest::newRow("nothing") << 0LL << u"0 s"_s;
    QTest::newRow("largest") << 2'147'483'647LL << u"24,855 d 3 h 14 min 7 s"_s;
}

void TestWords::thePeriodOfARuleIsNotCutOff()
{
    QFETCH(qlonglong, seconds);
    QFETCH(QString, words);
    QLocale::setDefault(QLocale(QLocale::English));
    QCOMPARE(periodWords(seconds), words);
    if (seconds > 0) {
        QCOMPARE(ruleWords(seconds), u"after "_s + words);
    }
}

void TestWords::countdownsTellBothDirections()
{
    using namespace std::chrono_literals;
    QCOMPARE(countdownText(kNow + 52h, kNow), u"in 2 d 4 h"_s);
    QCOMPARE(countdownText(kNow - 3min, kNow), u"3 min overdue"_s);
    QCOMPARE(countdownText(kNow + 300ms, kNow), u"now"_s);
}

void TestWords::farDatesHaveWordsInsteadOfDigits()
{
    const base::Time last(base::Millis(INT64_MAX));
    QCOMPARE(momentText(last, QTimeZone::utc()), u"far future"_s);
    QCOMPARE(momentText(base::Time(base::Millis(INT64_MIN)), QTimeZone::utc()), u"far past"_s);
    QVERIFY(countdownText(last, kNow).startsWith(u"in "_s));
}

void TestWords::momentsAreShownInTheChosenZone()
{
    const LocaleForNow locale(QLocale(QLocale::Chinese));
    QCOMPARE(momentText(kNow, QTimeZone::utc()), u"2030/1/1 00:00:00"_s);
    QCOMPARE(momentText(kNow, QTimeZone("Asia/Kathmandu")), u"2030/1/1 05:45:00"_s);
    QCOMPARE(toTime(toDateTime(kNow, QTimeZone("Asia/Kathmandu"))), kNow);
}

void TestWords::momentsAreWrittenAsInTheLocale_data()
{
    QTest::addColumn<QLocale>("locale");
    QTest::addColumn<QString>("moment");
    QTest::addColumn<QString>("clock");
    QTest::newRow("United States") << QLocale(QLocale::English, QLocale::UnitedStates)
                                   << u"1/1/2030 5:45:09 PM"_s << u"5:45:09 PM"_s;
    QTest::newRow("Great Britain") << QLocale(QLocale::English, QLocale::UnitedKingdom)
                                   << u"01/01/2030 17:45:09"_s << u"17:45:09"_s;
    QTest::newRow("Germany") << QLocale(QLocale::German) << u"01.01.2030 17:45:09"_s
                             << u"17:45:09"_s;
    QTest::newRow("China") << QLocale(QLocale::Chinese) << u"2030/1/1 17:45:09"_s << u"17:45:09"_s;
    QTest::newRow("none") << QLocale::c() << u"1 Jan 2030 17:45:09"_s << u"17:45:09"_s;
}

void TestWords::momentsAreWrittenAsInTheLocale()
{
    using namespace std::chrono_literals;
    QFETCH(QLocale, locale);
    QFETCH(QString, moment);
    QFETCH(QString, clock);
    const LocaleForNow here(locale);
    const base::Time at = kNow + 17h + 45min + 9s;
    QCOMPARE(momentText(at, QTimeZone::utc()), moment);
    QCOMPARE(clockText(at, QTimeZone::utc()), clock);
    QCOMPARE(timeOfDayText(at, QTimeZone::utc()), clock + u" UTC"_s);
    QCOMPARE(isoMomentText(at, QTimeZone::utc()), u"2030-01-01 17:45:09"_s);
    // what a field shows can be typed into it
    QCOMPARE(QLocale().toDateTime(moment, momentFormat()),
             QDateTime(QDate(2030, 1, 1), QTime(17, 45, 9)));
}

void TestWords::everyLocaleShowsDaySecondsAndNoZone()
{
    const base::Time at(base::Millis(1'899'204'309'000)); // 2030-03-08 09:18:29 UTC
    const LocaleForNow here{QLocale()};
    for (const QLocale& locale : QLocale::matchingLocales(QLocale::AnyLanguage, QLocale::AnyScript,
                                                          QLocale::AnyTerritory)) {
        QLocale::setDefault(locale);
        const QString format = momentFormat();
        QVERIFY2(format.contains(u"yyyy"_s) && format.contains(u's') && format.contains(u'm'),
                 qPrintable(locale.name() + u": "_s + format));
        const QString shown = momentText(at, QTimeZone("Asia/Kathmandu"));
        QVERIFY2(!shown.contains(u"05:45"_s) && !shown.contains(u"UTC"_s),
                 qPrintable(locale.name() + u": "_s + shown));
    }
}

void TestWords::aMomentThatStandsAloneNamesItsZone()
{
    const LocaleForNow locale(QLocale(QLocale::Chinese));
    QCOMPARE(zonedMomentText(kNow, QTimeZone("Asia/Kathmandu")), u"2030/1/1 05:45:00 UTC+05:45"_s);
    const base::Time last(base::Millis(INT64_MAX));
    QCOMPARE(zonedMomentText(last, QTimeZone::utc()), u"far future"_s);
    QCOMPARE(timeOfDayText(kNow, QTimeZone("Asia/Kathmandu")), u"05:45:00 UTC+05:45"_s);
    QCOMPARE(timeOfDayText(last, QTimeZone::utc()), QString());
    QCOMPARE(zonedHeader(u"Time"_s, QTimeZone("Asia/Kathmandu")), u"Time · Asia/Kathmandu"_s);
}

void TestWords::aSpanNamesItsZoneOnceUnlessClocksAreSet()
{
    using namespace std::chrono_literals;
    const LocaleForNow locale(QLocale(QLocale::Chinese));
    const QTimeZone berlin("Europe/Berlin");
    QCOMPARE(spanTexts(kNow, kNow + 1h, berlin, false),
             std::pair(u"01:00:00"_s, u"02:00:00 UTC+01:00"_s));
    QCOMPARE(spanTexts(kNow, kNow + 24h, berlin, true),
             std::pair(u"2030/1/1 01:00:00"_s, u"2030/1/2 01:00:00 UTC+01:00"_s));
    // clocks go back from 03:00 to 02:00 on 27 October 2030, at 01:00 UTC
    const base::Time change(base::Millis(1'919'293'200'000));
    QCOMPARE(spanTexts(change - 30min, change + 30min, berlin, false),
             std::pair(u"02:30:00 UTC+02:00"_s, u"02:30:00 UTC+01:00"_s));
}

void TestWords::nearMomentsLeaveOutWhatIsKnown()
{
    using namespace std::chrono_literals;
    const LocaleForNow locale(QLocale(QLocale::English, QLocale::UnitedKingdom));
    const QTimeZone utc = QTimeZone::utc(); // kNow is midnight of the first of January 2030
    QCOMPARE(nearMomentText(kNow + 14h + 37min, kNow, utc), u"14:37"_s);
    QCOMPARE(nearMomentText(kNow + 24h, kNow + 23h, utc), u"2 Jan 00:00"_s);
    QCOMPARE(nearMomentText(kNow - 1s, kNow, utc), u"31/12/2029"_s);
    const LocaleForNow america(QLocale(QLocale::English, QLocale::UnitedStates));
    QCOMPARE(nearMomentText(kNow + 14h + 37min, kNow, utc), u"2:37 PM"_s);
}

void TestWords::everyErrorHasASentenceAndKeepsItsCode()
{
    for (int code = 0; code <= static_cast<int>(Errc::Internal); ++code) {
        QVERIFY(!describe(base::failure(static_cast<Errc>(code), "x")).sentence.isEmpty());
    }
    const FailureText failure = describe(base::serverError(67, "CannotCreateIndex", "no"));
    QCOMPARE(failure.codeName, u"67 CannotCreateIndex"_s);
    QCOMPARE(failure.details, u"no"_s);
}

SANDGLASS_TEST(TestWords)
} // namespace tst_presenters_words

#include "tst_presenters_words.moc"
