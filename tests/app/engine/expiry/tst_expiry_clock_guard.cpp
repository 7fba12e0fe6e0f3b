// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/expiry/clock_guard.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <string>

namespace tst_expiry_clock_guard {

using namespace sandglass;
using engine::expiry::ClockGuard;
using engine::expiry::ClockMark;
using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

namespace {

/// A time of day that steps without a word, as the system's does.
class SteppingClock final : public base::Clock
{
public:
    base::Time now() const override { return time; }
    base::Time time{base::Millis(1'893'456'000'000)};
};

/// Keeps the text of the last line.
class LastLine final : public base::Log
{
public:
    void write(const base::LogEntry& entry) override { text = entry.message; }
    std::string text;
};

/// A guard, and a computer whose two clocks a test can move.
struct Computer
{
    SteppingClock clock;
    base::Millis sinceBoot{minutes(5)};
    ClockGuard guard = make("first");

    ClockGuard make(const char* bootId)
    {
        return ClockGuard(
            clock, [this] { return sinceBoot; }, bootId);
    }
    void pass(base::Millis by)
    {
        clock.time += by;
        sinceBoot += by;
    }
    /// The computer is started anew, with its clock at that time.
    void startAnew(base::Time time)
    {
        clock.time = time;
        sinceBoot = minutes(1);
    }
};

} // namespace

class TestClockGuard : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void timeThatPassesIsNoStep();
    void smallCorrectionsAreNoStep();
    void aStepIsNoticedOnce_data();
    void aStepIsNoticedOnce();
    void aStepThatIsTakenBackIsOverAfterTenMinutes();
    void aConfirmedTimeIsBelieved();
    void aClockThatIsMovedOnPurposeIsNoStep();
    void aStepWhileTheEngineIsOffIsNoticed();
    void anotherStartOfTheSystemExplainsTimeThatPassed();
    void aTimeBeforeTheLastRunIsAStep();
    void theMarkIsFromBeforeTheStep();
    void aClockThatIsPutRightAfterAStartIsBelievedAfterTenMinutes();
    void aClockThatIsSetTwiceAfterAStartBeginsTheMinutesAnew();
    void aTimeBeforeTheNewestWriteIsAStep();
    void theLogSaysWhenAStepIsOver();
    void duringOneStartOfTheSystemTheNewestWriteSaysNothing();
    void aWrongStartThatNobodyConfirmedIsNoticedByTheNextRun();
};

void TestClockGuard::timeThatPassesIsNoStep()
{
    Computer computer;
    for (const base::Millis by :
         {base::Millis(1), base::Millis(seconds(59)), base::Millis(days(400)), base::Millis(0)}) {
        computer.pass(by);
        QVERIFY(!computer.guard.check());
        QVERIFY(!computer.guard.step());
    }
}

void TestClockGuard::smallCorrectionsAreNoStep()
{
    Computer computer;
    for (int n = 0; n < 100; ++n) {
        computer.pass(minutes(1));
        computer.clock.time += seconds(50); // 83 minutes in all
        QVERIFY(!computer.guard.check());
    }
    computer.clock.time -= seconds(60);
    QVERIFY(!computer.guard.check());
}

void TestClockGuard::aStepIsNoticedOnce_data()
{
    QTest::addColumn<qint64>("stepSeconds");
    QTest::newRow("61 s ahead") << qint64{61};
    QTest::newRow("61 s back") << qint64{-61};
    QTest::newRow("60 days ahead") << qint64{60 * 86'400};
    QTest::newRow("to 1970") << qint64{-1'893'456'000};
}

void TestClockGuard::aStepIsNoticedOnce()
{
    QFETCH(qint64, stepSeconds);
    Computer computer;
    computer.pass(minutes(1));
    const base::Millis by = seconds(stepSeconds);
    computer.clock.time += by;
    const auto step = computer.guard.check();
    QVERIFY(step);
    QCOMPARE(step->by.count(), by.count());
    QVERIFY(step->noticed == computer.clock.now());
    computer.pass(days(3));
    QVERIFY(!computer.guard.check());
    QVERIFY(computer.guard.step());
}

void TestClockGuard::aStepThatIsTakenBackIsOverAfterTenMinutes()
{
    Computer computer;
    computer.clock.time += days(1);
    QVERIFY(computer.guard.check());
    computer.pass(minutes(30));
    computer.clock.time -= days(1);
    QVERIFY(!computer.guard.check());
    computer.pass(minutes(9));
    computer.guard.check();
    QVERIFY(computer.guard.step());
    // it steps again before the ten minutes are over
    computer.clock.time += minutes(2);
    computer.guard.check();
    computer.pass(minutes(10));
    computer.clock.time -= minutes(2);
    computer.guard.check();
    QVERIFY(computer.guard.step());
    computer.pass(minutes(10));
    computer.guard.check();
    QVERIFY(!computer.guard.step());
}

void TestClockGuard::aConfirmedTimeIsBelieved()
{
    Computer computer;
    computer.clock.time += days(60);
    QVERIFY(computer.guard.check());
    computer.guard.confirm();
    QVERIFY(!computer.guard.step());
    computer.pass(minutes(1));
    QVERIFY(!computer.guard.check());
    QVERIFY(!computer.guard.step());
}

void TestClockGuard::aClockThatIsMovedOnPurposeIsNoStep()
{
    Computer computer;
    computer.clock.time += days(60);
    computer.guard.follow();
    QVERIFY(!computer.guard.check());
}

void TestClockGuard::aStepWhileTheEngineIsOffIsNoticed()
{
    Computer computer;
    const ClockMark mark = computer.guard.mark();
    computer.pass(days(2));
    ClockGuard honest = computer.make("first");
    honest.resume(mark);
    QVERIFY(!honest.check());

    computer.clock.time += days(60);
    ClockGuard doubting = computer.make("first");
    doubting.resume(mark);
    const auto step = doubting.check();
    QVERIFY(step);
    QVERIFY(step->by == base::Millis(days(60)));
}

void TestClockGuard::anotherStartOfTheSystemExplainsTimeThatPassed()
{
    Computer computer;
    const ClockMark mark = computer.guard.mark();
    computer.clock.time += days(60);
    computer.sinceBoot = minutes(1);
    ClockGuard guard = computer.make("second");
    guard.resume(mark);
    QVERIFY(!guard.check());

    // nor is anything known where the system does not name its starts
    ClockGuard nameless = computer.make("");
    nameless.resume({mark.wall, mark.sinceBoot, ""});
    QVERIFY(!nameless.check());
}

void TestClockGuard::aTimeBeforeTheLastRunIsAStep()
{
    Computer computer;
    computer.pass(days(1));
    const ClockMark mark = computer.guard.mark();
    computer.clock.time -= days(1);
    computer.sinceBoot = minutes(1);
    ClockGuard guard = computer.make("second");
    guard.resume(mark);
    const auto step = guard.check();
    QVERIFY(step);
    QVERIFY(step->by == -base::Millis(days(1)));
}

void TestClockGuard::theMarkIsFromBeforeTheStep()
{
    Computer computer;
    const base::Time before = computer.clock.now();
    computer.clock.time += days(60);
    QVERIFY(computer.guard.check());
    QVERIFY(computer.guard.mark().wall == before);
    // so a start after the step notices it again
    ClockGuard next = computer.make("first");
    next.resume(computer.guard.mark());
    QVERIFY(next.check());
}

void TestClockGuard::aClockThatIsPutRightAfterAStartIsBelievedAfterTenMinutes()
{
    Computer computer;
    computer.pass(days(1));
    const ClockMark mark = computer.guard.mark();
    computer.startAnew(base::Time());
    ClockGuard guard = computer.make("second");
    guard.resume(mark);
    QVERIFY(guard.check());
    computer.pass(minutes(20));
    guard.check();
    QVERIFY(guard.step()); // wrong as before
    // a time service sets it; how long the computer was off is not known
    computer.clock.time = mark.wall + days(3);
    guard.check();
    computer.pass(minutes(9));
    guard.check();
    QVERIFY(guard.step());
    computer.pass(minutes(2));
    guard.check();
    QVERIFY(!guard.step());
    // from then on the time that passes is known
    computer.clock.time += days(1);
    QVERIFY(guard.check());
}

void TestClockGuard::aClockThatIsSetTwiceAfterAStartBeginsTheMinutesAnew()
{
    Computer computer;
    const ClockMark mark = computer.guard.mark();
    computer.startAnew(base::Time());
    ClockGuard guard = computer.make("second");
    guard.resume(mark);
    QVERIFY(guard.check());
    computer.clock.time = mark.wall + days(1);
    guard.check();
    computer.pass(minutes(9));
    computer.clock.time += days(1);
    guard.check();
    computer.pass(minutes(9));
    guard.check();
    QVERIFY(guard.step());
    computer.pass(minutes(2));
    guard.check();
    QVERIFY(!guard.step());
}

void TestClockGuard::aTimeBeforeTheNewestWriteIsAStep()
{
    Computer computer;
    const ClockMark mark = computer.guard.mark();
    const base::Time written = mark.wall + minutes(9); // after the mark: it crashed
    computer.startAnew(mark.wall + minutes(3));
    ClockGuard guard = computer.make("second");
    guard.resume(mark);
    guard.notBefore(written);
    const auto step = guard.check();
    QVERIFY(step);
    QVERIFY(step->by == -base::Millis(minutes(6)));

    computer.startAnew(written + seconds(5));
    ClockGuard later = computer.make("second");
    later.resume(mark);
    later.notBefore(written);
    QVERIFY(!later.check());

    // without a mark as well
    computer.startAnew(written - days(1));
    ClockGuard alone = computer.make("second");
    alone.notBefore(written);
    QVERIFY(alone.check());
}

void TestClockGuard::theLogSaysWhenAStepIsOver()
{
    LastLine log;
    Computer computer;
    computer.clock.time += days(1);
    const auto set = computer.guard.check();
    QVERIFY(set);
    logClockStep(log, *set);
    QVERIFY2(log.text.find("clocks have agreed") != std::string::npos, log.text.c_str());

    // there the ten minutes alone do not end it, nor does any time
    computer.startAnew(computer.clock.time);
    ClockGuard guard = computer.make("second");
    guard.notBefore(computer.clock.time + days(1));
    const auto early = guard.check();
    QVERIFY(early);
    logClockStep(log, *early);
    QVERIFY2(log.text.find("set forward by as much") != std::string::npos, log.text.c_str());
    for (int check = 0; check < 5; ++check) {
        computer.pass(hours(12));
        guard.check();
        QVERIFY(guard.step());
    }
    computer.clock.time -= early->by;
    guard.check();
    computer.pass(minutes(10));
    guard.check();
    QVERIFY(!guard.step());
}

void TestClockGuard::duringOneStartOfTheSystemTheNewestWriteSaysNothing()
{
    Computer computer;
    const ClockMark mark = computer.guard.mark();
    computer.pass(minutes(5));
    ClockGuard guard = computer.make("first");
    guard.resume(mark);
    // written while the clock was wrong; it has been set back since
    guard.notBefore(computer.clock.now() + days(1));
    QVERIFY(!guard.check());
}

void TestClockGuard::aWrongStartThatNobodyConfirmedIsNoticedByTheNextRun()
{
    Computer computer;
    const ClockMark mark = computer.guard.mark();
    computer.startAnew(base::Time());
    ClockGuard wrong = computer.make("second");
    wrong.resume(mark);
    QVERIFY(wrong.check());
    const ClockMark left = wrong.mark();
    computer.pass(minutes(1));
    ClockGuard next = computer.make("second");
    next.resume(left);
    QVERIFY(next.check());
    // put right before the next run: nothing says how much time has passed
    computer.clock.time = mark.wall + days(2);
    ClockGuard right = computer.make("second");
    right.resume(left);
    QVERIFY(!right.check());
}

SANDGLASS_PLAIN_TEST(TestClockGuard)
} // namespace tst_expiry_clock_guard

#include "tst_expiry_clock_guard.moc"
