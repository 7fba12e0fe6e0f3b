// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/journal/task_model.h"
#include "tests/support/test_program.h"

#include <QAbstractItemModelTester>
#include <QLocale>
#include <QObject>
#include <QSignalSpy>
#include <QTest>

namespace tst_presenters_task_model {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using presenters::TaskRow;
using Model = presenters::TaskModel;

namespace {

const base::Time kNow(base::Millis(1'893'456'000'000));
constexpr int kProgress = 1;
constexpr int kElapsed = 2;

TaskRow task(std::uint64_t id = 1)
{
    TaskRow made;
    made.id = id;
    made.title = u"Counting shop.carts exactly"_s;
    made.startedAt = kNow;
    return made;
}

/// The model with one task, under the eyes of Qt's tester.
struct Table
{
    explicit Table(const TaskRow& shown, base::Time now = kNow) { model.setRows({shown}, now); }
    QString text(int column) const { return model.index(0, column).data().toString(); }
    QVariant at(int role) const { return model.index(0, 0).data(role); }

    Model model;
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::QtTest};
};

} // namespace

class TestTaskModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English)); }
    void progressIsAShareWhenItIsKnown_data();
    void progressIsAShareWhenItIsKnown();
    void elapsedTimeCountsFromTheStart_data();
    void elapsedTimeCountsFromTheStart();
    void rolesSayWhatCanBeDone();
    void theSameTasksKeepTheSelectionWhileTimePasses();
    void theListEmptiesWhenAllAreDone();
};

void TestTaskModel::progressIsAShareWhenItIsKnown_data()
{
    QTest::addColumn<int>("percent");
    QTest::addColumn<bool>("paused");
    QTest::addColumn<QString>("words");
    QTest::newRow("unknown") << -1 << false << u"running"_s;
    QTest::newRow("nothing yet") << 0 << false << u"0.0 %"_s;
    QTest::newRow("some") << 42 << false << u"42.0 %"_s;
    QTest::newRow("all") << 100 << false << u"100.0 %"_s;
    QTest::newRow("paused") << 42 << true << u"paused"_s;
    QTest::newRow("paused, unknown") << -1 << true << u"paused"_s;
}

void TestTaskModel::progressIsAShareWhenItIsKnown()
{
    QFETCH(int, percent);
    QFETCH(bool, paused);
    QFETCH(QString, words);
    TaskRow made = task();
    made.percent = percent;
    made.paused = paused;
    const Table table(made);
    QCOMPARE(table.text(kProgress), words);
    QCOMPARE(table.at(Model::PercentRole).toInt(), percent);
}

void TestTaskModel::elapsedTimeCountsFromTheStart_data()
{
    QTest::addColumn<qlonglong>("millis");
    QTest::addColumn<QString>("words");
    QTest::newRow("just begun") << 999LL << u"0 s"_s;
    QTest::newRow("a minute") << 61'500LL << u"1 min 1 s"_s;
    QTest::newRow("a day") << 86'400'000LL << u"1 d"_s;
    QTest::newRow("the clock was set back") << -60'000LL << u"0 s"_s;
}

void TestTaskModel::elapsedTimeCountsFromTheStart()
{
    QFETCH(qlonglong, millis);
    QFETCH(QString, words);
    QCOMPARE(Table(task(), kNow + base::Millis(millis)).text(kElapsed), words);
}

void TestTaskModel::rolesSayWhatCanBeDone()
{
    TaskRow made = task(5);
    QVERIFY(!Table(made).at(Model::CancellableRole).toBool());
    made.cancellable = made.pausable = made.paused = true;
    const Table table(made);
    QCOMPARE(table.at(Model::TaskIdRole).toULongLong(), 5ULL);
    for (const int role :
         {int{Model::CancellableRole}, int{Model::PausableRole}, int{Model::PausedRole}}) {
        QVERIFY(table.at(role).toBool());
    }
}

void TestTaskModel::theSameTasksKeepTheSelectionWhileTimePasses()
{
    Table table(task());
    const QPersistentModelIndex selected = table.model.index(0, 0);
    TaskRow later = task();
    later.percent = 50;
    table.model.setRows({later}, kNow + 90s);
    QVERIFY(selected.isValid());
    QCOMPARE(table.text(kElapsed), u"1 min 30 s"_s);
    QCOMPARE(table.text(kProgress), u"50.0 %"_s);
}

void TestTaskModel::theListEmptiesWhenAllAreDone()
{
    Table table(task());
    table.model.setRows({task(1), task(2)}, kNow);
    QCOMPARE(table.model.rowCount(), 2);
    table.model.setRows({}, kNow);
    QCOMPARE(table.model.rowCount(), 0);
    QVERIFY(!table.at(Model::TaskIdRole).isValid());
}

SANDGLASS_TEST(TestTaskModel)
} // namespace tst_presenters_task_model

#include "tst_presenters_task_model.moc"
