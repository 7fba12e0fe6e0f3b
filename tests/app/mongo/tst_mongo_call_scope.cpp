// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/call_scope.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <optional>

namespace tst_mongo_call_scope {

using namespace sandglass;
using namespace std::chrono_literals;
using mongo::CallScope;
using mongo::DriverUse;

namespace {

ttl::CallLimits limits(std::chrono::milliseconds timeout = 30s)
{
    return ttl::CallLimits{timeout, {}};
}

// What a call has said of itself.
class Watch final : public ttl::CallWatch
{
public:
    void callBegins(Steady::time_point until) override { deadline = until; }
    void callEnds() override { deadline.reset(); }

    std::optional<Steady::time_point> deadline;
};

} // namespace

class TestCallScope : public QObject
{
    Q_OBJECT

private slots:
    void theScopeStopsTheWork()
    {
        const ttl::CallLimits scoped = limits();
        const CallScope scope(scoped);
        QVERIFY(scope.check());
        QVERIFY(scope.remaining() > 29s);
        scoped.cancel.cancel();
        QCOMPARE(scope.check().error().code, Errc::Cancelled);
        QVERIFY(scope.cancelled().stop_requested());
    }

    void aPassedDeadlineLeavesOneMillisecond()
    {
        const CallScope scope(limits(-5s));
        QCOMPARE(scope.check().error().code, Errc::Timeout);
        QCOMPARE(scope.remaining(), 1ms);
    }

    void theWatchKnowsTheDeadlineWhileTheCallIsUnderWay()
    {
        const auto watch = std::make_shared<Watch>();
        ttl::CallLimits watched = limits();
        watched.watch = watch;
        {
            const CallScope scope(watched);
            QVERIFY(watch->deadline == scope.deadline());
        }
        QVERIFY(!watch->deadline);
    }

    void theDriverIsInUseWhileACallIsUnderWay()
    {
        QVERIFY(DriverUse::waitForNone(0ms));
        {
            const CallScope scope(limits());
            QVERIFY(!DriverUse::waitForNone(0ms));
        }
        QVERIFY(DriverUse::waitForNone(0ms));
    }
};

SANDGLASS_TEST(TestCallScope)
} // namespace tst_mongo_call_scope

#include "tst_mongo_call_scope.moc"
