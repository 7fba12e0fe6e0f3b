// SPDX-License-Identifier: GPL-3.0-or-later
// The bottom of the dialogs that change something.
#include "tests/support/test_program.h"
#include "tests/ui/widget_access.h"
#include "ui/indexes/confirm_row.h"

#include <QLabel>
#include <QLineEdit>

namespace tst_ui_confirm_row {

using namespace sandglass;
using namespace Qt::StringLiterals;
using tests::need;

class TestConfirmRow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theNameToTypeIsShownAsItIs();
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

SANDGLASS_GUI_TEST(TestConfirmRow)
} // namespace tst_ui_confirm_row

#include "tst_ui_confirm_row.moc"
