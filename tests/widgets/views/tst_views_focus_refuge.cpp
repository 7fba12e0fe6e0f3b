// SPDX-License-Identifier: GPL-3.0-or-later
// Where the keyboard is while a button is disabled.
#include "tests/support/test_program.h"
#include "widgets/views/focus_refuge.h"

#include <QLineEdit>
#include <QPushButton>
#include <QTest>
#include <QVBoxLayout>

namespace tst_views_focus_refuge {

using namespace sandglass::widgets;

class TestFocusRefuge : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_page.reset(); }
    void aButtonAtWorkGetsTheKeyboardBack();
    void whoMovesOnIsNotFetchedBack();
    void afterTheWorkNothingComesBack();
    void aButtonWithoutTheKeyboardTakesNone();

private:
    std::unique_ptr<QWidget> m_page;
    QPushButton* m_button = nullptr;
    QPushButton* m_next = nullptr;
    QLineEdit* m_place = nullptr;
};

void TestFocusRefuge::init()
{
    m_page = std::make_unique<QWidget>();
    auto* column = new QVBoxLayout(m_page.get());
    m_button = new QPushButton(QStringLiteral("Work"));
    m_next = new QPushButton(QStringLiteral("Other"));
    m_place = new QLineEdit;
    for (QWidget* each : {static_cast<QWidget*>(m_button), static_cast<QWidget*>(m_next),
                          static_cast<QWidget*>(m_place)}) {
        column->addWidget(each);
    }
    m_page->show();
    QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
    m_button->setFocus();
}

void TestFocusRefuge::aButtonAtWorkGetsTheKeyboardBack()
{
    FocusRefuge focus(*m_place);
    focus.setEnabled(*m_button, false);
    QVERIFY(!m_button->isEnabled());
    QVERIFY(m_place->hasFocus()); // and not the next button
    focus.setEnabled(*m_button, true);
    QVERIFY(m_button->isEnabled());
    QVERIFY(m_button->hasFocus());
}

void TestFocusRefuge::whoMovesOnIsNotFetchedBack()
{
    FocusRefuge focus(*m_place);
    focus.setEnabled(*m_button, false);
    m_next->setFocus();
    focus.setEnabled(*m_button, true);
    QVERIFY(m_next->hasFocus());
}

void TestFocusRefuge::afterTheWorkNothingComesBack()
{
    FocusRefuge focus(*m_place);
    focus.setEnabled(*m_button, false);
    focus.forget();
    focus.setEnabled(*m_button, true);
    QVERIFY(m_place->hasFocus());
}

void TestFocusRefuge::aButtonWithoutTheKeyboardTakesNone()
{
    FocusRefuge focus(*m_place);
    focus.setEnabled(*m_next, false);
    QVERIFY(m_button->hasFocus());
    m_place->setFocus();
    focus.setEnabled(*m_next, true);
    QVERIFY(m_place->hasFocus());
}

SANDGLASS_GUI_TEST(TestFocusRefuge)
} // namespace tst_views_focus_refuge

#include "tst_views_focus_refuge.moc"
