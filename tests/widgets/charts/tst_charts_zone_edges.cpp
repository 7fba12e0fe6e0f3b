// SPDX-License-Identifier: GPL-3.0-or-later
// The edges of the bars and the ticks below them are made in different houses; they must agree.
#include "app/services/forecast/bucket_edges.h"
#include "tests/support/test_program.h"
#include "widgets/charts/zone_ladder.h"

#include <QDateTime>
#include <QTest>

namespace tst_charts_zone_edges {

using namespace sandglass;
using ttl::BucketWidth;
using widgets::StepUnit;
using widgets::ZoneStep;

class TestZoneEdges : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyEdgeOfADayOrLongerIsATick_data();
    void everyEdgeOfADayOrLongerIsATick();
    void edgesBelowADayAreTicksWhileTheClockIsNotChanged();
};

void TestZoneEdges::everyEdgeOfADayOrLongerIsATick_data()
{
    QTest::addColumn<QByteArray>("zone");
    for (const QByteArray& zone : QTimeZone::availableTimeZoneIds()) {
        QTest::newRow(zone.constData()) << zone;
    }
}

void TestZoneEdges::everyEdgeOfADayOrLongerIsATick()
{
    QFETCH(QByteArray, zone);
    const QTimeZone in(zone);
    const std::pair<BucketWidth, ZoneStep> steps[] = {{BucketWidth::Day1, {StepUnit::Day, 1}},
                                                      {BucketWidth::Week1, {StepUnit::Week, 1}},
                                                      {BucketWidth::Month1, {StepUnit::Month, 1}}};
    for (const int year : {2011, 2018, 2024, 2031}) {
        const QDateTime start(QDate(year, 1, 10), QTime(7, 30), QTimeZone::utc());
        const base::Time from(base::Millis(start.toMSecsSinceEpoch()));
        const base::Time to(base::Millis(start.addDays(400).toMSecsSinceEpoch()));
        for (const auto& [width, step] : steps) {
            const std::vector<base::Time> edges = services::bucketEdges(from, to, width, in);
            QVector<qint64> inner;
            for (std::size_t i = 1; i < edges.size(); ++i) {
                inner += edges[i].time_since_epoch().count();
            }
            QCOMPARE(inner,
                     widgets::zoneTicks(start.toMSecsSinceEpoch() + 1, inner.last(), step, in));
        }
    }
}

void TestZoneEdges::edgesBelowADayAreTicksWhileTheClockIsNotChanged()
{
    const QTimeZone kathmandu("Asia/Kathmandu");
    const QDateTime start(QDate(2024, 6, 1), QTime(7, 30), QTimeZone::utc());
    const base::Time from(base::Millis(start.toMSecsSinceEpoch()));
    for (int width = 0; width < static_cast<int>(BucketWidth::Day1); ++width) {
        const std::int64_t seconds = ttl::nominalSeconds(static_cast<BucketWidth>(width));
        const base::Time to = from + std::chrono::seconds(seconds * 100);
        const auto edges
            = services::bucketEdges(from, to, static_cast<BucketWidth>(width), kathmandu);
        QVector<qint64> inner;
        for (std::size_t i = 1; i < edges.size(); ++i) {
            inner += edges[i].time_since_epoch().count();
        }
        const ZoneStep step{StepUnit::Second, static_cast<int>(seconds)};
        QCOMPARE(inner,
                 widgets::zoneTicks(start.toMSecsSinceEpoch() + 1, inner.last(), step, kathmandu));
    }
}

SANDGLASS_TEST(TestZoneEdges)
} // namespace tst_charts_zone_edges

#include "tst_charts_zone_edges.moc"
