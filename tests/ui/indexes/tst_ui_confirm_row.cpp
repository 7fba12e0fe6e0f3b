// SPDX-License-Identifier: GPL-3.0-or-later
// The bottom of the dialogs that change something.
#include "tests/support/test_program.h"
#include "tests/ui/widget_access.h"
#include "ui/indexes/confirm_row.h"

#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>

namespace tst_ui_confirm_row {

using namespace sandglass;
using namespace Qt::StringLiterals;
using tests::need;

class TestConfirmRow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theNameToTypeIsShownAsItIs();
    void aNameThatCannotBeTypedIsTypedAsItIsShown();
    void aLongNameDoesNotMakeTheDialogAsWide();
};

// Beside a field, a single & in a label would vanish and underline the letter after it.
void TestConfirmRow::theNameToTypeIsShownAsItIs()
{
    ui::ConfirmRow row;
    presenters::ConfirmState confirm;
    confirm.ceremony = presenters::Ceremony::TypeName;
    confirm.nameToType = u"R&D"_s;
    confirm.reason = u"Type the name, R&D."_s;
    row.setConfirm(confirm);
    QCOMPARE(need<QLabel>(&row, u"confirmReasonLabel"_s)->text(), u"Type the name, R&&D."_s);
    auto* name = need<QLineEdit>(&row, u"typedNameEdit"_s);
    QVERIFY(!name->isHidden());
    QVERIFY(name->placeholderText().endsWith(u"R&D"_s)); // a field has no access keys
}

// A line edit cannot hold a line break, and no keyboard has a bidirectional mark.
void TestConfirmRow::aNameThatCannotBeTypedIsTypedAsItIsShown()
{
    ui::ConfirmRow row;
    presenters::ConfirmState confirm;
    confirm.ceremony = presenters::Ceremony::TypeName;
    confirm.nameToType = u"or\u202Eders\n"_s;
    row.setConfirm(confirm);
    const QSignalSpy typed(&row, &ui::ConfirmRow::nameTyped);
    auto* name = need<QLineEdit>(&row, u"typedNameEdit"_s);
    name->setText(u"orders"_s);
    QCOMPARE(typed.last().first().toString(), u"orders"_s);
    name->setText(u"or\u2039U+202E\u203Aders\u21B5"_s);
    QCOMPARE(typed.last().first().toString(), confirm.nameToType);
}

void TestConfirmRow::aLongNameDoesNotMakeTheDialogAsWide()
{
    ui::ConfirmRow row;
    presenters::ConfirmState confirm;
    confirm.ceremony = presenters::Ceremony::TypeName;
    confirm.nameToType = QString(10'000, u'x');
    confirm.reason = u"Type its name, %1."_s.arg(confirm.nameToType);
    row.setConfirm(confirm);
    QVERIFY2(row.minimumSizeHint().width() < 1'000,
             qPrintable(QString::number(row.minimumSizeHint().width())));
}

SANDGLASS_GUI_TEST(TestConfirmRow)
} // namespace tst_ui_confirm_row

#include "tst_ui_confirm_row.moc"
