// SPDX-License-Identifier: GPL-3.0-or-later
// Windows and macOS use it; it compiles and runs here too.
#include "app/platform/desktop/tray_notifier.h"
#include "tests/support/test_program.h"

#include <QSystemTrayIcon>
#include <QTest>
#include <QWidget>

namespace tst_platform_tray_notifier {

using namespace sandglass;
using namespace Qt::StringLiterals;

class PlatformTrayNotifierTest : public QObject
{
    Q_OBJECT

private slots:
    void withoutANotificationAreaNothingHappens()
    {
        QVERIFY(!QSystemTrayIcon::isSystemTrayAvailable()); // the platform "offscreen" has none
        platform::TrayNotifier notifier;
        notifier.show({u"title"_s, u"<b>text</b>\n"_s});
        notifier.show({});
        QVERIFY(QApplication::topLevelWidgets().isEmpty());
    }
};

SANDGLASS_GUI_TEST(PlatformTrayNotifierTest)
} // namespace tst_platform_tray_notifier

#include "tst_platform_tray_notifier.moc"
