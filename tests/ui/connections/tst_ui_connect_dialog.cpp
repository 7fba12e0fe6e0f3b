// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "tests/ui/widget_access.h"
#include "tests/ui/window_fixture.h"

#include <QCheckBox>
#include <QDialog>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPointer>
#include <QTableWidget>
#include <QTabWidget>

namespace tst_ui_connect_dialog {

using namespace sandglass;
using namespace Qt::StringLiterals;
using tests::need;

class TestConnectDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_fixture.reset(); }
    void theStringFillsEveryTab();
    void theTabsWriteTheString();
    void aPasswordIsMaskedWhenTypingEnds();
    void optionsThatTheFormDoesNotKnowAreKeptAndShown();
    void savingListsTheConnection();
    void connectingClosesTheDialogAndNamesTheConnection();
    void aRefusalIsToldOnceAndWithItsCode();
    void waitingCanBeCancelledAndBeginsAnew();
    void cancellingTheDialogLeavesNothingBehind();

private:
    QLineEdit* uri() const { return need<QComboBox>(m_dialog, u"uriComboBox"_s)->lineEdit(); }
    QLineEdit* line(const QString& name) const { return need<QLineEdit>(m_dialog, name); }
    void showTab(int index) const
    {
        need<QTabWidget>(m_dialog, u"connectionTabWidget"_s)->setCurrentIndex(index);
    }

    std::unique_ptr<tests::WindowFixture> m_fixture;
    QPointer<QDialog> m_dialog;
};

void TestConnectDialog::init()
{
    m_fixture = std::make_unique<tests::WindowFixture>();
    m_fixture->window->show();
    QVERIFY(m_fixture->trigger(u"connectAction"_s));
    m_dialog = m_fixture->window->findChild<QDialog*>(u"connectDialog"_s);
    QVERIFY(m_dialog);
    QVERIFY(QTest::qWaitForWindowExposed(m_dialog));
}

void TestConnectDialog::theStringFillsEveryTab()
{
    tests::type(uri(), u"mongodb://joe:pw@a:1,b/db?tls=true&replicaSet=rs0"_s);
    QCOMPARE(line(u"hostsEdit"_s)->text(), u"a:1, b"_s);
    QCOMPARE(line(u"databaseEdit"_s)->text(), u"db"_s);
    QCOMPARE(line(u"userEdit"_s)->text(), u"joe"_s);
    QCOMPARE(line(u"passwordEdit"_s)->text(), u"pw"_s);
    QCOMPARE(line(u"replicaSetEdit"_s)->text(), u"rs0"_s);
    QCOMPARE(need<QComboBox>(m_dialog, u"tlsComboBox"_s)->currentIndex(), 1);
}

void TestConnectDialog::theTabsWriteTheString()
{
    tests::type(line(u"hostsEdit"_s), u"db.example"_s);
    showTab(1);
    tests::type(line(u"userEdit"_s), u"joe"_s);
    showTab(2);
    tests::type(line(u"caFileEdit"_s), u"/etc/ca.pem"_s);
    showTab(4);
    tests::choose(need<QComboBox>(m_dialog, u"readPreferenceComboBox"_s), 2);
    need<QCheckBox>(m_dialog, u"directConnectionCheckBox"_s)->click();
    QCOMPARE(uri()->text(),
             u"mongodb://joe@db.example/?tlsCAFile=/etc/ca.pem&readPreference=secondary"
             "&directConnection=true"_s);
}

void TestConnectDialog::aPasswordIsMaskedWhenTypingEnds()
{
    tests::type(uri(), u"mongodb://joe:secret@h"_s);
    QTest::keyClick(uri(), Qt::Key_Tab);
    QTRY_COMPARE(uri()->text(), u"mongodb://joe:••••••@h"_s);
    QCOMPARE(line(u"passwordEdit"_s)->text(), u"secret"_s);
}

void TestConnectDialog::optionsThatTheFormDoesNotKnowAreKeptAndShown()
{
    tests::type(uri(), u"mongodb://h/?futureOption=%61b&w=1"_s);
    const auto* table = need<QTableWidget>(m_dialog, u"otherOptionsTableView"_s);
    QCOMPARE(table->rowCount(), 2);
    QCOMPARE(table->item(0, 1)->text(), u"ab"_s);
    tests::type(line(u"databaseEdit"_s), u"x"_s);
    QCOMPARE(uri()->text(), u"mongodb://h/x?futureOption=%61b&w=1"_s);
    table->item(1, 1)->setText(u"2"_s);
    QCOMPARE(uri()->text(), u"mongodb://h/x?futureOption=%61b&w=2"_s);
}

void TestConnectDialog::savingListsTheConnection()
{
    tests::type(line(u"connectionNameEdit"_s), u"Shop"_s);
    tests::choose(need<QComboBox>(m_dialog, u"connectionTagComboBox"_s), 1);
    QVERIFY(tests::click(need<QAbstractButton>(m_dialog, u"saveConnectionButton"_s)));
    const auto* list = need<QListWidget>(m_dialog, u"savedConnectionsListView"_s);
    QCOMPARE(list->count(), 1);
    QCOMPARE(list->item(0)->text(), u"Shop · production"_s);
    QCOMPARE(list->currentRow(), 0);
}

void TestConnectDialog::connectingClosesTheDialogAndNamesTheConnection()
{
    tests::type(uri(), u"mongodb://fake.example/"_s);
    tests::type(line(u"connectionNameEdit"_s), u"Shop"_s);
    QVERIFY(tests::click(need<QAbstractButton>(m_dialog, u"connectButton"_s)));
    QTRY_VERIFY(m_dialog.isNull());
    QCOMPARE(m_fixture->set.connections.state().name, u"Shop"_s);
}

void TestConnectDialog::aRefusalIsToldOnceAndWithItsCode()
{
    base::Error refused = base::serverError(18, "AuthenticationFailed", "Authentication failed.");
    refused.code = Errc::NotPermitted;
    m_fixture->factory->refuse("fake.example", refused);
    tests::type(uri(), u"mongodb://fake.example/"_s);
    QVERIFY(tests::click(need<QAbstractButton>(m_dialog, u"connectButton"_s)));
    auto* banner = need<QWidget>(m_dialog, u"connectErrorBanner"_s);
    QTRY_VERIFY(banner->isVisible());
    const auto* details = need<QPlainTextEdit>(banner, u"detailsEdit"_s);
    QVERIFY(!details->isVisible());
    QVERIFY2(details->toPlainText().contains(u"18 AuthenticationFailed"_s),
             qPrintable(details->toPlainText()));
    auto* behind = need<QWidget>(m_fixture->window.get(), u"connectionBanner"_s);
    QVERIFY(behind->isHidden());
    m_dialog->reject();
    QTRY_VERIFY(m_dialog.isNull());
    QVERIFY(behind->isHidden());
    QCOMPARE(m_fixture->set.connections.state().phase, services::LinkPhase::Disconnected);
}

void TestConnectDialog::waitingCanBeCancelledAndBeginsAnew()
{
    m_fixture->server->hold("serverInfo");
    tests::type(uri(), u"mongodb://fake.example/"_s);
    QVERIFY(tests::click(need<QAbstractButton>(m_dialog, u"connectButton"_s)));
    auto* busy = need<QWidget>(m_dialog, u"connectBusyOverlay"_s);
    QTRY_VERIFY(busy->isVisible());
    QVERIFY(tests::click(need<QAbstractButton>(busy, u"cancelButton"_s)));
    QVERIFY(!busy->isVisible());
    QVERIFY(m_dialog);
    QCOMPARE(m_fixture->set.connections.state().phase, services::LinkPhase::Disconnected);
    m_fixture->server->release("serverInfo");
    QVERIFY(tests::click(need<QAbstractButton>(m_dialog, u"connectButton"_s)));
    QTRY_VERIFY(m_dialog.isNull());
    QVERIFY(m_fixture->set.connections.isConnected());
}

void TestConnectDialog::cancellingTheDialogLeavesNothingBehind()
{
    m_fixture->server->hold("serverInfo");
    tests::type(uri(), u"mongodb://fake.example/"_s);
    QVERIFY(tests::click(need<QAbstractButton>(m_dialog, u"connectButton"_s)));
    QCOMPARE(m_fixture->set.connections.state().phase, services::LinkPhase::Connecting);
    QTest::keyClick(m_dialog, Qt::Key_Escape);
    QTRY_VERIFY(m_dialog.isNull());
    m_fixture->server->release("serverInfo");
    QCOMPARE(m_fixture->set.connections.state().phase, services::LinkPhase::Disconnected);
    QVERIFY(need<QWidget>(m_fixture->window.get(), u"connectionBanner"_s)->isHidden());
}

SANDGLASS_GUI_TEST(TestConnectDialog)
} // namespace tst_ui_connect_dialog

#include "tst_ui_connect_dialog.moc"
