// SPDX-License-Identifier: GPL-3.0-or-later
// Shortened labels, empty states, form rows and the buttons of bars.
#include "resources/resources.h"
#include "tests/support/test_program.h"
#include "widgets/style/appearance.h"
#include "widgets/views/action_button.h"
#include "widgets/views/elided_label.h"
#include "widgets/views/empty_state.h"
#include "widgets/views/form_row.h"

#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTextDocument>

namespace tst_views_small_parts {

using namespace sandglass::widgets;
using namespace Qt::StringLiterals;

class TestSmallParts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { sandglass::resources::initResources(); }
    void init() { Appearance::instance().apply(Theme::Light); }
    void aShortenedLabelKeepsItsPlace();
    void theToolTipOfAShortenedLabelIsItsText_data();
    void theToolTipOfAShortenedLabelIsItsText();
    void anEmptyLabelNeedsNoWidth();
    void aLabelMarksHiddenCharacters();
    void aLabelIsFadedWhenItIsDisabled();
    void anEmptyStateWithoutATextShowsNone();
    void anEmptyStateIsReadAsTitleAndText();
    void theActionOfAnEmptyStateCanChange();
    void theActionOfAnEmptyStateIsUsedWithTheKeyboard();
    void theIconOfAnEmptyStateFollowsTheTheme();
    void aLowEmptyStateShowsTheTextRatherThanTheIcon();
    void anUnknownIconLeavesNoHole();
    void theAccessKeyOfAFormRowLeadsToItsField();
    void aFormRowIsPlainText();
    void aBarsButtonIsNamedWithoutKeyAndDots_data();
    void aBarsButtonIsNamedWithoutKeyAndDots();
    void buttonsStandInTheOrderTheyWereAdded();
};

void TestSmallParts::aShortenedLabelKeepsItsPlace()
{
    QWidget window;
    auto* row = new QHBoxLayout(&window);
    auto* label = new ElidedLabel(&window);
    row->addWidget(label);
    label->setText(u"x"_s.repeated(500));
    QVERIFY(window.minimumSizeHint().width() < 200);
    window.resize(200, 40);
    window.show();
    QVERIFY(label->isElided());
    label->setText(u"short"_s);
    QVERIFY(!label->isElided());
    QVERIFY(label->toolTip().isEmpty());
}

void TestSmallParts::theToolTipOfAShortenedLabelIsItsText_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("plain") << u"a long collection name"_s;
    QTest::newRow("markup") << u"<i>a long collection name</i>"_s;
    QTest::newRow("ampersand") << u"research & development"_s;
    QTest::newRow("entity") << u"a &amp; b and more of it"_s;
}

void TestSmallParts::theToolTipOfAShortenedLabelIsItsText()
{
    QFETCH(QString, text);
    ElidedLabel label;
    label.setText(text);
    label.resize(30, 20);
    label.show();
    QVERIFY(label.isElided());
    QTextDocument page;
    page.setHtml(label.toolTip());
    QCOMPARE(page.toPlainText(), text);
    QCOMPARE(label.accessibleName(), text);
}

void TestSmallParts::anEmptyLabelNeedsNoWidth()
{
    const ElidedLabel label;
    QCOMPARE(label.sizeHint().width(), 0);
    QVERIFY(label.sizeHint().height() > 0); // its line stays free
    QVERIFY(!label.isElided());
}

void TestSmallParts::aLabelMarksHiddenCharacters()
{
    ElidedLabel label;
    label.setText(u"a\u202Eb\nc"_s);
    QCOMPARE(label.text(), u"a\u2039U+202E\u203Ab\u21B5c"_s);
}

void TestSmallParts::aLabelIsFadedWhenItIsDisabled()
{
    ElidedLabel label;
    label.setText(u"text"_s);
    label.resize(label.sizeHint());
    label.show();
    const QImage before = label.grab().toImage();
    label.setEnabled(false);
    QVERIFY(label.grab().toImage() != before);
}

void TestSmallParts::anEmptyStateWithoutATextShowsNone()
{
    EmptyState state;
    state.setTitle(u"Nothing here"_s);
    state.setText({});
    state.resize(400, 300);
    state.show();
    QVERIFY(!state.findChild<QLabel*>(u"textLabel"_s)->isVisible());
    QVERIFY(!state.findChild<QPushButton*>(u"actionButton"_s)->isVisible());
    state.setText(u"Make one."_s);
    QVERIFY(state.findChild<QLabel*>(u"textLabel"_s)->isVisible());
}

void TestSmallParts::anEmptyStateIsReadAsTitleAndText()
{
    EmptyState state;
    state.setTitle(u"<b>Nothing</b>"_s);
    state.setText(u"Make one."_s);
    QCOMPARE(state.accessibleName(), u"<b>Nothing</b>"_s);
    QCOMPARE(state.accessibleDescription(), u"Make one."_s);
    for (const QLabel* label : state.findChildren<QLabel*>()) {
        QVERIFY(label->textFormat() == Qt::PlainText || label->text().isEmpty());
    }
}

void TestSmallParts::theActionOfAnEmptyStateCanChange()
{
    EmptyState state;
    auto* button = state.findChild<QPushButton*>(u"actionButton"_s);
    for (const auto& [text, spoken] :
         {std::pair{u"&Load"_s, u"Load"_s}, std::pair{u"&Start it"_s, u"Start it"_s}}) {
        state.setActionText(text);
        QCOMPARE(button->accessibleName(), spoken);
        QVERIFY(!button->isHidden());
    }
    state.setActionText({});
    QVERIFY(button->isHidden());
    QVERIFY(!button->accessibleName().isEmpty());
}

void TestSmallParts::theActionOfAnEmptyStateIsUsedWithTheKeyboard()
{
    EmptyState state;
    state.setActionText(u"&Load"_s);
    state.show();
    QVERIFY(QTest::qWaitForWindowActive(&state));
    const QSignalSpy used(&state, &EmptyState::actionTriggered);
    QTest::keyClick(&state, Qt::Key_Tab);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
    QCOMPARE(used.count(), 1);
}

void TestSmallParts::theIconOfAnEmptyStateFollowsTheTheme()
{
    EmptyState state;
    state.setIconName(u"server"_s);
    state.resize(400, 400);
    state.show();
    const auto icon = [&] { return state.findChild<QLabel*>(u"iconLabel"_s)->pixmap().toImage(); };
    const QImage light = icon();
    Appearance::instance().apply(Theme::Dark);
    QTRY_VERIFY(icon() != light);
    Appearance::instance().apply(Theme::Light);
    QTRY_COMPARE(icon(), light);
}

void TestSmallParts::aLowEmptyStateShowsTheTextRatherThanTheIcon()
{
    QWidget window;
    auto* state = new EmptyState(&window);
    state->setIconName(u"server"_s);
    state->setTitle(u"Nothing here"_s);
    state->setText(u"Make one."_s);
    window.show();
    state->resize(400, 60);
    QTRY_VERIFY(!state->findChild<QLabel*>(u"iconLabel"_s)->isVisible());
    QVERIFY(state->findChild<QLabel*>(u"titleLabel"_s)->isVisible());
    state->resize(400, 400);
    QTRY_VERIFY(state->findChild<QLabel*>(u"iconLabel"_s)->isVisible());
}

void TestSmallParts::anUnknownIconLeavesNoHole()
{
    EmptyState state;
    state.setIconName(u"no-such-icon"_s);
    QVERIFY(state.findChild<QLabel*>(u"iconLabel"_s)->pixmap().isNull());
}

void TestSmallParts::theAccessKeyOfAFormRowLeadsToItsField()
{
    QWidget window;
    auto* form = new QFormLayout(&window);
    auto* first = new QLineEdit(&window);
    auto* second = new QLineEdit(&window);
    addFormRow(*form, u"&First:"_s, first);
    addFormRow(*form, u"&Second:"_s, second);
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    first->setFocus();
    QTest::keyClick(&window, Qt::Key_S, Qt::AltModifier);
    QVERIFY(second->hasFocus());
    QCOMPARE(form->labelForField(second), form->itemAt(1, QFormLayout::LabelRole)->widget());
}

void TestSmallParts::aFormRowIsPlainText()
{
    QWidget window;
    auto* form = new QFormLayout(&window);
    addFormRow(*form, u"<b>Name</b>"_s, new QLineEdit(&window));
    const auto* label = qobject_cast<QLabel*>(form->itemAt(0, QFormLayout::LabelRole)->widget());
    QVERIFY(label);
    QCOMPARE(label->textFormat(), Qt::PlainText);
}

void TestSmallParts::aBarsButtonIsNamedWithoutKeyAndDots_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("spoken");
    QTest::newRow("key and dots") << u"&Edit…"_s << u"Edit"_s;
    QTest::newRow("key within") << u"E&xpire at…"_s << u"Expire at"_s;
    QTest::newRow("neither") << u"Touch now"_s << u"Touch now"_s;
    QTest::newRow("Chinese") << u"编辑(&E)…"_s << u"编辑(E)"_s;
}

void TestSmallParts::aBarsButtonIsNamedWithoutKeyAndDots()
{
    QFETCH(QString, text);
    QFETCH(QString, spoken);
    QWidget bar;
    new QHBoxLayout(&bar);
    const QPushButton* button = addActionButton(bar, u"editButton"_s, u"edit"_s, text);
    QCOMPARE(button->accessibleName(), spoken);
    QCOMPARE(button->text(), text);
    QCOMPARE(button->objectName(), u"editButton"_s);
    QVERIFY(!button->icon().isNull());
    QCOMPARE(button->parentWidget(), &bar);
}

void TestSmallParts::buttonsStandInTheOrderTheyWereAdded()
{
    QWidget bar;
    new QHBoxLayout(&bar);
    const QPushButton* first = addActionButton(bar, u"a"_s, u"edit"_s, u"A"_s);
    const QPushButton* second = addActionButton(bar, u"b"_s, u"trash"_s, u"B"_s);
    QCOMPARE(bar.layout()->indexOf(first), 0);
    QCOMPARE(bar.layout()->indexOf(second), 1);
}

SANDGLASS_GUI_TEST(TestSmallParts)
} // namespace tst_views_small_parts

#include "tst_views_small_parts.moc"
