// SPDX-License-Identifier: GPL-3.0-or-later
// The tour of five steps, and the notice that offers it once.
#include "tests/support/test_program.h"
#include "tests/ui/welcome/first_start.h"

#include <QObject>
#include <QSet>

namespace tst_presenters_tour {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace Qt::StringLiterals;
using tests::FirstStart;

namespace {

const protocol::Namespace kCarts{"shop", "carts"};
const QString kKey = u"welcome/tour"_s;

/// Starts the engine, which has a collection of the user already.
bool runWithData(FirstStart& fixture)
{
    fixture.server->addIndex(kCarts, "at", 60);
    return fixture.run() && QTest::qWaitFor([&] { return fixture.set.catalog.isLoaded(); });
}

} // namespace

class TestTour : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itHasFiveStepsWithTextsOfTheirOwn();
    void backGoesToTheStepBefore();
    void theFirstStepHasNoStepBefore();
    void theLastStepEndsIt();
    void itCanBeLeftAndTakenAgain();
    void keysAfterTheEndDoNothing();
    void withoutAConnectionItLoadsTheSampleDataFirst();
    void onAnEngineWithoutDataItLoadsTheSampleDataFirst();
    void withoutAnEngineItDoesNotStart();
    void givenUpBeforeItsStartItDoesNotCome();
    void aLostConnectionEndsIt();
    void aClosedConnectionEndsIt();
    void aServerThatIsBeingReconnectedIsNotLeftForIt();
    void itShowsTheSampleDataWhereThereIsMore();
    void itShowsARuleOfTheUserOtherwise();
    void withoutRulesItShowsNoCollection();
    void itIsOfferedOnceAfterTheFirstSampleData();
    void itIsNotOfferedUnlessAllowed();
    void aDeclinedOfferStaysDeclined();
    void afterAStartItIsNotOffered();
    void aDamagedRecordNeverOffers_data();
    void aDamagedRecordNeverOffers();
};

void TestTour::itHasFiveStepsWithTextsOfTheirOwn()
{
    FirstStart fixture;
    QVERIFY(runWithData(fixture));
    fixture.tour.start();
    QSet<QString> titles;
    QSet<QString> texts;
    for (int step = 1; step <= 5; ++step) {
        const TourState& state = fixture.tour.state();
        QVERIFY(state.running);
        QCOMPARE(state.progress, u"Step %1 of 5"_s.arg(step));
        QCOMPARE(state.canGoBack, step > 1);
        QCOMPARE(state.isLast, step == 5);
        titles << state.title;
        texts << state.text;
        fixture.tour.next();
    }
    QCOMPARE(titles.size(), 5);
    QCOMPARE(texts.size(), 5);
    QVERIFY(!titles.contains(QString()) && !texts.contains(QString()));
}

void TestTour::backGoesToTheStepBefore()
{
    FirstStart fixture;
    QVERIFY(runWithData(fixture));
    fixture.tour.start();
    fixture.tour.next();
    fixture.tour.next();
    QCOMPARE(fixture.tour.state().step, TourStep::WhatIf);
    fixture.tour.back();
    QCOMPARE(fixture.tour.state().step, TourStep::Timeline);
}

void TestTour::theFirstStepHasNoStepBefore()
{
    FirstStart fixture;
    QVERIFY(runWithData(fixture));
    fixture.tour.start();
    fixture.tour.back();
    QVERIFY(fixture.tour.state().running);
    QCOMPARE(fixture.tour.state().step, TourStep::Rules);
}

void TestTour::theLastStepEndsIt()
{
    FirstStart fixture;
    QVERIFY(runWithData(fixture));
    fixture.tour.start();
    for (int step = 0; step < 5; ++step) {
        fixture.tour.next();
    }
    QVERIFY(!fixture.tour.state().running);
    QVERIFY(fixture.tour.state().title.isEmpty());
    QCOMPARE(fixture.set.settings.value(kKey).toString(), u"taken"_s);
}

void TestTour::itCanBeLeftAndTakenAgain()
{
    FirstStart fixture;
    QVERIFY(runWithData(fixture));
    for (int time = 0; time < 2; ++time) {
        fixture.tour.start();
        QVERIFY(fixture.tour.state().running);
        QCOMPARE(fixture.tour.state().step, TourStep::Rules);
        fixture.tour.next();
        fixture.tour.end();
        QVERIFY(!fixture.tour.state().running);
    }
}

void TestTour::keysAfterTheEndDoNothing()
{
    FirstStart fixture;
    QVERIFY(runWithData(fixture));
    const QSignalSpy changed(&fixture.tour, &TourPresenter::stateChanged);
    fixture.tour.next();
    fixture.tour.back();
    fixture.tour.end();
    QVERIFY(!fixture.tour.state().running);
    QCOMPARE(changed.count(), 0);
}

void TestTour::withoutAConnectionItLoadsTheSampleDataFirst()
{
    FirstStart fixture;
    QVERIFY(fixture.tour.canStart());
    fixture.tour.start();
    QVERIFY(!fixture.tour.state().running);
    QTRY_VERIFY_WITH_TIMEOUT(fixture.tour.state().running, 60'000);
    QVERIFY(fixture.server->calls("insert") > 0);
}

void TestTour::onAnEngineWithoutDataItLoadsTheSampleDataFirst()
{
    FirstStart fixture;
    QVERIFY(fixture.run());
    QTRY_VERIFY(fixture.set.catalog.isLoaded());
    fixture.tour.start();
    QVERIFY(!fixture.tour.state().running);
    QTRY_VERIFY_WITH_TIMEOUT(fixture.tour.state().running, 60'000);
    QVERIFY(fixture.server->calls("insert") > 0);
}

void TestTour::withoutAnEngineItDoesNotStart()
{
    FirstStart fixture(FirstStart::Kind::Missing);
    fixture.tour.start();
    QTRY_COMPARE(fixture.failed.count(), 1);
    QVERIFY(!fixture.tour.state().running);
    // a connection that comes later does not bring it up
    QVERIFY(fixture.connectRemote());
    QVERIFY(!fixture.tour.state().running);
}

void TestTour::givenUpBeforeItsStartItDoesNotCome()
{
    FirstStart fixture;
    fixture.tour.start();
    fixture.tour.end();
    QTRY_COMPARE_WITH_TIMEOUT(fixture.ready.count(), 1, 60'000);
    QVERIFY(!fixture.tour.state().running);
}

void TestTour::aLostConnectionEndsIt()
{
    FirstStart fixture;
    QVERIFY(fixture.connectRemote());
    fixture.tour.start();
    QVERIFY(fixture.tour.state().running);
    QVERIFY(fixture.lose());
    QVERIFY(!fixture.tour.state().running);
}

void TestTour::aClosedConnectionEndsIt()
{
    FirstStart fixture;
    QVERIFY(runWithData(fixture));
    fixture.tour.start();
    fixture.set.connections.disconnectNow();
    QVERIFY(!fixture.tour.state().running);
}

void TestTour::aServerThatIsBeingReconnectedIsNotLeftForIt()
{
    FirstStart fixture;
    QVERIFY(fixture.connectRemote());
    QVERIFY(fixture.lose());
    QVERIFY(!fixture.tour.canStart());
    fixture.tour.start();
    QCOMPARE(fixture.set.connections.state().phase, services::LinkPhase::Reconnecting);
    QVERIFY(!fixture.set.connections.state().local);
}

void TestTour::itShowsTheSampleDataWhereThereIsMore()
{
    FirstStart fixture;
    fixture.server->addIndex({"a_first", "events"}, "at", 60);
    QVERIFY(fixture.load());
    QTRY_VERIFY(fixture.set.forecasts.rules({}).size() > 1);
    fixture.tour.start();
    QVERIFY(fixture.tour.state().collection);
    QCOMPARE(fixture.tour.state().collection->database, std::string("sandglass_demo"));
}

void TestTour::itShowsARuleOfTheUserOtherwise()
{
    FirstStart fixture;
    fixture.server->addIndex(kCarts, "at", 60);
    QVERIFY(fixture.connectRemote());
    fixture.tour.start();
    QCOMPARE(fixture.tour.state().collection, std::optional(kCarts));
}

void TestTour::withoutRulesItShowsNoCollection()
{
    FirstStart fixture;
    fixture.server->addIndex(kCarts, "at", std::nullopt);
    QVERIFY(fixture.connectRemote());
    fixture.tour.start();
    QVERIFY(fixture.tour.state().running);
    QVERIFY(!fixture.tour.state().collection);
}

void TestTour::itIsOfferedOnceAfterTheFirstSampleData()
{
    FirstStart fixture;
    fixture.tour.allowOffer();
    QVERIFY(!fixture.tour.state().offered);
    QVERIFY(fixture.load());
    QTRY_VERIFY(fixture.tour.state().offered);
    // the next run of the program, and sample data once more
    TourPresenter next(fixture.set, fixture.welcome);
    next.allowOffer();
    fixture.set.samples.load();
    QTRY_VERIFY_WITH_TIMEOUT(!fixture.set.samples.isLoading(), 60'000);
    QVERIFY(!next.state().offered);
}

void TestTour::itIsNotOfferedUnlessAllowed()
{
    FirstStart fixture;
    QVERIFY(fixture.load());
    QVERIFY(!fixture.tour.state().offered);
    QVERIFY(!fixture.set.settings.value(kKey).isValid());
}

void TestTour::aDeclinedOfferStaysDeclined()
{
    FirstStart fixture;
    fixture.tour.allowOffer();
    QVERIFY(fixture.load());
    QTRY_VERIFY(fixture.tour.state().offered);
    fixture.tour.declineOffer();
    QVERIFY(!fixture.tour.state().offered);
    QCOMPARE(fixture.set.settings.value(kKey).toString(), u"declined"_s);
    // the menu still has it
    QVERIFY(fixture.tour.canStart());
}

void TestTour::afterAStartItIsNotOffered()
{
    FirstStart fixture;
    fixture.tour.allowOffer();
    fixture.tour.start();
    QTRY_VERIFY_WITH_TIMEOUT(fixture.tour.state().running, 60'000);
    QVERIFY(!fixture.tour.state().offered);
    fixture.tour.end();
    QVERIFY(!fixture.tour.state().offered);
}

void TestTour::aDamagedRecordNeverOffers_data()
{
    QTest::addColumn<QVariant>("saved");
    QTest::newRow("an unknown word") << QVariant(u"perhaps"_s);
    QTest::newRow("a number") << QVariant(42);
    QTest::newRow("hostile text") << QVariant(u"\"\n\u202E%1"_s);
    QTest::newRow("10 kB") << QVariant(QString(10'000, u'x'));
}

void TestTour::aDamagedRecordNeverOffers()
{
    QFETCH(QVariant, saved);
    FirstStart fixture;
    fixture.set.settings.setValue(kKey, saved);
    fixture.tour.allowOffer();
    QVERIFY(fixture.load());
    QVERIFY(!fixture.tour.state().offered);
    QVERIFY(fixture.tour.canStart());
}

SANDGLASS_TEST(TestTour)
} // namespace tst_presenters_tour

#include "tst_presenters_tour.moc"
