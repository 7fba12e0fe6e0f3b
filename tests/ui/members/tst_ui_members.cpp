// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/members/members_presenter.h"
#include "app/services/members/member_service.h"
#include "tests/support/member_data.h"
#include "tests/support/test_program.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"
#include "tests/ui/window_fixture.h"
#include "ui/members/members_dialog.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QToolButton>

namespace tst_ui_members {

using namespace sandglass;
using namespace Qt::StringLiterals;
using presenters::MemberModel;
using tests::cell;
using tests::click;
using tests::clickRow;
using tests::need;
using tests::WindowFixture;

namespace {

constexpr auto kFirst = "a.example:27017";

/// The window on a set of three members.
struct SetWindow : WindowFixture
{
    SetWindow()
    {
        tests::fillShop(*this);
        tests::putReplicaSet(*this);
    }

    /// Opens the members and waits for their answers. Null when they do not come.
    QDialog* openMembers()
    {
        if (!trigger(u"membersAction"_s)) {
            return nullptr;
        }
        auto* dialog = window->findChild<QDialog*>(u"membersDialog"_s);
        const bool read = dialog && QTest::qWaitFor([this] {
                              return set.members.members().size() == 3 && !set.members.isReading();
                          });
        return read ? dialog : nullptr;
    }
    QTableView* table(QDialog* dialog) { return need<QTableView>(dialog, u"membersTableView"_s); }
};

} // namespace

class TestMembersDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theMembersAreListedWithTheirStates()
    {
        SetWindow fixture;
        QVERIFY(fixture.open());
        QDialog* dialog = fixture.openMembers();
        QVERIFY(dialog);
        QTableView* table = fixture.table(dialog);
        QCOMPARE(table->model()->rowCount(), 3);
        QCOMPARE(cell(table, 0, MemberModel::State), u"primary"_s);
        QCOMPARE(cell(table, 0, MemberModel::Deletes), u"yes"_s);
        QCOMPARE(cell(table, 1, MemberModel::Deletes), u"no"_s);
        QVERIFY(table->isColumnHidden(MemberModel::Shard));
        QVERIFY(!need<QPushButton>(dialog, u"countShardsButton"_s)->isVisible());
        QVERIFY(need<QLabel>(dialog, u"membersTitleLabel"_s)->text().contains(u"rs0"_s));
    }

    void theTopologyInTheStatusBarOpensThem()
    {
        SetWindow fixture;
        QVERIFY(fixture.open());
        auto* topology = need<QToolButton>(fixture.window.get(), u"serverStatusButton"_s);
        QTRY_VERIFY(topology->isVisible());
        QVERIFY(click(topology));
        QTRY_VERIFY(fixture.window->findChild<QDialog*>(u"membersDialog"_s));
    }

    void pausingAsksFirstAndTheBannerStaysUntilResumed()
    {
        SetWindow fixture;
        QVERIFY(fixture.open());
        auto* banner = need<QWidget>(fixture.window.get(), u"expiryPauseBanner"_s);
        QVERIFY(!banner->isVisible());
        QDialog* dialog = fixture.openMembers();
        QVERIFY(dialog);
        auto* pause = need<QPushButton>(dialog, u"pauseExpiryButton"_s);
        QVERIFY(!pause->isEnabled()); // nothing is selected
        QTableView* table = fixture.table(dialog);
        QVERIFY(clickRow(table, table->model()->index(0, 0)));
        QVERIFY(click(pause));
        auto* question = dialog->findChild<QDialog*>(u"pauseExpiryDialog"_s);
        QVERIFY(question);
        QTRY_VERIFY(question->isVisible());
        QVERIFY(need<QLabel>(question, u"pauseQuestionLabel"_s)
                    ->text()
                    .contains(QLatin1StringView(kFirst)));
        QVERIFY(!need<QLineEdit>(question, u"pauseNameEdit"_s)->isVisible());
        QCOMPARE(fixture.server->calls("setMonitor"), 0);
        QVERIFY(click(need<QPushButton>(question, u"confirmPauseButton"_s)));
        QTRY_VERIFY(banner->isVisible());
        QTRY_VERIFY(!fixture.set.members.isSwitching(kFirst));
        QVERIFY(!*fixture.server->deployment.status(kFirst).metrics.monitorEnabled);
        auto* resume = need<QPushButton>(banner, u"resumeExpiryBannerButton"_s);
        dialog->close();
        QTRY_VERIFY(resume->isVisible());
        QVERIFY(click(resume));
        QTRY_VERIFY(!banner->isVisible());
        QVERIFY(*fixture.server->deployment.status(kFirst).metrics.monitorEnabled);
    }

    void productionAsksForTheName()
    {
        SetWindow fixture;
        fixture.window->show();
        services::LinkLabel label;
        label.tag = u"production"_s;
        fixture.set.connections.connectTo(u"mongodb://fake.example/"_s, u"Orders"_s, false, label);
        QTRY_VERIFY(fixture.set.connections.isConnected());
        fixture.set.connections.unlock(u"Orders"_s);
        QDialog* dialog = fixture.openMembers();
        QVERIFY(dialog);
        QTableView* table = fixture.table(dialog);
        QVERIFY(clickRow(table, table->model()->index(0, 0)));
        QVERIFY(click(need<QPushButton>(dialog, u"pauseExpiryButton"_s)));
        auto* question = dialog->findChild<QDialog*>(u"pauseExpiryDialog"_s);
        QVERIFY(question);
        auto* confirm = need<QPushButton>(question, u"confirmPauseButton"_s);
        QVERIFY(!confirm->isEnabled());
        tests::type(need<QLineEdit>(question, u"pauseNameEdit"_s), u"Orders"_s);
        QVERIFY(confirm->isEnabled());
        QVERIFY(click(confirm));
        QTRY_COMPARE(fixture.server->calls("setMonitor"), 1);
    }

    void nobodyIsAskedOnceItIsClosed()
    {
        SetWindow fixture;
        QVERIFY(fixture.open());
        QDialog* dialog = fixture.openMembers();
        QVERIFY(dialog);
        dialog->close();
        const int asked = fixture.server->calls("members");
        QVERIFY(fixture.connect());
        QVERIFY(!fixture.set.members.isReading());
        QCOMPARE(fixture.server->calls("members"), asked);
    }

    void shardsHaveTheirOverdueDocuments()
    {
        WindowFixture fixture;
        tests::fillShop(fixture);
        tests::putShards(fixture);
        QVERIFY(fixture.open());
        QVERIFY(fixture.trigger(u"membersAction"_s));
        auto* dialog = fixture.window->findChild<QDialog*>(u"membersDialog"_s);
        QVERIFY(dialog);
        auto* table = need<QTableView>(dialog, u"membersTableView"_s);
        QTRY_COMPARE(table->model()->rowCount(), 2);
        QVERIFY(!table->isColumnHidden(MemberModel::Overdue));
        QVERIFY(click(need<QPushButton>(dialog, u"countShardsButton"_s)));
        QTRY_COMPARE(cell(table, 0, MemberModel::Overdue), u"5"_s);
    }
};

SANDGLASS_GUI_TEST(TestMembersDialog)
} // namespace tst_ui_members

#include "tst_ui_members.moc"
