// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/connections/capability_presenter.h"
#include "tests/support/test_program.h"
#include "tests/ui/widget_access.h"
#include "tests/ui/window_fixture.h"
#include "ui/connections/capabilities_dialog.h"

#include <QComboBox>
#include <QLabel>

namespace tst_ui_capabilities {

using namespace sandglass;
using namespace Qt::StringLiterals;
using tests::need;
using tests::WindowFixture;
using ttl::Can;
using ttl::Capability;

/// The dialog "What this server can do" of the window.
class TestCapabilitiesDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_fixture = std::make_unique<WindowFixture>();
        ttl::ServerInfo info;
        info.product = ttl::Product::FerretDb;
        info.version = "7.0.77";
        info.productVersion = "v2.7.0";
        m_fixture->server->setInfo(info);
        ttl::CapabilityTable found;
        found.set(Capability::TtlCounters,
                  {Can::No, ttl::KnownFrom::Probe, "serverStatus metrics.ttl"});
        found.set(Capability::MonitorParameters,
                  {Can::NotKnown, ttl::KnownFrom::Probe,
                   "getParameter ttlMonitorEnabled: 13 Unauthorized", true});
        m_fixture->server->setCapabilities(found);
        QVERIFY(m_fixture->open(false));
        QVERIFY(m_fixture->trigger(u"capabilitiesAction"_s));
        m_dialog = m_fixture->window->findChild<ui::CapabilitiesDialog*>();
        QVERIFY(m_dialog);
        QTRY_COMPARE(text(u"ttl-countersAnswerLabel"_s), u"no"_s);
    }
    void cleanup() { m_fixture.reset(); }

    void theProductHasItsTrueName()
    {
        QVERIFY(
            text(u"capabilityServerLabel"_s).contains(u"FerretDB v2.7.0 (as MongoDB 7.0.77)"_s));
    }

    void eachAnswerSaysWhereItComesFrom()
    {
        QVERIFY(text(u"ttl-countersSourceLabel"_s).contains(u"serverStatus metrics.ttl"_s));
        QCOMPARE(text(u"convert-indexAnswerLabel"_s), u"not known"_s);
        QVERIFY(!text(u"convert-indexSourceLabel"_s).isEmpty());
    }

    void aRefusedProbeNamesThePrivilegeAndTheRole()
    {
        QCOMPARE(text(u"monitor-parametersAnswerLabel"_s), u"not known"_s);
        const QString source = text(u"monitor-parametersSourceLabel"_s);
        QVERIFY2(source.contains(u"getParameter"_s) && source.contains(u"clusterMonitor"_s),
                 qPrintable(source));
    }

    void theUserOverrulesByKeyboard()
    {
        auto* choice = need<QComboBox>(m_dialog, u"convert-indexComboBox"_s);
        tests::choose(choice, 2);
        QTRY_COMPARE(text(u"convert-indexAnswerLabel"_s), u"no"_s);
        QVERIFY(!m_fixture->set.connections.state().server->canConvertIndexes());
        QVERIFY(choice->accessibleName().contains(u"Convert"_s));
        tests::choose(choice, 0);
        QTRY_COMPARE(text(u"convert-indexAnswerLabel"_s), u"not known"_s);
    }

    void withoutAConnectionNothingCanBeChosen()
    {
        m_fixture->set.connections.disconnectNow();
        QTRY_VERIFY(!need<QComboBox>(m_dialog, u"convert-indexComboBox"_s)->isEnabled());
        QCOMPARE(text(u"ttl-countersAnswerLabel"_s), u"–"_s);
    }

private:
    QString text(const QString& label) const { return need<QLabel>(m_dialog, label)->text(); }

    std::unique_ptr<WindowFixture> m_fixture;
    ui::CapabilitiesDialog* m_dialog = nullptr;
};

SANDGLASS_GUI_TEST(TestCapabilitiesDialog)
} // namespace tst_ui_capabilities

#include "tst_ui_capabilities.moc"
