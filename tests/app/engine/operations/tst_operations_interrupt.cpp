// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/operations/interrupt.h"
#include "app/engine/request/operation_figures.h"
#include "app/engine/request/request.h"
#include "tests/support/error_of.h"
#include "tests/support/fake_clock.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_operations_interrupt {

using namespace sandglass;
using namespace sandglass::tests;
using engine::operations::Interrupt;
using engine::request::OperationFigures;
using engine::request::Request;

class OperationsInterruptTest : public QObject
{
    Q_OBJECT

private slots:
    void timeLimitsAreJudged_data()
    {
        QTest::addColumn<QString>("limit");
        QTest::addColumn<int>("code");
        const auto row = [](const char* limit, int code) {
            QTest::newRow(limit) << QString::fromLatin1(limit) << code;
        };
        row("0", 0);
        row("1", 0);
        row("2147483647", 0);
        row("5.0", 0);
        row(R"({"$numberLong":"100"})", 0);
        row(R"({"$numberDecimal":"100"})", 0);
        row("null", 0);
        row("-1", 2);
        row("2147483648", 2);
        row("1.5", 9);
        row(R"({"$numberDouble":"NaN"})", 9);
        row(R"({"$numberDouble":"Infinity"})", 9);
        row(R"({"$numberDecimal":"1E+40"})", 9);
        row(R"("100")", 14);
        row("true", 14);
        row("{}", 14);
        row("[]", 14);
    }
    void timeLimitsAreJudged()
    {
        QFETCH(QString, limit);
        const bson::Document body = limited(limit);
        Request request;
        request.body = body;
        QTEST(errorOf(Interrupt::make(request, m_clock)), "code");
    }

    void theWorkEndsAtTheLimitAndNotBefore()
    {
        const bson::Document body = limited(QStringLiteral("1000"));
        Request request;
        request.body = body;
        const auto interrupt = need(request);
        m_clock.advance(base::Millis(999));
        QCOMPARE(errorOf(interrupt.check()), 0);
        m_clock.advance(base::Millis(1));
        QCOMPARE(errorOf(interrupt.check()), 50);
    }

    void zeroIsNoLimit()
    {
        const bson::Document body = limited(QStringLiteral("0"));
        Request request;
        request.body = body;
        const auto interrupt = need(request);
        m_clock.advance(base::Millis(10'000'000));
        QCOMPARE(errorOf(interrupt.check()), 0);
    }

    void aLimitThatSaysHowLongToWaitLimitsNoWork()
    {
        const bson::Document body = limited(QStringLiteral("1000"));
        Request request;
        request.body = body;
        Interrupt interrupt = need(request);
        interrupt.removeDeadline();
        m_clock.advance(base::Millis(5000));
        QCOMPARE(errorOf(interrupt.check()), 0);
    }

    void aKillWinsOverTheLimit()
    {
        const bson::Document body = limited(QStringLiteral("1000"));
        const auto killed = std::make_shared<std::atomic<int>>(0);
        Request request;
        request.body = body;
        request.killed = killed;
        const auto interrupt = need(request);
        QCOMPARE(errorOf(interrupt.check()), 0);
        m_clock.advance(base::Millis(5000));
        *killed = 11601;
        QCOMPARE(errorOf(interrupt.check()), 11601);
    }

    void atTheEndOfTheEngineItIsAnotherError()
    {
        Request request;
        request.killed = std::make_shared<std::atomic<int>>(11600);
        const Result<void> stopped = need(request).check();
        QCOMPARE(errorOf(stopped), 11600);
        QCOMPARE(stopped.error().serverCodeName, std::string("InterruptedAtShutdown"));
    }

    void innerLoopsLookAtEvery64thCall()
    {
        const auto killed = std::make_shared<std::atomic<int>>(11601);
        Request request;
        request.killed = killed;
        Interrupt interrupt = need(request);
        int calls = 1;
        while (errorOf(interrupt.checkSometimes()) == 0) {
            ++calls;
            QVERIFY(calls <= 64);
        }
        QCOMPARE(calls, 64);
    }

    void figuresAreThoseOfTheRequest()
    {
        Request request;
        request.figures = std::make_shared<OperationFigures>();
        const auto interrupt = need(request);
        interrupt.figures().keysExamined = 7;
        QCOMPARE(qint64{request.figures->keysExamined}, qint64{7});
    }

    void aRequestWithoutFiguresGetsItsOwn()
    {
        const auto interrupt = need(Request());
        interrupt.figures().returned += 1;
        QCOMPARE(qint64{interrupt.figures().returned}, qint64{1});
    }

    void sharedOnesAreOne()
    {
        Request request;
        const auto killed = std::make_shared<std::atomic<int>>(0);
        request.killed = killed;
        const auto first = Interrupt::makeShared(request, m_clock);
        QVERIFY(first.has_value());
        const auto second = *first;
        *killed = 11601;
        QCOMPARE(errorOf(second->check()), 11601);
        const bson::Document body = limited(QStringLiteral("-5"));
        request.body = body;
        QCOMPARE(errorOf(Interrupt::makeShared(request, m_clock)), 2);
    }

private:
    static bson::Document limited(const QString& millis)
    {
        return parsedJson(QStringLiteral(R"({"find":"c","maxTimeMS":%1})").arg(millis));
    }
    Interrupt need(const Request& request) const
    {
        auto made = Interrupt::make(request, m_clock);
        if (!made) {
            qFatal("no interrupt: %s", made.error().message.c_str());
        }
        return std::move(*made);
    }

    FakeClock m_clock;
};

SANDGLASS_TEST(OperationsInterruptTest)
} // namespace tst_operations_interrupt

#include "tst_operations_interrupt.moc"
