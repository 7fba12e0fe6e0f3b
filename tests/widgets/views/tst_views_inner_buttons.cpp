// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "widgets/views/inner_buttons.h"

#include <QAbstractButton>
#include <QDockWidget>
#include <QLineEdit>
#include <QTest>

namespace tst_views_inner_buttons {

using namespace sandglass;
using namespace Qt::StringLiterals;

class TestInnerButtons : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theClearButtonHasAName()
    {
        QLineEdit edit;
        widgets::addClearButton(edit);
        edit.setText(u"carts"_s);
        QVERIFY(edit.isClearButtonEnabled());
        const auto buttons = edit.findChildren<QAbstractButton*>();
        QCOMPARE(buttons.size(), 1);
        QCOMPARE(buttons.front()->accessibleName(), u"Clear"_s);
    }

    void theButtonsOfADockAreNamedAfterIt()
    {
        QDockWidget dock(u"Activity"_s);
        widgets::nameTitleButtons(dock);
        const auto buttons = dock.findChildren<QAbstractButton*>();
        QCOMPARE(buttons.size(), 2);
        for (const QAbstractButton* button : buttons) {
            QVERIFY(button->accessibleName().contains(u"Activity"_s));
        }
    }
};

SANDGLASS_GUI_TEST(TestInnerButtons)
} // namespace tst_views_inner_buttons

#include "tst_views_inner_buttons.moc"
