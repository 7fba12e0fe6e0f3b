// SPDX-License-Identifier: GPL-3.0-or-later
// The part of the dialogs that shows what a change would delete.
#include "tests/support/test_program.h"
#include "tests/ui/widget_access.h"
#include "ui/indexes/effect_view.h"
#include "widgets/views/busy_overlay.h"

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

SANDGLASS_GUI_TEST(TestEffectView)
} // namespace tst_ui_effect_view

#include "tst_ui_effect_view.moc"
