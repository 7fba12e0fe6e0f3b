// SPDX-License-Identifier: GPL-3.0-or-later
// The row of buttons that all dialogs have, and the messages that float over a page.
#include "resources/resources.h"
#include "tests/support/test_program.h"
#include "widgets/style/appearance.h"
#include "widgets/views/dialog_buttons.h"
#include "widgets/views/floating_message.h"
#include "widgets/views/floating_stack.h"
#include "widgets/views/question_box.h"

#include <QAccessible>
#include <QDialog>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

namespace tst_views_dialog_buttons {

using namespace sandglass;
using namespace sandglass::widgets;
using namespace Qt::StringLiterals;

namespace {

/// A dialog with all kinds of buttons.
struct Dialog : QDialog
{
    Dialog()
    {
        auto* column = new QVBoxLayout(this);
        column->addWidget(buttons);
        primary = buttons->addPrimary(u"&Go"_s, u"goButton"_s);
        cancel = buttons->addCancel(u"cancelButton"_s);
        aside = buttons->addAside(u"&Test…"_s, u"testButton"_s);
    }
    bool appears()
    {
        resize(600, 100);
        show();
        return QTest::qWaitForWindowActive(this);
    }
    DialogButtons* buttons = new DialogButtons(this);
    QPushButton* primary;
    QPushButton* cancel;
    QPushButton* aside;
};

} // namespace

class TestDialogButtons : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void thePrimaryButtonIsAtTheRight();
    void noButtonHasAnIcon();
    void enterPressesThePrimaryButton();
    void enterPressesCancelOfWhatDeletes();
    void aNewStateKeepsTheDefaultOfTheFocus();
    void cancelIsNeverFilled();
    void aQuestionIsOfTheSameFamily();
    void aQuestionMayHaveAFurtherAnswer();
    void aMessageFloatsAndMovesNothing();
    void theStackIsThereOnlyWithMessages();
    void theStackFollowsItsHost();
    void aMessageIsHeldByTheKeyboard();
};

void TestDialogButtons::initTestCase()
{
    resources::initResources();
    Appearance::instance().apply(Theme::Light);
}

void TestDialogButtons::thePrimaryButtonIsAtTheRight()
{
    Dialog dialog;
    QVERIFY(dialog.appears());
    QVERIFY(dialog.aside->x() < dialog.cancel->x());
    QVERIFY(dialog.cancel->x() < dialog.primary->x());
    QVERIFY(dialog.aside->x() < 30); // at the left edge
}

void TestDialogButtons::noButtonHasAnIcon()
{
    Dialog dialog;
    QDialogButtonBox standard(QDialogButtonBox::Save | QDialogButtonBox::Cancel);
    for (const QPushButton* button : dialog.findChildren<QPushButton*>()) {
        QVERIFY(button->icon().isNull());
    }
    for (const QAbstractButton* button : standard.buttons()) {
        QVERIFY(button->icon().isNull());
    }
}

void TestDialogButtons::enterPressesThePrimaryButton()
{
    Dialog dialog;
    QVERIFY(dialog.appears());
    const QSignalSpy accepted(dialog.buttons, &QDialogButtonBox::accepted);
    QTest::keyClick(&dialog, Qt::Key_Return);
    QCOMPARE(accepted.count(), 1);
    QCOMPARE(dialog.primary->property("emphasis").toString(), u"accent"_s);
}

void TestDialogButtons::enterPressesCancelOfWhatDeletes()
{
    Dialog dialog;
    dialog.buttons->setDeletes(true);
    QVERIFY(dialog.appears());
    const QSignalSpy accepted(dialog.buttons, &QDialogButtonBox::accepted);
    const QSignalSpy rejected(dialog.buttons, &QDialogButtonBox::rejected);
    // with the focus on it too
    dialog.primary->setFocus();
    QTest::keyClick(&dialog, Qt::Key_Return);
    QCOMPARE(accepted.count(), 0);
    QCOMPARE(rejected.count(), 1);
    QCOMPARE(dialog.primary->property("emphasis").toString(), u"danger"_s);
    dialog.buttons->setDeletes(false);
    QVERIFY(dialog.primary->isDefault());
}

void TestDialogButtons::aNewStateKeepsTheDefaultOfTheFocus()
{
    Dialog dialog;
    QVERIFY(dialog.appears());
    dialog.cancel->setFocus();
    QVERIFY(dialog.cancel->isDefault());
    dialog.buttons->setDeletes(false);
    QVERIFY(dialog.cancel->isDefault());
}

void TestDialogButtons::cancelIsNeverFilled()
{
    Dialog dialog;
    dialog.buttons->setDeletes(true);
    QVERIFY(dialog.appears());
    QVERIFY(dialog.cancel->isDefault());
    const QImage picture = dialog.cancel->grab().toImage();
    // beside the text and inside the border
    const QColor fill = picture.pixelColor(4, picture.height() / 2);
    QVERIFY2(fill.lightnessF() > 0.9, qPrintable(fill.name()));
}

void TestDialogButtons::aQuestionIsOfTheSameFamily()
{
    QWidget window;
    window.show();
    bool confirmed = false;
    ask(&window, {u"Title"_s, u"Text?"_s, u"&Delete"_s, u"box"_s, u"yes"_s, u"no"_s},
        [&confirmed] { confirmed = true; });
    auto* box = window.findChild<QMessageBox*>(u"box"_s);
    QVERIFY(QTest::qWaitForWindowActive(box));
    auto* yes = box->findChild<QPushButton*>(u"yes"_s);
    auto* no = box->findChild<QPushButton*>(u"no"_s);
    QVERIFY(no->x() < yes->x());
    QVERIFY(no->isDefault() && !yes->isDefault());
    QCOMPARE(yes->property("emphasis").toString(), u"danger"_s);
    QTest::keyClick(box, Qt::Key_Return);
    QVERIFY(!confirmed);
}

void TestDialogButtons::aQuestionMayHaveAFurtherAnswer()
{
    for (const bool only : {false, true}) {
        QWidget window;
        window.show();
        QStringList answers;
        ask(
            &window,
            {.title = u"Title"_s,
             .text = u"Text?"_s,
             .confirm = only ? QString() : u"&Go"_s,
             .objectName = u"box"_s,
             .confirmName = u"yes"_s,
             .cancelName = u"no"_s,
             .deletes = false},
            [&answers] { answers << u"yes"_s; },
            Alternative{u"Go &there"_s, u"other"_s, [&answers] { answers << u"other"_s; }});
        auto* box = window.findChild<QMessageBox*>(u"box"_s);
        QVERIFY(QTest::qWaitForWindowActive(box));
        const auto* no = box->findChild<QPushButton*>(u"no"_s);
        auto* other = box->findChild<QPushButton*>(u"other"_s);
        const auto* yes = box->findChild<QPushButton*>(u"yes"_s);
        QVERIFY(no->isDefault());
        QCOMPARE(yes == nullptr, only);
        // further buttons are at the left, and what the question is for is the last one
        QVERIFY(only ? no->x() < other->x() : other->x() < no->x() && no->x() < yes->x());
        QCOMPARE((only ? other : yes)->property("emphasis").toString(), u"accent"_s);
        QTest::mouseClick(other, Qt::LeftButton);
        QCOMPARE(answers, QStringList(u"other"_s));
    }
}

void TestDialogButtons::aMessageFloatsAndMovesNothing()
{
    QWidget page;
    page.resize(800, 400);
    auto* column = new QVBoxLayout(&page);
    auto* content = new QWidget;
    column->addWidget(content);
    FloatingStack stack(page);
    auto* message = new FloatingMessage(u"message"_s, {u"text"_s, u"dismiss"_s});
    stack.add(message);
    page.show();
    QVERIFY(QTest::qWaitForWindowActive(&page));
    const QRect before = content->geometry();
    message->setText(u"Converted."_s);
    QVERIFY(message->isVisible());
    QCOMPARE(message->accessibleName(), u"Converted."_s);
    QCoreApplication::processEvents();
    QCOMPARE(content->geometry(), before);
    QVERIFY(page.rect().contains(stack.geometry()));
    QVERIFY(stack.geometry().bottom() > 350);
    // a longer text grows upwards
    const int height = stack.height();
    message->setText(u"a few words "_s.repeated(40));
    QTRY_VERIFY(stack.height() > height);
    QVERIFY(page.rect().contains(stack.geometry()));
}

void TestDialogButtons::theStackIsThereOnlyWithMessages()
{
    QWidget page;
    page.resize(800, 400);
    FloatingStack stack(page);
    auto* one = new FloatingMessage(u"one"_s, {});
    auto* two = new FloatingMessage(u"two"_s, {});
    stack.add(one);
    stack.add(two);
    page.show();
    QVERIFY(!stack.isVisible());
    one->setText(u"One."_s);
    two->setText(u"Two."_s);
    QVERIFY(stack.isVisible());
    one->setText({});
    QVERIFY(stack.isVisible());
    two->setText({});
    QVERIFY(!stack.isVisible());
}

void TestDialogButtons::theStackFollowsItsHost()
{
    QWidget page;
    page.resize(800, 400);
    FloatingStack stack(page);
    auto* message = new FloatingMessage(u"message"_s, {});
    stack.add(message);
    message->setText(u"Converted."_s);
    page.show();
    page.resize(300, 200);
    QCoreApplication::processEvents();
    QVERIFY(page.rect().contains(stack.geometry()));
}

void TestDialogButtons::aMessageIsHeldByTheKeyboard()
{
    QWidget page;
    page.setFocusPolicy(Qt::StrongFocus);
    page.resize(800, 400);
    FloatingStack stack(page);
    auto* message = new FloatingMessage(u"message"_s, {u"text"_s, u"dismiss"_s});
    stack.add(message);
    QPushButton* undo = message->addButton(u"&Undo"_s, u"undo"_s);
    message->setText(u"Converted."_s);
    page.show();
    QVERIFY(QTest::qWaitForWindowActive(&page));
    page.setFocus();
    QVERIFY(!message->isHeld());
    const QSignalSpy held(message, &FloatingMessage::heldChanged);
    undo->setFocus();
    QVERIFY(message->isHeld());
    QTest::keyClick(undo, Qt::Key_Tab);
    QCOMPARE(QApplication::focusWidget()->objectName(), u"dismiss"_s);
    const QSignalSpy dismissed(message, &FloatingMessage::dismissed);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QCOMPARE(dismissed.count(), 1);
    page.setFocus();
    QVERIFY(!message->isHeld());
    QCOMPARE(held.count(), 2);
}

SANDGLASS_GUI_TEST(TestDialogButtons)
} // namespace tst_views_dialog_buttons

#include "tst_views_dialog_buttons.moc"
