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

} // namespace

class TestWords : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void durationsAreShort_data();
    void durationsAreShort();
    void zeroMeansTheStoredDate();
    void countdownsTellBothDirections();
    void farDatesHaveWordsInsteadOfDigits();
    void momentsAreShownInTheChosenZone();
    void aMomentThatStandsAloneNamesItsZone();
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
    QCOMPARE(momentText(kNow, QTimeZone::utc()), u"2030-01-01 00:00:00"_s);
    QCOMPARE(momentText(kNow, QTimeZone("Asia/Kathmandu")), u"2030-01-01 05:45:00"_s);
    QCOMPARE(toTime(toDateTime(kNow, QTimeZone("Asia/Kathmandu"))), kNow);
}

void TestWords::aMomentThatStandsAloneNamesItsZone()
{
    QCOMPARE(zonedMomentText(kNow, QTimeZone("Asia/Kathmandu")),
             u"2030-01-01 05:45:00 UTC+05:45"_s);
    const base::Time last(base::Millis(INT64_MAX));
    QCOMPARE(zonedMomentText(last, QTimeZone::utc()), u"far future"_s);
}

void TestWords::nearMomentsLeaveOutWhatIsKnown()
{
    using namespace std::chrono_literals;
    const QTimeZone utc = QTimeZone::utc(); // kNow is midnight of the first of January 2030
    QCOMPARE(nearMomentText(kNow + 14h + 37min, kNow, utc), u"14:37"_s);
    QCOMPARE(nearMomentText(kNow + 24h, kNow + 23h, utc), u"2 Jan 00:00"_s);
    QCOMPARE(nearMomentText(kNow - 1s, kNow, utc), u"2029-12-31"_s);
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
