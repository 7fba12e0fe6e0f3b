// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/forecast/pass_speed.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_services_pass_speed {

using namespace sandglass;
using namespace std::chrono_literals;
using services::PassSpeed;

namespace {

const base::Time kStart(base::Millis(1'893'456'000'000));

/// What a server reports after its pass number `passes`, which began at `began` and took `took`.
ttl::TtlMetrics after(std::int64_t passes, std::int64_t deleted, base::Millis began,
                      base::Millis took)
{
    ttl::TtlMetrics metrics;
    metrics.passes = passes;
    metrics.deletedDocuments = deleted;
    metrics.lastPassStartedAt = kStart + began;
    metrics.lastPassEndedAt = kStart + began + took;
    return metrics;
}

} // namespace

class TestPassSpeed : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itIsTheDocumentsByTheTimeInsideThePass()
    {
        PassSpeed speed;
        speed.note(after(1, 0, 0s, 1ms));
        QVERIFY(!speed.perSecond());
        // 40 000 documents in 0.8 s, once a minute: not 40 000 a minute
        speed.note(after(2, 40'000, 60s, 799ms));
        QCOMPARE(*speed.perSecond(), 50'000.0);
        speed.note(after(3, 50'000, 120s, 199ms));
        QCOMPARE(*speed.perSecond(), 50'000.0);
    }

    void aPassThatDeletesLittleOrNothingIsNoMeasure()
    {
        PassSpeed speed;
        speed.note(after(1, 0, 0s, 1ms));
        speed.note(after(2, 3, 60s, 50ms));
        speed.note(after(3, 3, 120s, 50ms));
        QVERIFY(!speed.perSecond());
    }

    void aPassThatWasNotSeenWholeIsNoMeasure()
    {
        PassSpeed speed;
        speed.note(after(1, 0, 0s, 1ms));
        speed.note(after(3, 5'000, 120s, 100ms)); // two passes deleted them
        QVERIFY(!speed.perSecond());
        ttl::TtlMetrics running = after(3, 7'000, 120s, 100ms);
        running.passRunning = true;
        speed.note(running); // deleted in the pass under way
        speed.note(after(4, 9'000, 180s, 399ms));
        QCOMPARE(*speed.perSecond(), 10'000.0);
        speed.clear();
        QVERIFY(!speed.perSecond());
    }

    void aServerThatDoesNotTellIsNotMeasured()
    {
        PassSpeed speed;
        for (std::int64_t pass = 1; pass < 4; ++pass) {
            ttl::TtlMetrics metrics;
            metrics.passes = pass;
            metrics.deletedDocuments = pass * 1'000;
            speed.note(metrics);
        }
        QVERIFY(!speed.perSecond());
        PassSpeed rehearsal;
        for (std::int64_t pass = 1; pass < 4; ++pass) {
            ttl::TtlMetrics metrics = after(pass, pass * 1'000, pass * 60s, 100ms);
            metrics.clockRate = 3'600;
            rehearsal.note(metrics);
        }
        QVERIFY(!rehearsal.perSecond());
    }
};

SANDGLASS_TEST(TestPassSpeed)
} // namespace tst_services_pass_speed

#include "tst_services_pass_speed.moc"
