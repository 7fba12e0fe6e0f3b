// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/forecast/deletion_evidence.h"
#include "app/services/forecast/forecast_service.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_services_deletion_evidence {

using namespace sandglass;
using namespace std::chrono_literals;
using services::DeletionEvidence;
using services::Forecast;

namespace {

const base::Time kStart{base::Millis{1'700'000'000'000}};
const ttl::IndexRef kMade{{"app", "tickets"}, "made_1"};

Forecast counted(std::int64_t overdue, base::Time at, std::int64_t seconds = 60)
{
    services::RuleForecast share;
    share.rule.index = kMade;
    share.rule.expireAfterSeconds = seconds;
    share.histogram.shown.overdue = overdue;
    Forecast forecast;
    forecast.now = at;
    forecast.rules.push_back(share);
    return forecast;
}

} // namespace

class TestDeletionEvidence : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fewerOverdueDocumentsShowThatTheServerDeletes()
    {
        DeletionEvidence evidence;
        evidence.note(counted(40'000, kStart));
        QVERIFY(!evidence.lastSeenAt());
        evidence.note(counted(0, kStart + 30s));
        QCOMPARE(evidence.lastSeenAt(), std::optional(kStart + 30s));
    }

    void moreOfThemShowNothing()
    {
        DeletionEvidence evidence;
        evidence.note(counted(10, kStart));
        evidence.note(counted(20, kStart + 30s));
        QVERIFY(!evidence.lastSeenAt());
    }

    void estimatesShowNothing()
    {
        DeletionEvidence evidence;
        Forecast sampled = counted(50, kStart);
        sampled.rules.front().histogram.shown.overdueExact = false;
        evidence.note(sampled);
        evidence.note(counted(10, kStart + 30s));
        QVERIFY(!evidence.lastSeenAt());
    }

    void aCountThatFailedShowsNothing()
    {
        DeletionEvidence evidence;
        evidence.note(counted(50, kStart));
        Forecast failed = counted(0, kStart + 30s);
        failed.rules.front().error = base::failure(Errc::Timeout, "too slow");
        evidence.note(failed);
        evidence.note(counted(0, kStart + 60s));
        QVERIFY(!evidence.lastSeenAt());
    }

    void anotherPeriodShowsNothing()
    {
        DeletionEvidence evidence;
        evidence.note(counted(50, kStart));
        evidence.note(counted(10, kStart + 30s, 3'600));
        QVERIFY(!evidence.lastSeenAt());
    }

    void whatThisWindowDeletesShowsNothing()
    {
        DeletionEvidence evidence;
        evidence.note(counted(50, kStart));
        evidence.forget(kMade.ns);
        evidence.note(counted(10, kStart + 30s));
        QVERIFY(!evidence.lastSeenAt());
    }
};

SANDGLASS_TEST(TestDeletionEvidence)
} // namespace tst_services_deletion_evidence

#include "tst_services_deletion_evidence.moc"
