// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/settings/settings.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace tst_services_settings {

using sandglass::services::Settings;
using namespace Qt::StringLiterals;

class TestSettings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anUnknownZoneIsIgnored();
    void theZoneIsRememberedOverRuns();
    void recentConnectionsAreFewLatestFirstAndWithoutRepeats();
    void onlyARealChangeIsAnnounced();
};

void TestSettings::anUnknownZoneIsIgnored()
{
    QTemporaryDir folder;
    Settings settings(folder.path());
    settings.setZoneId("Europe/Berlin");
    settings.setZoneId("Middle/Earth");
    QCOMPARE(settings.zone().id(), QByteArray("Europe/Berlin"));
}

void TestSettings::theZoneIsRememberedOverRuns()
{
    QTemporaryDir folder;
    {
        Settings settings(folder.path());
        settings.setZoneId("Asia/Kathmandu");
    }
    QCOMPARE(Settings(folder.path()).zone().id(), QByteArray("Asia/Kathmandu"));
}

void TestSettings::recentConnectionsAreFewLatestFirstAndWithoutRepeats()
{
    QTemporaryDir folder;
    Settings settings(folder.path());
    for (int i = 0; i < 15; ++i) {
        settings.addRecentUri(u"mongodb://host%1"_s.arg(i));
    }
    settings.addRecentUri(u"mongodb://host10"_s);
    QCOMPARE(settings.recentUris().size(), 10);
    QCOMPARE(settings.recentUris().front(), u"mongodb://host10"_s);
    QCOMPARE(settings.recentUris().count(u"mongodb://host10"_s), 1);
}

void TestSettings::onlyARealChangeIsAnnounced()
{
    QTemporaryDir folder;
    Settings settings(folder.path());
    QSignalSpy spy(&settings, &Settings::valueChanged);
    settings.setValue(u"display/theme"_s, 1);
    settings.setValue(u"display/theme"_s, 1);
    QCOMPARE(spy.count(), 1);
}

SANDGLASS_TEST(TestSettings)
} // namespace tst_services_settings

#include "tst_services_settings.moc"
