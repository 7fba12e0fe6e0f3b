// SPDX-License-Identifier: GPL-3.0-or-later
// The part of the dialogs that shows what a change would delete.
#include "tests/support/test_program.h"
#include "tests/ui/widget_access.h"
#include "ui/indexes/effect_view.h"
#include "widgets/charts/forecast_chart.h"
#include "widgets/views/busy_overlay.h"

#include <QAccessible>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>

namespace tst_ui_effect_view {

using namespace sandglass;
using namespace Qt::StringLiterals;
using presenters::EffectState;
using presenters::Phase;
using tests::need;

class TestEffectView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void itIsCoveredWhileItIsCounted();
    void itIsCoveredWhileTheChangeIsSent();
    void cancelIsOfferedWhereItActs();
    void purgingIsOfferedWhereItIsPossible();
    void aBarSaysThatItCannotBeOpenedHere();

private:
    static EffectState counted();
    widgets::BusyOverlay* busy() const
    {
        return need<widgets::BusyOverlay>(m_view.get(), u"effectBusyOverlay"_s);
    }

    std::unique_ptr<ui::EffectView> m_view;
};

void TestEffectView::init()
{
    m_view = std::make_unique<ui::EffectView>();
    m_view->resize(500, 400);
    m_view->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
}

EffectState TestEffectView::counted()
{
    EffectState effect;
    effect.phase = Phase::Ready;
    effect.affected = 3;
    effect.documents = 12;
    effect.sentence = u"Would delete at once: 3 of 12 (25 %)"_s;
    return effect;
}

void TestEffectView::itIsCoveredWhileItIsCounted()
{
    EffectState effect;
    effect.phase = Phase::Loading;
    m_view->setEffect(effect);
    QVERIFY(busy()->isBusy());
    m_view->setEffect(counted());
    QVERIFY(!busy()->isBusy());
}

// The end of the count took the cover away at once.
void TestEffectView::itIsCoveredWhileTheChangeIsSent()
{
    EffectState effect = counted();
    effect.sending = presenters::SendingState{0.4, true};
    m_view->setEffect(effect);
    QVERIFY(busy()->isBusy());
    m_view->setEffect(counted());
    QVERIFY(!busy()->isBusy());
}

void TestEffectView::cancelIsOfferedWhereItActs()
{
    auto* cancel = busy()->findChild<QPushButton*>();
    EffectState effect = counted();
    effect.sending = presenters::SendingState{std::nullopt, true};
    m_view->setEffect(effect);
    QTRY_VERIFY(cancel->isVisible());
    const QSignalSpy cancelled(m_view.get(), &ui::EffectView::cancelRequested);
    QVERIFY(tests::click(cancel));
    QCOMPARE(cancelled.count(), 1);
    effect.sending->cancellable = false; // asked once
    m_view->setEffect(effect);
    QVERIFY(!cancel->isVisible());
    QVERIFY(busy()->isBusy());
}

// The dialog of the undo had two buttons that did nothing.
void TestEffectView::purgingIsOfferedWhereItIsPossible()
{
    const auto* purge = need<QPushButton>(m_view.get(), u"purgeFirstButton"_s);
    const auto* archive = need<QPushButton>(m_view.get(), u"archiveFirstButton"_s);
    m_view->setEffect(counted());
    QVERIFY(purge->isVisible() && archive->isVisible());
    m_view->setOffersPurge(false);
    m_view->setEffect(counted());
    QVERIFY(!purge->isVisible() && !archive->isVisible());
}

// A bar of the proposal led nowhere and said nothing, whether clicked, entered or pressed.
void TestEffectView::aBarSaysThatItCannotBeOpenedHere()
{
    presenters::PreviewState preview;
    preview.phase = Phase::Ready;
    preview.edges = {preview.now, preview.now + std::chrono::hours(1)};
    preview.after.emplace();
    preview.after->counts = {5};
    preview.after->overdue = 3;
    m_view->setPreview(preview);
    auto* chart = need<widgets::ForecastChart>(m_view.get(), u"effectChart"_s);
    QTRY_VERIFY(chart->isVisible());
    const auto* message = need<QLabel>(m_view.get(), u"barMessageLabel"_s);
    auto* dismiss = need<QPushButton>(m_view.get(), u"dismissBarMessageButton"_s);
    QVERIFY(!dismiss->autoDefault()); // Enter is for the button of the dialog
    const auto press = [chart](int way) {
        if (way == 0) {
            QTest::mouseClick(chart, Qt::LeftButton, {}, chart->rowRect(0).center());
        } else if (way == 1) {
            chart->setCurrentRow(1);
            QTest::keyClick(chart, Qt::Key_Return);
        } else {
            QAccessible::queryAccessibleInterface(chart)->child(0)->actionInterface()->doAction(
                QAccessibleActionInterface::pressAction());
        }
    };
    QTRY_VERIFY(!chart->rowRect(0).isEmpty());
    for (const int way : {0, 1, 2}) {
        QVERIFY(!message->isVisible());
        press(way);
        QTRY_VERIFY(message->isVisible());
        QVERIFY2(message->text().contains(u"while this dialog is open"_s),
                 qPrintable(message->text()));
        QVERIFY(tests::click(dismiss));
    }
    // how documents of several rules are counted is said at the bars
    QCOMPARE(chart->model().note, QString());
    preview.perRule = u"Counted once for each."_s;
    m_view->setPreview(preview);
    QCOMPARE(chart->model().note, preview.perRule);
    // the bars are all that the chart has for assistive tools; the message is beside it
    QVERIFY(!chart->isAncestorOf(message));
}

SANDGLASS_GUI_TEST(TestEffectView)
} // namespace tst_ui_effect_view

#include "tst_ui_effect_view.moc"
