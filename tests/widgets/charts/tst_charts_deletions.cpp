// SPDX-License-Identifier: GPL-3.0-or-later
// The deletions of the past: what the pointer, the keyboard and assistive tools find of the bars
// that the chart draws.
#include "tests/support/test_program.h"
#include "tests/widgets/charts/chart_samples.h"
#include "widgets/charts/forecast_chart.h"

#include <QAccessible>
#include <QSignalSpy>
#include <QTest>

#include <memory>

namespace tst_charts_deletions {

using namespace sandglass::tests;
using namespace sandglass::widgets;

namespace {

constexpr qint64 kSpanMs = 300'000;

/// A day ahead, and deletions in these spans of five minutes within the hour before it: 100 in the
/// first span, 101 in the next one …
ChartModel withDeletions(const QList<int>& spans)
{
    ChartModel model = hours(24);
    model.deletionsFromMs = kStartMs - kHourMs;
    model.deletionsSource = QStringLiteral("by the counter");
    for (const int span : spans) {
        const qint64 from = model.deletionsFromMs + span * kSpanMs;
        model.deletions += Bar{from, from + kSpanMs, {100.0 + span}, 0, -1, true};
    }
    return model;
}

} // namespace

class TestDeletions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_chart.reset(); }
    void eachKnownDeletionIsAChild();
    void whatIsNotKnownIsNoChild();
    void aChildStaysTheSameBarWhileOthersComeAndGo();
    void theFirstStepGoesToWhatIsDueAndThePastIsBeforeIt();
    void selectingWithTheKeyboardIsOfTheForecast();
    void aBarOfThePastCanBeClickedAndPressed();
    void theCurrentDeletionStaysCurrent();

private:
    QAccessibleInterface* access() const
    {
        return QAccessible::queryAccessibleInterface(m_chart.get());
    }
    QString nameOf(int row) const { return access()->child(row)->text(QAccessible::Name); }

    std::unique_ptr<ForecastChart> m_chart;
};

void TestDeletions::init()
{
    m_chart = std::make_unique<ForecastChart>();
    m_chart->setTimeZone(QTimeZone::utc());
    m_chart->setNow(kStartMs);
    m_chart->setModel(withDeletions({0, 1, 3}));
    m_chart->resize(900, 400);
    m_chart->show();
    m_chart->setFocus();
    QVERIFY(QTest::qWaitForWindowExposed(m_chart.get()));
}

void TestDeletions::eachKnownDeletionIsAChild()
{
    QCOMPARE(access()->childCount(), 3 + 1 + 24 + 1 + 1);
    const QString name = nameOf(1);
    QVERIFY2(name.startsWith(QStringLiteral("Deleted: Sat 22 Nov 2025, 11:05 \u2013 11:10: 101 ")),
             qPrintable(name));
    QVERIFY2(name.endsWith(QStringLiteral(", exact, by the counter")), qPrintable(name));
    QVERIFY(nameOf(3).startsWith(QStringLiteral("Overdue: 7 ")));
    QTRY_VERIFY(!access()->child(1)->rect().isEmpty());
}

void TestDeletions::whatIsNotKnownIsNoChild()
{
    for (int row = 0; row < access()->childCount(); ++row) {
        QVERIFY2(!nameOf(row).contains(QStringLiteral("11:10 \u2013 11:15")),
                 qPrintable(nameOf(row)));
    }
}

void TestDeletions::aChildStaysTheSameBarWhileOthersComeAndGo()
{
    const QAccessibleInterface* past = access()->child(1);
    const QAccessibleInterface* due = access()->child(4);
    const QString pastName = past->text(QAccessible::Name);
    const QString dueName = due->text(QAccessible::Name);
    m_chart->setModel(withDeletions({1, 3, 4, 5}));
    QCOMPARE(access()->indexOfChild(past), 0);
    QCOMPARE(access()->indexOfChild(due), 5);
    QCOMPARE(access()->child(0), past);
    QCOMPARE(past->text(QAccessible::Name), pastName);
    QCOMPARE(due->text(QAccessible::Name), dueName);
    m_chart->setModel(withDeletions({4, 5}));
    QVERIFY(!past->isValid() && due->isValid());
    QCOMPARE(past->text(QAccessible::Name), QString());
}

void TestDeletions::theFirstStepGoesToWhatIsDueAndThePastIsBeforeIt()
{
    QTest::keyClick(m_chart.get(), Qt::Key_Right);
    QCOMPARE(m_chart->rows().at(m_chart->currentRow()).kind, BarKind::Overdue);
    QTest::keyClick(m_chart.get(), Qt::Key_Left);
    QVERIFY2(m_chart->currentRowText().startsWith(QStringLiteral("Deleted: ")),
             qPrintable(m_chart->currentRowText()));
    QVERIFY(m_chart->currentRowText().contains(QStringLiteral(": 103 ")));
    for (int i = 0; i < 5; ++i) {
        QTest::keyClick(m_chart.get(), Qt::Key_Left);
    }
    QCOMPARE(m_chart->currentRow(), 0);
    QTest::keyClick(m_chart.get(), Qt::Key_Escape);
    QCOMPARE(m_chart->currentRow(), -1);
    access()->actionInterface()->doAction(QAccessibleActionInterface::increaseAction());
    QCOMPARE(m_chart->rows().at(m_chart->currentRow()).kind, BarKind::Overdue);
}

void TestDeletions::selectingWithTheKeyboardIsOfTheForecast()
{
    m_chart->setCurrentRow(overdueRow(m_chart->model()) + 2);
    QTest::keyClick(m_chart.get(), Qt::Key_Right, Qt::ShiftModifier);
    QVERIFY(m_chart->selection());
    QCOMPARE(m_chart->selection()->first, kStartMs + kHourMs);
    QCOMPARE(m_chart->selection()->second, kStartMs + 3 * kHourMs);
    QCOMPARE(m_chart->currentRow(), overdueRow(m_chart->model()) + 3);
}

void TestDeletions::aBarOfThePastCanBeClickedAndPressed()
{
    QSignalSpy opened(m_chart.get(), &ForecastChart::barActivated);
    QTRY_VERIFY(!m_chart->rowRect(1).isEmpty());
    QTest::mouseClick(m_chart.get(), Qt::LeftButton, {}, m_chart->rowRect(1).center());
    QCOMPARE(m_chart->currentRow(), 1);
    QTRY_COMPARE(opened.size(), 1);
    access()->child(2)->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    QCOMPARE(opened.size(), 2);
    for (int i = 0; i < 2; ++i) {
        QCOMPARE(opened.at(i).at(0).value<BarKind>(), BarKind::Deleted);
        QCOMPARE(opened.at(i).at(1).toInt(), i + 1);
    }
}

void TestDeletions::theCurrentDeletionStaysCurrent()
{
    m_chart->setCurrentRow(1);
    const QString text = m_chart->currentRowText();
    m_chart->setModel(withDeletions({1, 3, 4}));
    QCOMPARE(m_chart->currentRow(), 0);
    QCOMPARE(m_chart->currentRowText(), text);
    m_chart->setModel(withDeletions({3, 4}));
    QCOMPARE(m_chart->currentRow(), -1);
}

SANDGLASS_GUI_TEST(TestDeletions)
} // namespace tst_charts_deletions

#include "tst_charts_deletions.moc"
