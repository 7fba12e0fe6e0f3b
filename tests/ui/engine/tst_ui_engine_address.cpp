// SPDX-License-Identifier: GPL-3.0-or-later
// Where other programs reach the local engine.
#include "app/services/engine/engine_user_service.h"
#include "tests/support/test_program.h"
#include "tests/ui/engine/scripted_engine.h"
#include "tests/ui/widget_access.h"
#include "ui/engine/engine_address_dialog.h"

#include <QCheckBox>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>

namespace tst_ui_engine_address {

using namespace sandglass;
using namespace Qt::StringLiterals;
using tests::click;
using tests::need;
using tests::ScriptedEngine;

class TestEngineAddress : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void theAddressIsShownAndCopied();
    void enterInAFieldPressesNoButton();
    void noPortIsOpenUntilItIsAskedFor();
    void aChosenPortIsUsedAndRemembered();
    void itSaysWhoCanConnect();
    void aUserGetsAPasswordThatIsShownAndCopiedOnRequest();
    void theWordsFollowTheLogin();
    void aRefusedPasswordIsSaid();
    void withoutAnEngineThereIsNothingToCopy();

private:
    template <typename Widget>
    Widget* part(const QString& name) const
    {
        return need<Widget>(m_dialog.get(), name);
    }

    std::unique_ptr<ScriptedEngine> m_fixture;
    std::unique_ptr<ui::EngineAddressDialog> m_dialog;
};

void TestEngineAddress::init()
{
    m_fixture = std::make_unique<ScriptedEngine>(ScriptedEngine::Kind::Stays);
    m_dialog = std::make_unique<ui::EngineAddressDialog>(m_fixture->engine);
    m_dialog->setAttribute(Qt::WA_DeleteOnClose, false);
    m_dialog->show();
    QVERIFY(QTest::qWaitForWindowActive(m_dialog.get()));
}

void TestEngineAddress::cleanup()
{
    m_dialog.reset();
    m_fixture.reset();
}

void TestEngineAddress::theAddressIsShownAndCopied()
{
    QVERIFY(m_fixture->run());
    const QString address = part<QLineEdit>(u"engineAddressEdit"_s)->text();
    QVERIFY(address.startsWith(u"mongodb://"_s));
    QVERIFY(click(part<QPushButton>(u"copyEngineAddressButton"_s)));
    QCOMPARE(QGuiApplication::clipboard()->text(), address);
}

// It copied the address over what was on the clipboard.
void TestEngineAddress::enterInAFieldPressesNoButton()
{
    QVERIFY(m_fixture->run());
    part<QCheckBox>(u"fixedPortCheckBox"_s)->setChecked(true);
    part<QCheckBox>(u"engineLoginCheckBox"_s)->setChecked(true);
    QGuiApplication::clipboard()->setText(u"kept"_s);
    auto* user = part<QLineEdit>(u"engineUserEdit"_s);
    user->setFocus();
    QTest::keyClick(user, Qt::Key_Return);
    QCOMPARE(QGuiApplication::clipboard()->text(), u"kept"_s);
    QVERIFY(m_dialog->isVisible());
    for (const QPushButton* each : m_dialog->findChildren<QPushButton*>()) {
        QVERIFY2(!each->isDefault(), qPrintable(each->objectName()));
    }
}

void TestEngineAddress::noPortIsOpenUntilItIsAskedFor()
{
    QVERIFY(!part<QCheckBox>(u"fixedPortCheckBox"_s)->isChecked());
    QVERIFY(!part<QSpinBox>(u"fixedPortSpinBox"_s)->isEnabled());
    QVERIFY(!part<QPushButton>(u"applyPortButton"_s)->isEnabled());
    QCOMPARE(m_fixture->set.engine.port(), 0);
}

void TestEngineAddress::aChosenPortIsUsedAndRemembered()
{
    QVERIFY(m_fixture->run());
    part<QCheckBox>(u"fixedPortCheckBox"_s)->setChecked(true);
    part<QSpinBox>(u"fixedPortSpinBox"_s)->setValue(27'200);
    QVERIFY(click(part<QPushButton>(u"applyPortButton"_s)));
    QTRY_COMPARE(part<QLineEdit>(u"engineAddressEdit"_s)->text(), u"mongodb://127.0.0.1:27200/"_s);
    QCOMPARE(m_fixture->set.settings.value(services::kEnginePort).toInt(), 27'200);
    QVERIFY(!part<QPushButton>(u"applyPortButton"_s)->isEnabled()); // it is done
    QTRY_VERIFY(m_fixture->set.connections.isConnected());
}

void TestEngineAddress::itSaysWhoCanConnect()
{
    const QString note = part<QLabel>(u"fixedPortNoteLabel"_s)->text();
    QVERIFY(note.contains(u"no users"_s) && note.contains(u"everybody"_s));
}

void TestEngineAddress::aUserGetsAPasswordThatIsShownAndCopiedOnRequest()
{
    QVERIFY(m_fixture->run());
    part<QCheckBox>(u"fixedPortCheckBox"_s)->setChecked(true);
    part<QSpinBox>(u"fixedPortSpinBox"_s)->setValue(27'201);
    part<QCheckBox>(u"engineLoginCheckBox"_s)->setChecked(true);
    part<QLineEdit>(u"engineUserEdit"_s)->setText(u" "_s);
    QVERIFY(!part<QPushButton>(u"applyPortButton"_s)->isEnabled()); // a user has a name
    part<QLineEdit>(u"engineUserEdit"_s)->setText(u"anna"_s);
    QVERIFY(click(part<QPushButton>(u"applyPortButton"_s)));
    QLineEdit* password = part<QLineEdit>(u"enginePasswordEdit"_s);
    QTRY_COMPARE(password->text().size(), qsizetype{24});
    QCOMPARE(m_fixture->set.settings.value(services::kEngineUser).toString(), u"anna"_s);
    // the address itself stays without it
    const QString address = part<QLineEdit>(u"engineAddressEdit"_s)->text();
    QCOMPARE(address, u"mongodb://anna@127.0.0.1:27201/"_s);
    QVERIFY(click(part<QPushButton>(u"copyEngineAddressButton"_s)));
    QCOMPARE(QGuiApplication::clipboard()->text(), address);
    QVERIFY(click(part<QPushButton>(u"copyWithPasswordButton"_s)));
    QCOMPARE(QGuiApplication::clipboard()->text(),
             u"mongodb://anna:%1@127.0.0.1:27201/"_s.arg(password->text()));
    const QString first = password->text();
    QTRY_VERIFY(part<QPushButton>(u"newEnginePasswordButton"_s)->isEnabled());
    QVERIFY(click(part<QPushButton>(u"newEnginePasswordButton"_s)));
    QTRY_VERIFY(!password->text().isEmpty() && password->text() != first);
    // the closed dialog leaves nothing behind; the next one asks the keychain
    m_dialog->reject();
    QVERIFY(m_fixture->engine.state().password.isEmpty());
    m_fixture->engine.showPassword();
    QTRY_VERIFY(!m_fixture->engine.state().password.isEmpty());
    QVERIFY(m_fixture->engine.state().password != first);
}

void TestEngineAddress::theWordsFollowTheLogin()
{
    part<QCheckBox>(u"fixedPortCheckBox"_s)->setChecked(true);
    part<QCheckBox>(u"engineLoginCheckBox"_s)->setChecked(true);
    QVERIFY(part<QLabel>(u"fixedPortNoteLabel"_s)->text().contains(u"need the password"_s));
    QVERIFY(!part<QPushButton>(u"newEnginePasswordButton"_s)->isEnabled()); // not applied yet
    part<QCheckBox>(u"fixedPortCheckBox"_s)->setChecked(false);
    QVERIFY(!part<QLineEdit>(u"engineUserEdit"_s)->isEnabled());
}

void TestEngineAddress::aRefusedPasswordIsSaid()
{
    QVERIFY(m_fixture->run());
    m_fixture->server->fail("runCommand", base::serverError(14'031, "OutOfDiskSpace", "no room"));
    m_fixture->engine.usePort(27'202, u"anna"_s);
    QTRY_VERIFY(!part<QLabel>(u"enginePasswordStateLabel"_s)->text().isEmpty());
    QVERIFY(part<QLineEdit>(u"enginePasswordEdit"_s)->text().isEmpty());
    QVERIFY(!part<QPushButton>(u"copyWithPasswordButton"_s)->isEnabled());
}

void TestEngineAddress::withoutAnEngineThereIsNothingToCopy()
{
    QVERIFY(!part<QPushButton>(u"copyEngineAddressButton"_s)->isEnabled());
    QVERIFY(!part<QLabel>(u"engineAddressStateLabel"_s)->text().isEmpty());
}

SANDGLASS_GUI_TEST(TestEngineAddress)
} // namespace tst_ui_engine_address

#include "tst_ui_engine_address.moc"
