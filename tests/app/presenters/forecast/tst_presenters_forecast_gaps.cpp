// SPDX-License-Identifier: GPL-3.0-or-later
// What was not counted, and what belongs to another collection, server or rule: no figure is made
// of it.
#include "tests/app/presenters/forecast/sessions.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QRegularExpression>

namespace tst_presenters_forecast_gaps {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace std::chrono_literals;
using tests::becomesReady;
using tests::kSlow;
using tests::Sessions;

namespace {

const protocol::Namespace& kSessions = tests::kSeenSessions;

std::int64_t deletedIn(const ForecastState& state)
{
    std::int64_t deleted = 0;
    for (const DeletionSpan& span : state.deletions) {
        deleted += span.documents;
    }
    return deleted;
}

} // namespace

class TestForecastGaps : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ofOneCollectionTheRateIsItsOwn();
    void anotherRuleIsNoDeletion();
    void aCollectionThatWasMadeAgainIsNoDeletion();
    void aRuleThatFailedIsAGapAndNotAZero();
    void anotherServerBeginsWithoutFigures();
};

void TestForecastGaps::ofOneCollectionTheRateIsItsOwn()
{
    Sessions fixture;
    ForecastPresenter presenter(fixture.set, kSessions, kSlow);
    presenter.setVisible(true);
    QVERIFY(fixture.connect());
    QVERIFY(becomesReady(presenter));
    QTRY_VERIFY(fixture.set.monitor.metrics());
    // the server deletes elsewhere
    fixture.clock.advance(2min);
    ttl::TtlMetrics metrics = *fixture.set.monitor.metrics();
    metrics.deletedDocuments = 10'000;
    metrics.passes = 3;
    fixture.server->setMetrics(metrics);
    fixture.set.monitor.poll();
    QTRY_VERIFY(fixture.set.monitor.deletionsPerMinute(5min).value_or(0) > 0);
    QVERIFY(!presenter.figures().deletionsPerMinute.value
            || *presenter.figures().deletionsPerMinute.value == 0);
    presenter.refresh();
    QTRY_COMPARE(presenter.state().asOf, fixture.clock.now());
    QCOMPARE(presenter.figures().deletionsPerMinute.value.value_or(-1), std::int64_t{0});
    QCOMPARE(presenter.figures().deletionsPerMinute.source, FigureSource::Observed);
}

void TestForecastGaps::anotherRuleIsNoDeletion()
{
    Sessions fixture;
    ForecastPresenter presenter(fixture.set, kSessions, kSlow);
    presenter.setVisible(true);
    QVERIFY(fixture.connect());
    QVERIFY(becomesReady(presenter));
    QCOMPARE(presenter.state().overdue, std::int64_t{1});
    fixture.server->collection(kSessions).indexes.back().expireAfterSeconds = 86'400;
    fixture.clock.advance(20s);
    fixture.set.catalog.refresh(kSessions);
    QTRY_COMPARE(presenter.state().overdue, std::int64_t{0});
    for (const DeletionSpan& span : presenter.state().deletions) {
        QCOMPARE(span.documents, std::int64_t{0});
    }
}

void TestForecastGaps::aCollectionThatWasMadeAgainIsNoDeletion()
{
    Sessions fixture;
    fixture.server->collection(kSessions).spec.uuid = "a";
    ForecastPresenter presenter(fixture.set, kSessions, kSlow);
    presenter.setVisible(true);
    QVERIFY(fixture.connect());
    QVERIFY(becomesReady(presenter));
    fixture.clock.advance(20s);
    QVERIFY(fixture.server->remove(kSessions, {bson::Value::of(std::int32_t{1})}, {}));
    presenter.refresh();
    QTRY_COMPARE(presenter.state().overdue, std::int64_t{0});
    QCOMPARE(deletedIn(presenter.state()), std::int64_t{1});
    // it was another client that dropped the collection and made it again
    fixture.server->collection(kSessions).spec.uuid = "b";
    fixture.set.catalog.refresh();
    QTRY_COMPARE(deletedIn(presenter.state()), std::int64_t{0});
    QVERIFY(!presenter.figures().deletionsPerMinute.value);
}

void TestForecastGaps::aRuleThatFailedIsAGapAndNotAZero()
{
    Sessions fixture;
    fixture.server->addIndex(kSessions, "made", 60);
    fixture.server->failAfter("histogram", 1, base::serverError(13, "Unauthorized", "no"));
    ForecastPresenter presenter(fixture.set, kSessions, kSlow);
    presenter.setVisible(true);
    QVERIFY(fixture.connect());
    QVERIFY(becomesReady(presenter));
    QVERIFY2(presenter.state().missing.contains(u"could not be counted"), "it is named");
    QVERIFY2(!presenter.state().summary.contains(QRegularExpression(QStringLiteral("\\b0\\b"))),
             qPrintable(presenter.state().summary));
    QVERIFY(!presenter.figures().overdue.value
            || presenter.figures().overdue.text.startsWith(u'≥'));
    presenter.refresh();
    QTRY_VERIFY(presenter.state().missing.isEmpty());
    QCOMPARE(*presenter.figures().overdue.value, std::int64_t{1});
}

void TestForecastGaps::anotherServerBeginsWithoutFigures()
{
    Sessions fixture;
    ForecastPresenter presenter(fixture.set, kSessions, kSlow);
    presenter.setVisible(true);
    QVERIFY(fixture.connect());
    QVERIFY(becomesReady(presenter));
    fixture.server->hold("databases");
    fixture.set.connections.connectTo(QStringLiteral("mongodb://other.example/"), {}, false);
    QTRY_VERIFY(fixture.set.connections.isConnected() && fixture.server->running("databases") == 1);
    QVERIFY(!presenter.figures().overdue.value);
    QVERIFY(!presenter.figures().dueWithinDay.value);
    fixture.server->release("databases");
}

SANDGLASS_TEST(TestForecastGaps)
} // namespace tst_presenters_forecast_gaps

#include "tst_presenters_forecast_gaps.moc"
