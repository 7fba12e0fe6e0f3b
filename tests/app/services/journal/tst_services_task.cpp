// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/journal/task_service.h"
#include "tests/support/fake_clock.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QSignalSpy>
#include <QTest>

namespace tst_services_task {

using namespace sandglass;
using services::TaskKind;
using services::TaskService;

class TestTask : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aTaskIsListedFromBeginToEnd();
    void cancellingRaisesTheFlag();
    void unknownTasksAreIgnored();
};

void TestTask::aTaskIsListedFromBeginToEnd()
{
    const tests::FakeClock clock;
    TaskService tasks(clock);
    QSignalSpy changed(&tasks, &TaskService::changed);
    const std::uint64_t id = tasks.begin(TaskKind::CreateIndex, {"a", "b"}, {});
    tasks.setPercent(id, 40);
    QCOMPARE(tasks.tasks().front().percent, 40);
    QCOMPARE(tasks.tasks().front().startedAt, clock.now());
    tasks.end(id);
    QVERIFY(tasks.tasks().empty());
    QCOMPARE(changed.count(), 3);
}

void TestTask::cancellingRaisesTheFlag()
{
    const tests::FakeClock clock;
    TaskService tasks(clock);
    const ttl::CancelToken token;
    tasks.cancel(tasks.begin(TaskKind::CountEffect, {"a", "b"}, token));
    QVERIFY(token.cancelled());
}

void TestTask::unknownTasksAreIgnored()
{
    const tests::FakeClock clock;
    TaskService tasks(clock);
    QSignalSpy changed(&tasks, &TaskService::changed);
    tasks.end(7);
    tasks.cancel(7);
    tasks.setPercent(7, 1);
    QCOMPARE(changed.count(), 0);
}

SANDGLASS_TEST(TestTask)
} // namespace tst_services_task

#include "tst_services_task.moc"
