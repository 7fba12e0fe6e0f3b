// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/request/awaiting.h"
#include "app/engine/request/operation_figures.h"
#include "app/engine/request/request.h"
#include "app/engine/request/turn.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <thread>
#include <vector>

namespace tst_request_turn {

using namespace sandglass;
using engine::request::isFirstRun;
using engine::request::PlanNote;
using engine::request::Request;
using engine::request::suspendUpTo;
using engine::request::Turn;
using engine::request::WakeBy;

class RequestTurnTest : public QObject
{
    Q_OBJECT

private slots:
    void aCommandWaitsForTheRestOfItsTime_data()
    {
        QTest::addColumn<int>("waited");
        QTest::addColumn<int>("left"); // 0: it answers now
        QTest::newRow("first run") << 0 << 1000;
        QTest::newRow("again") << 400 << 600;
        QTest::newRow("a moment before") << 999 << 1;
        QTest::newRow("at the end") << 1000 << 0;
        QTest::newRow("late") << 5000 << 0;
    }
    void aCommandWaitsForTheRestOfItsTime()
    {
        QFETCH(int, waited);
        QFETCH(int, left);
        Turn turn{base::Millis(waited), waited > 0, true};
        Request request;
        request.turn = &turn;
        QCOMPARE(suspendUpTo(request, base::Millis(1000), WakeBy::TimeOnly), left > 0);
        QCOMPARE(turn.wait.has_value(), left > 0);
        QCOMPARE(int(turn.wait.value_or(base::Millis(0)).count()), left);
    }

    void onlyWhoAsksIsWokenByCommits()
    {
        Turn turn;
        Request request;
        request.turn = &turn;
        QVERIFY(suspendUpTo(request, base::Millis(10), WakeBy::TimeOnly));
        QVERIFY(!turn.wakeOnChange);
        QVERIFY(suspendUpTo(request, base::Millis(10), WakeBy::Commits));
        QVERIFY(turn.wakeOnChange);
    }

    void aRequestThatMustBeAnsweredNowIs()
    {
        Turn turn{base::Millis(0), false, false};
        Request request;
        request.turn = &turn;
        QVERIFY(!suspendUpTo(request, base::Millis(1000), WakeBy::Commits));
        QVERIFY(!turn.wait.has_value());
    }

    void aRequestWithoutATurnIsAnsweredNow()
    {
        QVERIFY(!suspendUpTo(Request(), base::Millis(1000), WakeBy::Commits));
        QVERIFY(isFirstRun(Request()));
    }

    void nobodyWaitsLongerThanAnHour()
    {
        Turn turn;
        Request request;
        request.turn = &turn;
        QVERIFY(suspendUpTo(request, base::Millis::max(), WakeBy::TimeOnly));
        QCOMPARE(*turn.wait, base::Millis(3'600'000));
        turn.waited = base::Millis(3'600'000);
        turn.wait.reset();
        QVERIFY(!suspendUpTo(request, base::Millis::max(), WakeBy::TimeOnly));
    }

    void aLimitOfZeroMeansNow()
    {
        Turn turn;
        Request request;
        request.turn = &turn;
        QVERIFY(!suspendUpTo(request, base::Millis(0), WakeBy::Commits));
    }

    void laterRunsAreKnownAsSuch()
    {
        Turn turn;
        Request request;
        request.turn = &turn;
        QVERIFY(isFirstRun(request));
        turn.again = true;
        QVERIFY(!isFirstRun(request));
    }

    void theFirstPlanNoteStays()
    {
        PlanNote note;
        QCOMPARE(note.text(), std::string());
        note.set({});
        note.set("COLLSCAN");
        note.set("IXSCAN { a: 1 }");
        QCOMPARE(note.text(), std::string("COLLSCAN"));
    }

    void aPlanNoteMayBeReadWhileItIsWritten()
    {
        PlanNote note;
        std::vector<std::jthread> writers;
        for (int i = 0; i < 4; ++i) {
            writers.emplace_back([&note, i] { note.set(std::string(100, char('a' + i))); });
        }
        const std::string seen = note.text();
        QVERIFY(seen.empty() || seen == std::string(100, seen.front()));
        writers.clear();
        QCOMPARE(note.text().size(), std::size_t{100});
    }
};

SANDGLASS_TEST(RequestTurnTest)
} // namespace tst_request_turn

#include "tst_request_turn.moc"
