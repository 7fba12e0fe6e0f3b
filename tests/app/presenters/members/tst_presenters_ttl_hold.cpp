// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/members/ttl_hold_presenter.h"
#include "app/services/forecast/monitor_service.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace tst_presenters_ttl_hold {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace Qt::StringLiterals;
using std::chrono::days;
using tests::ServiceFixture;

namespace {

/// A connection whose server holds something back.
struct HoldingServer : ServiceFixture
{
    explicit HoldingServer(std::optional<ttl::TtlHold> hold) { show(std::move(hold)); }

    void show(std::optional<ttl::TtlHold> hold)
    {
        ttl::TtlMetrics metrics;
        metrics.passes = 1;
        metrics.hold = std::move(hold);
        server->setMetrics(metrics);
    }
    int releases() const
    {
        return static_cast<int>(
            std::ranges::count_if(server->commands(), [](const bson::Document& command) {
                return command["sandglassTtlHold"].asString() == "none";
            }));
    }
};

} // namespace

class TestTtlHold : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingHeldShowsNothing();
    void aStepOfTheClockIsSaid_data();
    void aStepOfTheClockIsSaid();
    void heldIndexesAreNamedWithTheirDocuments();
    void whatCouldNotBeCountedIsSaidSo();
    void countsHavePluralForms();
    void countsOfALyingServerDoNotOverflow();
    void aLossOfTheJournalIsTheReasonThatIsSaid();
    void aReadingWithoutAChangeAnnouncesNothing();
    void releasingConfirmsOnce();
    void aRefusalIsSaidAndCanBeTriedAgain();
    void aLockedConnectionCannotRelease();
    void disconnectedItIsHidden();
};

void TestTtlHold::nothingHeldShowsNothing()
{
    HoldingServer fixture({});
    QVERIFY(fixture.connect());
    TtlHoldPresenter presenter(fixture.set);
    QTRY_VERIFY(fixture.set.monitor.metrics());
    QVERIFY(!presenter.state().visible);
    presenter.release();
    QCOMPARE(fixture.releases(), 0);
}

void TestTtlHold::aStepOfTheClockIsSaid_data()
{
    QTest::addColumn<qint64>("millis");
    QTest::addColumn<QString>("words");
    QTest::newRow("ahead") << qint64{60LL * 86'400'000} << u"set forward by 60 d"_s;
    QTest::newRow("back") << qint64{-86'400'000} << u"set back by 1 d"_s;
}

void TestTtlHold::aStepOfTheClockIsSaid()
{
    QFETCH(qint64, millis);
    QFETCH(QString, words);
    HoldingServer fixture(ttl::TtlHold{base::Millis(millis), {}});
    QVERIFY(fixture.connect());
    TtlHoldPresenter presenter(fixture.set);
    QTRY_VERIFY(presenter.state().visible);
    QVERIFY2(presenter.state().sentence.contains(words), qPrintable(presenter.state().sentence));
    QVERIFY(!presenter.state().question.isEmpty());
    fixture.show({});
    fixture.set.monitor.poll();
    QTRY_VERIFY(!presenter.state().visible);
}

void TestTtlHold::heldIndexesAreNamedWithTheirDocuments()
{
    HoldingServer fixture(
        ttl::TtlHold{{}, {{"shop.carts", "at_1", 12'345}, {"shop.logs", "t_1", 20'000}}});
    QVERIFY(fixture.connect());
    TtlHoldPresenter presenter(fixture.set);
    QTRY_VERIFY(presenter.state().visible);
    const QString& sentence = presenter.state().sentence;
    for (const QString& part : {u"12,345"_s, u"at_1"_s, u"shop.carts"_s, u"20,000"_s}) {
        QVERIFY2(sentence.contains(part), qPrintable(sentence));
    }
    QVERIFY2(presenter.state().question.contains(u"32,345"_s),
             qPrintable(presenter.state().question));
}

void TestTtlHold::whatCouldNotBeCountedIsSaidSo()
{
    HoldingServer fixture(
        ttl::TtlHold{{}, {{"shop.carts", "at_1", 12'345}, {"shop.logs", "t_1", 20'000, true}}});
    QVERIFY(fixture.connect());
    TtlHoldPresenter presenter(fixture.set);
    QTRY_VERIFY(presenter.state().visible);
    QVERIFY2(presenter.state().sentence.contains(u"At most 20,000"_s),
             qPrintable(presenter.state().sentence));
    QVERIFY2(presenter.state().question.startsWith(u"At most 32,345"_s),
             qPrintable(presenter.state().question));
    fixture.show(ttl::TtlHold{{}, {{"shop.logs", "t_1", {}}}});
    fixture.set.monitor.poll();
    QTRY_VERIFY2(presenter.state().sentence.contains(u"not known"_s),
                 qPrintable(presenter.state().sentence));
    QVERIFY2(presenter.state().question.contains(u"not known"_s),
             qPrintable(presenter.state().question));
}

// Without a catalogue the source texts are shown, with the mark of a plural.
void TestTtlHold::countsHavePluralForms()
{
    for (const bool cut : {false, true}) {
        for (const bool atMost : {false, true}) {
            HoldingServer fixture(
                ttl::TtlHold{{}, {{"shop.carts", "at_1", 1, atMost}}, cut ? "lost" : ""});
            QVERIFY(fixture.connect());
            TtlHoldPresenter presenter(fixture.set);
            QTRY_VERIFY(presenter.state().visible);
            for (const QString& said : {presenter.state().sentence, presenter.state().question}) {
                QVERIFY2(said.contains(u"1 document(s) "_s), qPrintable(said));
            }
            QVERIFY(presenter.state().sentence.contains(u" by at_1 of shop.carts"_s));
        }
    }
}

void TestTtlHold::countsOfALyingServerDoNotOverflow()
{
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    HoldingServer fixture(
        ttl::TtlHold{{}, {{"shop.carts", "at_1", kMost}, {"shop.logs", "t_1", kMost}}});
    QVERIFY(fixture.connect());
    TtlHoldPresenter presenter(fixture.set);
    QTRY_VERIFY(presenter.state().visible);
    // the largest number that a sentence has
    QVERIFY2(presenter.state().question.contains(u"2,147,483,647"_s),
             qPrintable(presenter.state().question));
}

void TestTtlHold::aLossOfTheJournalIsTheReasonThatIsSaid()
{
    HoldingServer fixture(ttl::TtlHold{{},
                                       {{"shop.carts", "at_1", 12'345},
                                        {"shop.logs", "t_1", 20'000, true},
                                        {"shop.keys", "k_1", {}}},
                                       "96 bytes of 000012.log are lost."});
    QVERIFY(fixture.connect());
    TtlHoldPresenter presenter(fixture.set);
    QTRY_VERIFY(presenter.state().visible);
    const QString& sentence = presenter.state().sentence;
    for (const QString& part :
         {u"journal was cut. 96 bytes of 000012.log are lost. "_s,
          u"12,345 document(s) are due by at_1 of shop.carts."_s, u"At most 20,000"_s,
          u"not known how many documents are due by k_1"_s}) {
        QVERIFY2(sentence.contains(part), qPrintable(sentence));
    }
    // that they became due meanwhile is not why they are kept
    QVERIFY2(!sentence.contains(u"did not run"_s), qPrintable(sentence));
    QVERIFY(presenter.state().canRelease);
}

void TestTtlHold::aReadingWithoutAChangeAnnouncesNothing()
{
    HoldingServer fixture(ttl::TtlHold{base::Millis(days(1)), {}});
    QVERIFY(fixture.connect());
    TtlHoldPresenter presenter(fixture.set);
    QTRY_VERIFY(presenter.state().visible);
    QSignalSpy shown(&presenter, &TtlHoldPresenter::stateChanged);
    QSignalSpy read(&fixture.set.monitor, &services::MonitorService::changed);
    for (int reading = 1; reading <= 3; ++reading) {
        fixture.set.monitor.poll();
        QTRY_VERIFY(read.size() >= reading);
    }
    QCOMPARE(shown.size(), 0);
    fixture.show({});
    fixture.set.monitor.poll();
    QTRY_COMPARE(shown.size(), 1);
}

void TestTtlHold::releasingConfirmsOnce()
{
    HoldingServer fixture(ttl::TtlHold{base::Millis(days(1)), {}});
    QVERIFY(fixture.connect());
    TtlHoldPresenter presenter(fixture.set);
    QTRY_VERIFY(presenter.state().canRelease);
    presenter.release();
    QVERIFY(!presenter.state().canRelease);
    presenter.release();
    QTRY_VERIFY(presenter.state().canRelease);
    QCOMPARE(fixture.releases(), 1);
}

void TestTtlHold::aRefusalIsSaidAndCanBeTriedAgain()
{
    HoldingServer fixture(ttl::TtlHold{base::Millis(days(1)), {}});
    QVERIFY(fixture.connect());
    TtlHoldPresenter presenter(fixture.set);
    QTRY_VERIFY(presenter.state().canRelease);
    fixture.server->fail("runCommand", base::serverError(13, "Unauthorized", "not authorized"));
    presenter.release();
    QTRY_VERIFY(!presenter.state().problem.isEmpty());
    QVERIFY(presenter.state().visible);
    QVERIFY(presenter.state().canRelease);
}

void TestTtlHold::aLockedConnectionCannotRelease()
{
    HoldingServer fixture(ttl::TtlHold{base::Millis(days(1)), {}});
    QVERIFY(fixture.connect(false));
    TtlHoldPresenter presenter(fixture.set);
    QTRY_VERIFY(presenter.state().visible);
    QVERIFY(!presenter.state().canRelease);
    fixture.set.connections.unlock();
    QTRY_VERIFY(presenter.state().canRelease);
}

void TestTtlHold::disconnectedItIsHidden()
{
    HoldingServer fixture(ttl::TtlHold{base::Millis(days(1)), {}});
    QVERIFY(fixture.connect());
    TtlHoldPresenter presenter(fixture.set);
    QTRY_VERIFY(presenter.state().visible);
    fixture.set.connections.disconnectNow();
    QTRY_VERIFY(!presenter.state().visible);
}

SANDGLASS_TEST(TestTtlHold)
} // namespace tst_presenters_ttl_hold

#include "tst_presenters_ttl_hold.moc"
