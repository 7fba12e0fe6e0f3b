// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/connections/connection_presenter.h"
#include "resources/resources.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"
#include "tests/ui/widget_access.h"
#include "ui/connections/unlock_dialog.h"

#include <QLineEdit>
#include <QPointer>
#include <QPushButton>

namespace tst_ui_unlock_dialog {

using namespace sandglass;
using namespace Qt::StringLiterals;
using tests::need;

class TestUnlockDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { resources::initResources(); }
    void init();
    void cleanup();
    void onlyTheNameUnlocks();
    void enterUnlocksOnceTheNameIsThere();
    void aLostConnectionClosesIt();
    void aNameThatCannotBeTypedIsTypedAsItIsShown();
    void aLongNameDoesNotMakeTheDialogAsWide();

private:
    /// Opens the dialog for a connection of that name.
    void open(const QString& name);
    services::ConnectionService& connections() const { return m_fixture->set.connections; }

    std::unique_ptr<tests::ServiceFixture> m_fixture;
    std::unique_ptr<presenters::ConnectionPresenter> m_presenter;
    QPointer<ui::UnlockDialog> m_dialog; // deletes itself
};

void TestUnlockDialog::init()
{
    m_fixture = std::make_unique<tests::ServiceFixture>();
    m_presenter = std::make_unique<presenters::ConnectionPresenter>(m_fixture->set);
    open(u"Orders"_s);
}

void TestUnlockDialog::open(const QString& name)
{
    delete m_dialog.data();
    services::LinkLabel label;
    label.tag = u"production"_s;
    connections().connectTo(u"mongodb://fake.example/"_s, name, false, label);
    QTRY_VERIFY(connections().isConnected());
    m_dialog = std::make_unique<ui::UnlockDialog>(*m_presenter).release();
    m_dialog->show();
    QVERIFY(QTest::qWaitForWindowActive(m_dialog.data()));
}

void TestUnlockDialog::cleanup()
{
    delete m_dialog.data();
    m_presenter.reset();
    m_fixture.reset();
}

void TestUnlockDialog::onlyTheNameUnlocks()
{
    auto* name = need<QLineEdit>(m_dialog.data(), u"unlockNameEdit"_s);
    auto* unlock = need<QPushButton>(m_dialog.data(), u"unlockButton"_s);
    QVERIFY(!unlock->isEnabled());
    QTest::keyClicks(name, u"Order"_s);
    QVERIFY(!unlock->isEnabled());
    QTest::keyClicks(name, u"s"_s);
    QVERIFY(unlock->isEnabled());
    QVERIFY(tests::click(unlock));
    QVERIFY(!connections().isLocked());
    QTRY_VERIFY(!m_dialog);
}

void TestUnlockDialog::enterUnlocksOnceTheNameIsThere()
{
    auto* name = need<QLineEdit>(m_dialog.data(), u"unlockNameEdit"_s);
    QTest::keyClick(name, Qt::Key_Return);
    QVERIFY(connections().isLocked());
    QVERIFY(m_dialog && m_dialog->isVisible());
    QTest::keyClicks(name, u"Orders"_s);
    QTest::keyClick(name, Qt::Key_Return);
    QVERIFY(!connections().isLocked());
}

void TestUnlockDialog::aLostConnectionClosesIt()
{
    connections().disconnectNow();
    QTRY_VERIFY(!m_dialog);
}

void TestUnlockDialog::aNameThatCannotBeTypedIsTypedAsItIsShown()
{
    open(u"or\u202Eders"_s);
    auto* unlock = need<QPushButton>(m_dialog.data(), u"unlockButton"_s);
    auto* name = need<QLineEdit>(m_dialog.data(), u"unlockNameEdit"_s);
    name->setText(u"orders"_s);
    QVERIFY(!unlock->isEnabled());
    name->setText(u"or\u2039U+202E\u203Aders"_s);
    QVERIFY(tests::click(unlock));
    QVERIFY(!connections().isLocked());
}

void TestUnlockDialog::aLongNameDoesNotMakeTheDialogAsWide()
{
    open(QString(10'000, u'x'));
    QVERIFY2(m_dialog->minimumSizeHint().width() < 1'000,
             qPrintable(QString::number(m_dialog->minimumSizeHint().width())));
}

SANDGLASS_GUI_TEST(TestUnlockDialog)
} // namespace tst_ui_unlock_dialog

#include "tst_ui_unlock_dialog.moc"
