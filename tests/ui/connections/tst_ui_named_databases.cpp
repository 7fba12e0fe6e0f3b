// SPDX-License-Identifier: GPL-3.0-or-later
// Databases that are named by hand.
#include "app/presenters/connections/capability_presenter.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"
#include "tests/ui/widget_access.h"
#include "ui/connections/named_databases_dialog.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>

namespace tst_ui_named_databases {

using namespace sandglass;
using namespace Qt::StringLiterals;
using tests::need;

class TestNamedDatabases : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLongNameDoesNotMakeTheDialogAsWide();
};

// Its complaint repeats the name, which may be one word of thousands of letters.
void TestNamedDatabases::aLongNameDoesNotMakeTheDialogAsWide()
{
    tests::ServiceFixture fixture;
    presenters::CapabilityPresenter presenter(fixture.set);
    ui::NamedDatabasesDialog dialog(presenter);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.show();
    need<QPlainTextEdit>(&dialog, u"namedDatabasesEdit"_s)->setPlainText(QString(10'000, u'x'));
    QVERIFY(!need<QPushButton>(&dialog, u"namedDatabasesSaveButton"_s)->isEnabled());
    QVERIFY(need<QLabel>(&dialog, u"namedDatabasesProblemLabel"_s)->isVisible());
    QVERIFY2(dialog.minimumSizeHint().width() < 1'000,
             qPrintable(QString::number(dialog.minimumSizeHint().width())));
}

SANDGLASS_GUI_TEST(TestNamedDatabases)
} // namespace tst_ui_named_databases

#include "tst_ui_named_databases.moc"
