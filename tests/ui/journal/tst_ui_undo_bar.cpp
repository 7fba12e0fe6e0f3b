// SPDX-License-Identifier: GPL-3.0-or-later
// The bar that follows a change, by itself.
#include "app/presenters/journal/activity_presenter.h"
#include "resources/resources.h"
#include "tests/support/test_program.h"
#include "tests/ui/journal/changes.h"
#include "tests/ui/widget_access.h"
#include "ui/journal/undo_bar.h"

#include <QLabel>
#include <QPushButton>

namespace tst_ui_undo_bar {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using tests::changeSeconds;
using tests::click;
using tests::need;
using tests::ServiceFixture;

class TestUndoBar : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { resources::initResources(); }
    void init();
    void cleanup();
    void hiddenAtFirst();
    void aHarmlessChangeIsOfferedBack();
    void undoAsksOnceAndGoes();
    void aChangeThatWasNotCountedSaysSo();
    void theNextOfferTakesTheFirstOnesPlace();
    void theOfferEndsByItself();
    void theOfferEndsWithTheConnection();
    void aResultStandsWithoutAnOffer();
    void aChangeThatDeletesOffersItsOwnUndo();
    void aResultOfSeveralChangesOffersNoUndoOfOneOfThem();
    void theMessageStaysWhileTheKeyboardIsInIt();
    void escapeDismisses();
    void anEmptyResultShowsNothing();
    void theSecondResultReplacesTheFirst();
    void dismissingTakesBothAway();
    void hostileNamesAreShownAsTheyAre();
    void aLongSentenceIsWrapped();
    void theKeyboardReachesBothButtons();

private:
    QString sentence() const { return need<QLabel>(m_bar, u"undoOfferLabel"_s)->text(); }
    QPushButton* undo() const { return need<QPushButton>(m_bar, u"undoOfferButton"_s); }
    QPushButton* dismiss() const { return need<QPushButton>(m_bar, u"dismissUndoOfferButton"_s); }

    std::unique_ptr<ServiceFixture> m_fixture;
    std::unique_ptr<presenters::ActivityPresenter> m_presenter;
    std::unique_ptr<QWidget> m_window;
    ui::UndoBar* m_bar = nullptr; // of the window
    QList<quint64> m_asked;
};

void TestUndoBar::init()
{
    m_asked.clear();
    m_fixture = std::make_unique<ServiceFixture>();
    tests::fillShop(*m_fixture);
    QVERIFY(m_fixture->connect());
    m_presenter = std::make_unique<presenters::ActivityPresenter>(m_fixture->set);
    m_window = std::make_unique<QWidget>();
    m_window->setFocusPolicy(Qt::StrongFocus);
    m_bar = new ui::UndoBar(*m_presenter, m_window.get());
    m_bar->setGeometry(0, 100, 800, 60);
    m_window->resize(800, 200);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    // a message under the pointer would stay
    QTest::mouseMove(m_window.get(), {5, 5});
    connect(m_bar, &ui::UndoBar::undoRequested, this, [this](quint64 id) { m_asked << id; });
}

void TestUndoBar::cleanup()
{
    m_window.reset();
    m_presenter.reset();
    m_fixture.reset();
}

void TestUndoBar::hiddenAtFirst()
{
    QVERIFY(!m_bar->isVisible());
}

void TestUndoBar::aHarmlessChangeIsOfferedBack()
{
    QVERIFY(changeSeconds(*m_fixture, 10'800));
    QVERIFY(m_bar->isVisible() && undo()->isVisible());
    QVERIFY(sentence().contains(u"lastSeen_1"_s) && sentence().contains(u"3 h"_s));
}

void TestUndoBar::undoAsksOnceAndGoes()
{
    QVERIFY(changeSeconds(*m_fixture, 10'800));
    QVERIFY(click(undo()));
    QCOMPARE(m_asked, QList<quint64>{m_fixture->set.journal.entries().back().id});
    QVERIFY(!m_bar->isVisible());
    QVERIFY(!click(undo()));
}

void TestUndoBar::aChangeThatWasNotCountedSaysSo()
{
    QVERIFY(changeSeconds(*m_fixture, 60, std::nullopt));
    QVERIFY2(sentence().contains(u"not known how many"_s), qPrintable(sentence()));
    QVERIFY(undo()->isVisible());
}

void TestUndoBar::theNextOfferTakesTheFirstOnesPlace()
{
    QVERIFY(changeSeconds(*m_fixture, 7'200));
    QVERIFY(changeSeconds(*m_fixture, 10'800));
    QVERIFY(sentence().contains(u"3 h"_s));
    QVERIFY(click(undo()));
    QCOMPARE(m_asked, QList<quint64>{m_fixture->set.journal.entries().back().id});
}

void TestUndoBar::theOfferEndsByItself()
{
    m_presenter->setOfferTime(20ms);
    QVERIFY(changeSeconds(*m_fixture, 10'800));
    QTRY_VERIFY(!m_bar->isVisible());
}

void TestUndoBar::theOfferEndsWithTheConnection()
{
    QVERIFY(changeSeconds(*m_fixture, 10'800));
    m_fixture->set.connections.disconnectNow();
    QTRY_VERIFY(!m_bar->isVisible());
}

void TestUndoBar::aResultStandsWithoutAnOffer()
{
    m_presenter->showResult({u"Read back and verified."_s, {}, true});
    QVERIFY(m_bar->isVisible());
    QVERIFY(!undo()->isVisible());
    QVERIFY(dismiss()->isVisible());
}

// Source: ui/DESIGN.md, Safety. Until the next pass the undo of a change saves the documents.
void TestUndoBar::aChangeThatDeletesOffersItsOwnUndo()
{
    QVERIFY(changeSeconds(*m_fixture, 10'800));
    QVERIFY(changeSeconds(*m_fixture, 60, 5));
    m_presenter->showResult({u"Changed."_s, u"5 documents will go with the next pass"_s, true});
    QVERIFY2(sentence().startsWith(u"Changed. 5 documents will go with the next pass"_s),
             qPrintable(sentence()));
    QVERIFY(click(undo()));
    QCOMPARE(m_asked, QList<quint64>{m_fixture->set.journal.entries().back().id});
}

void TestUndoBar::aResultOfSeveralChangesOffersNoUndoOfOneOfThem()
{
    QVERIFY(changeSeconds(*m_fixture, 10'800));
    m_presenter->showResult({u"Changed: a, b."_s, {}, false});
    QVERIFY(m_bar->isVisible());
    QVERIFY(!undo()->isVisible());
}

void TestUndoBar::theMessageStaysWhileTheKeyboardIsInIt()
{
    QVERIFY(changeSeconds(*m_fixture, 10'800));
    dismiss()->setFocus();
    QVERIFY(m_bar->isHeld());
    m_presenter->setOfferTime(20ms);
    QTest::qWait(60); // longer than the message lasts
    QVERIFY(m_bar->isVisible());
    m_window->setFocus();
    QTRY_VERIFY(!m_bar->isVisible());
}

void TestUndoBar::escapeDismisses()
{
    QVERIFY(changeSeconds(*m_fixture, 10'800));
    QTest::keyClick(undo(), Qt::Key_Escape);
    QVERIFY(!m_bar->isVisible());
    QVERIFY(!m_presenter->state().offer);
}

void TestUndoBar::anEmptyResultShowsNothing()
{
    m_presenter->showResult({});
    QVERIFY(!m_bar->isVisible());
}

void TestUndoBar::theSecondResultReplacesTheFirst()
{
    m_presenter->showResult({u"First."_s, {}, true});
    m_presenter->showResult({u"Second."_s, {}, true});
    QCOMPARE(sentence(), u"Second."_s);
    QVERIFY(click(dismiss()));
    QVERIFY(!m_bar->isVisible());
}

void TestUndoBar::dismissingTakesBothAway()
{
    QVERIFY(changeSeconds(*m_fixture, 10'800));
    m_presenter->showResult({u"Read back and verified."_s, {}, true});
    QVERIFY(click(dismiss()));
    QVERIFY(!m_bar->isVisible());
    QVERIFY(!m_presenter->state().offer);
    QCOMPARE(m_asked, QList<quint64>());
}

void TestUndoBar::hostileNamesAreShownAsTheyAre()
{
    m_presenter->showResult({u"<b>a</b>\u202Eb\n%1"_s, {}, true});
    QCOMPARE(sentence(), u"<b>a</b>\u2039U+202E\u203Ab\u21B5%1"_s);
    QCOMPARE(need<QLabel>(m_bar, u"undoOfferLabel"_s)->textFormat(), Qt::PlainText);
}

void TestUndoBar::aLongSentenceIsWrapped()
{
    m_presenter->showResult({u"a few words "_s.repeated(200), {}, true});
    QVERIFY(m_bar->minimumSizeHint().width() < 600);
}

void TestUndoBar::theKeyboardReachesBothButtons()
{
    QVERIFY(changeSeconds(*m_fixture, 10'800));
    undo()->setFocus();
    QTest::keyClick(undo(), Qt::Key_Tab);
    QVERIFY(dismiss()->hasFocus());
    QTest::keyClick(dismiss(), Qt::Key_Space);
    QVERIFY(!m_bar->isVisible());
    QVERIFY(!undo()->accessibleName().isEmpty() && !dismiss()->accessibleName().isEmpty());
}

SANDGLASS_GUI_TEST(TestUndoBar)
} // namespace tst_ui_undo_bar

#include "tst_ui_undo_bar.moc"
