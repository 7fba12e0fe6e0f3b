// SPDX-License-Identifier: GPL-3.0-or-later
// The notifier on a session bus of its own, with a listener in the place of the desktop.
#include "app/platform/desktop/linux/freedesktop_notifier.h"
#include "tests/support/session_bus.h"
#include "tests/support/test_program.h"

#include <QDBusConnection>
#include <QObject>
#include <QTest>
#include <QVariantMap>

#include <optional>

namespace tst_platform_freedesktop_notifier {

using namespace sandglass;
using namespace Qt::StringLiterals;

/// What a desktop does with a message; public slots are its D-Bus methods.
class Desktop : public QObject
{
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Notifications")

public:
    struct Shown
    {
        QString application;
        QString title;
        QString body;
        int timeout = 0;
    };

    const QList<Shown>& shown() const { return m_shown; }

public Q_SLOTS:
    // the names and the order are those of the specification
    // NOLINTNEXTLINE(readability-identifier-naming,readability-function-size)
    uint Notify(const QString& application, uint /*replaces*/, const QString& /*icon*/,
                const QString& title, const QString& body, const QStringList& /*actions*/,
                const QVariantMap& /*hints*/, int timeout)
    {
        m_shown.append({application, title, body, timeout});
        return static_cast<uint>(m_shown.size());
    }

private:
    QList<Shown> m_shown;
};

class TestFreedesktopNotifier : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void aMessageReachesTheDesktop();
    void namesOfAServerAreNoMarkup();
    void withoutADesktopNothingHappens();
    void withoutABusNothingHappens();

private:
    std::optional<tests::SessionBus> m_bus;
    Desktop m_desktop;
};

void TestFreedesktopNotifier::initTestCase()
{
    if (!tests::SessionBus::isInstalled()) {
        QSKIP("there is no dbus-daemon here");
    }
    m_bus.emplace();
    QVERIFY(m_bus->start());
    QDBusConnection bus = QDBusConnection::sessionBus();
    QVERIFY(bus.isConnected());
    QVERIFY(bus.registerObject(u"/org/freedesktop/Notifications"_s, &m_desktop,
                               QDBusConnection::ExportAllSlots));
    QVERIFY(bus.registerService(u"org.freedesktop.Notifications"_s));
    QCoreApplication::setApplicationName(u"sandglass"_s);
}

void TestFreedesktopNotifier::aMessageReachesTheDesktop()
{
    platform::FreedesktopNotifier notifier;
    notifier.show({u"Sandglass: local"_s, u"5 documents are overdue."_s});
    QTRY_COMPARE(m_desktop.shown().size(), 1);
    QCOMPARE(m_desktop.shown().back().application, u"sandglass"_s);
    QCOMPARE(m_desktop.shown().back().title, u"Sandglass: local"_s);
    QCOMPARE(m_desktop.shown().back().body, u"5 documents are overdue."_s);
    QCOMPARE(m_desktop.shown().back().timeout, -1);
}

void TestFreedesktopNotifier::namesOfAServerAreNoMarkup()
{
    platform::FreedesktopNotifier notifier;
    const qsizetype before = m_desktop.shown().size();
    notifier.show({u"t"_s, u"<a href='x'>shop</a> & more"_s});
    QTRY_COMPARE(m_desktop.shown().size(), before + 1);
    QCOMPARE(m_desktop.shown().back().body, u"&lt;a href='x'&gt;shop&lt;/a&gt; &amp; more"_s);
}

void TestFreedesktopNotifier::withoutADesktopNothingHappens()
{
    QDBusConnection bus = QDBusConnection::sessionBus();
    QVERIFY(bus.unregisterService(u"org.freedesktop.Notifications"_s));
    platform::FreedesktopNotifier notifier;
    const qsizetype before = m_desktop.shown().size();
    notifier.show({u"t"_s, u"nobody sees this"_s});
    QVERIFY(bus.registerService(u"org.freedesktop.Notifications"_s));
    notifier.show({u"t"_s, u"but this"_s});
    QTRY_COMPARE(m_desktop.shown().size(), before + 1);
    QCOMPARE(m_desktop.shown().back().body, u"but this"_s);
}

void TestFreedesktopNotifier::withoutABusNothingHappens()
{
    QVERIFY(m_bus->kill());
    QTRY_VERIFY(!QDBusConnection::sessionBus().isConnected());
    platform::FreedesktopNotifier notifier;
    const qsizetype before = m_desktop.shown().size();
    notifier.show({u"t"_s, u"nobody sees this"_s});
    QCOMPARE(m_desktop.shown().size(), before);
}

SANDGLASS_TEST(TestFreedesktopNotifier)
} // namespace tst_platform_freedesktop_notifier

#include "tst_platform_freedesktop_notifier.moc"
