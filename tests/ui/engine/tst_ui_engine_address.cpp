// SPDX-License-Identifier: GPL-3.0-or-later
// Where other programs reach the local engine.
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
    void noPortIsOpenUntilItIsAskedFor();
    void aChosenPortIsUsedAndRemembered();
    void itSaysWhoCanConnect();
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

void TestEngineAddress::withoutAnEngineThereIsNothingToCopy()
{
    QVERIFY(!part<QPushButton>(u"copyEngineAddressButton"_s)->isEnabled());
    QVERIFY(!part<QLabel>(u"engineAddressStateLabel"_s)->text().isEmpty());
}

SANDGLASS_GUI_TEST(TestEngineAddress)
} // namespace tst_ui_engine_address

#include "tst_ui_engine_address.moc"
