// SPDX-License-Identifier: GPL-3.0-or-later
// The settings of the desktop on a session bus of its own, with a portal that answers, refuses,
// sends something else, or is not there.
#include "app/platform/desktop/linux/settings_portal.h"
#include "tests/support/session_bus.h"
#include "tests/support/test_program.h"

#include <QDBusConnection>
#include <QDBusContext>
#include <QDBusMetaType>
#include <QDBusVariant>
#include <QObject>
#include <QSignalSpy>
#include <QTest>

#include <optional>

namespace tst_platform_settings_portal {

using namespace sandglass;
using namespace Qt::StringLiterals;
using platform::DesktopPreferences;
using platform::PortalSettings;

const auto kAppearance = u"org.freedesktop.appearance"_s;
const auto kGnome = u"org.gnome.desktop.interface"_s;
const auto kService = u"org.freedesktop.portal.Desktop"_s;

/// The portal; public slots are its D-Bus methods, signals its D-Bus signals.
class Portal : public QObject, public QDBusContext
{
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.portal.Settings")

public:
    PortalSettings settings;
    bool refuses = false;
    QStringList asked;

public Q_SLOTS:
    // NOLINTNEXTLINE(readability-identifier-naming): the name is that of the interface
    sandglass::platform::PortalSettings ReadAll(const QStringList& namespaces)
    {
        asked = namespaces;
        if (refuses) {
            sendErrorReply(u"org.freedesktop.portal.Error.NotAllowed"_s, u"no"_s);
        }
        return settings;
    }

Q_SIGNALS:
    // NOLINTNEXTLINE(readability-identifier-naming): the name is that of the interface
    void SettingChanged(const QString& space, const QString& key, const QDBusVariant& value);
};

class TestSettingsPortal : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void theSettingsAreRead_data();
    void theSettingsAreRead();
    void aChangeIsFollowed();
    void aRefusalSetsNothing();
    void withoutAPortalNothingIsSet();
    void withoutABusNothingIsSet();

private:
    /// Waits until the portal was asked and has answered.
    bool answered() const
    {
        return QTest::qWaitFor([this] { return !m_portal.asked.isEmpty(); });
    }

    std::optional<tests::SessionBus> m_bus;
    Portal m_portal;
};

void TestSettingsPortal::initTestCase()
{
    if (!tests::SessionBus::isInstalled()) {
        QSKIP("there is no dbus-daemon here");
    }
    m_bus.emplace();
    QVERIFY(m_bus->start());
    qDBusRegisterMetaType<PortalSettings>();
    QDBusConnection bus = QDBusConnection::sessionBus();
    QVERIFY(
        bus.registerObject(u"/org/freedesktop/portal/desktop"_s, &m_portal,
                           QDBusConnection::ExportAllSlots | QDBusConnection::ExportAllSignals));
    QVERIFY(bus.registerService(kService));
}

void TestSettingsPortal::init()
{
    m_portal.settings.clear();
    m_portal.refuses = false;
    m_portal.asked.clear();
}

void TestSettingsPortal::theSettingsAreRead_data()
{
    QTest::addColumn<PortalSettings>("settings");
    QTest::addColumn<DesktopPreferences>("wanted");
    const auto appearance = [](const QString& key, const QVariant& value) {
        return PortalSettings{{kAppearance, {{key, value}}}};
    };
    const auto row
        = [](const char* name, const PortalSettings& settings, const DesktopPreferences& wanted) {
              QTest::newRow(name) << settings << wanted;
          };
    row("nothing", {}, {});
    row("no preference", appearance(u"color-scheme"_s, 0U), {});
    row("dark", appearance(u"color-scheme"_s, 1U), {true, {}, {}});
    row("light", appearance(u"color-scheme"_s, 2U), {false, {}, {}});
    row("unknown scheme", appearance(u"color-scheme"_s, 9U), {});
    row("a scheme of another type", appearance(u"color-scheme"_s, u"1"_s), {});
    row("contrast", appearance(u"contrast"_s, 1U), {{}, true, {}});
    row("unknown contrast", appearance(u"contrast"_s, 7U), {});
    row("less motion", appearance(u"reduced-motion"_s, 1U), {{}, {}, false});
    row("GNOME without animations", {{kGnome, {{u"enable-animations"_s, false}}}}, {{}, {}, false});
    row("GNOME with animations", {{kGnome, {{u"enable-animations"_s, true}}}}, {});
}

void TestSettingsPortal::theSettingsAreRead()
{
    QFETCH(PortalSettings, settings);
    QFETCH(DesktopPreferences, wanted);
    m_portal.settings = settings;
    const platform::SettingsPortal desktop;
    const QSignalSpy changes(&desktop, &platform::DesktopSettings::changed);
    QVERIFY(answered());
    QTRY_COMPARE(changes.size(), wanted == DesktopPreferences() ? 0 : 1);
    QVERIFY(desktop.preferences() == wanted);
    QCOMPARE(m_portal.asked, (QStringList{kAppearance, kGnome}));
}

void TestSettingsPortal::aChangeIsFollowed()
{
    m_portal.settings = {{kAppearance, {{u"color-scheme"_s, 2U}}}};
    const platform::SettingsPortal desktop;
    QTRY_VERIFY(desktop.preferences().dark == false);
    Q_EMIT m_portal.SettingChanged(kAppearance, u"color-scheme"_s, QDBusVariant(1U));
    QTRY_VERIFY(desktop.preferences().dark == true);
    Q_EMIT m_portal.SettingChanged(kAppearance, u"contrast"_s, QDBusVariant(1U));
    QTRY_VERIFY(desktop.preferences().highContrast == true);
    Q_EMIT m_portal.SettingChanged(kGnome, u"enable-animations"_s, QDBusVariant(false));
    QTRY_VERIFY(desktop.preferences().animations == false);
    Q_EMIT m_portal.SettingChanged(u"org.example"_s, u"color-scheme"_s, QDBusVariant(2U));
    Q_EMIT m_portal.SettingChanged(kAppearance, u"contrast"_s, QDBusVariant(0U));
    QTRY_VERIFY(!desktop.preferences().highContrast);
    QVERIFY(desktop.preferences().dark == true);
}

void TestSettingsPortal::aRefusalSetsNothing()
{
    m_portal.settings = {{kAppearance, {{u"color-scheme"_s, 1U}}}};
    m_portal.refuses = true;
    const platform::SettingsPortal desktop;
    QVERIFY(answered());
    // what comes later is followed nevertheless, and shows that the refusal has arrived
    Q_EMIT m_portal.SettingChanged(kAppearance, u"contrast"_s, QDBusVariant(1U));
    QTRY_VERIFY(desktop.preferences().highContrast == true);
    QVERIFY(!desktop.preferences().dark);
}

void TestSettingsPortal::withoutAPortalNothingIsSet()
{
    QDBusConnection bus = QDBusConnection::sessionBus();
    QVERIFY(bus.unregisterService(kService));
    const platform::SettingsPortal desktop;
    QVERIFY(bus.registerService(kService));
    // a portal that comes later is followed
    Q_EMIT m_portal.SettingChanged(kAppearance, u"color-scheme"_s, QDBusVariant(1U));
    QTRY_VERIFY(desktop.preferences().dark == true);
}

void TestSettingsPortal::withoutABusNothingIsSet()
{
    QVERIFY(m_bus->kill());
    QTRY_VERIFY(!QDBusConnection::sessionBus().isConnected());
    const platform::SettingsPortal desktop;
    QVERIFY(desktop.preferences() == DesktopPreferences());
}

SANDGLASS_TEST(TestSettingsPortal)
} // namespace tst_platform_settings_portal

Q_DECLARE_METATYPE(sandglass::platform::DesktopPreferences)

#include "tst_platform_settings_portal.moc"
