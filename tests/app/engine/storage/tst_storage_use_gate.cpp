// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/storage/use_gate.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <future>
#include <utility>

namespace tst_storage_use_gate {

using namespace sandglass;
using engine::storage::UseGate;

class TestUseGate : public QObject
{
    Q_OBJECT

private slots:
    void anOpenGateLetsManyIn()
    {
        UseGate gate;
        const auto one = gate.enter();
        const auto two = gate.enter();
        QVERIFY(one && two);
    }

    void itClosesOnlyWhenNobodyIsInside()
    {
        UseGate gate;
        auto user = gate.enter();
        QVERIFY(!gate.close(base::Millis(0)));
        // it gave up: the gate is open
        QVERIFY(bool(gate.enter(base::Millis(0))));
        user = UseGate::Pass();
        QVERIFY(gate.close(base::Millis(0)));
        QVERIFY(!gate.enter(base::Millis(0)));
        gate.open();
        QVERIFY(bool(gate.enter(base::Millis(0))));
    }

    void whoIsStillInsideIsAskedToLeave()
    {
        UseGate gate;
        auto user = gate.enter();
        int asked = 0;
        const auto ask = [&] {
            ++asked;
            // nobody else gets in meanwhile
            if (!gate.enter(base::Millis(0))) {
                user = UseGate::Pass();
            }
        };
        QVERIFY(gate.close(base::Millis(0), ask));
        QCOMPARE(asked, 1);
        gate.open();
        // where nobody is inside, nobody is asked
        QVERIFY(gate.close(base::Millis(0), ask));
        QCOMPARE(asked, 1);
    }

    void aPassCanBeHandedOn()
    {
        UseGate gate;
        auto user = gate.enter();
        auto next = std::move(user);
        QVERIFY(!user); // NOLINT(bugprone-use-after-move)
        QVERIFY(!gate.close(base::Millis(0)));
        next = UseGate::Pass();
        QVERIFY(gate.close(base::Millis(0)));
    }

    void whoWaitsIsLetInWhenItOpens()
    {
        UseGate gate;
        QVERIFY(gate.close(base::Millis(0)));
        auto waiting = std::async(std::launch::async, [&gate] { return bool(gate.enter()); });
        gate.open();
        QVERIFY(waiting.get());
    }
};

SANDGLASS_PLAIN_TEST(TestUseGate)
} // namespace tst_storage_use_gate

#include "tst_storage_use_gate.moc"
