// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include "answers.h"

namespace tst_keychain_without_bus {

using namespace sandglass;
using namespace sandglass::tests;
using namespace Qt::StringLiterals;

/// A machine without a session: secrets are neither kept nor written to a file.
class TestKeychainWithoutBus : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void everyRequestSaysThatThereIsNoKeychain();
    void nothingIsWrittenToAFile();

private:
    QTemporaryDir m_home;
    keychain::DesktopKeychain m_keychain;
};

void TestKeychainWithoutBus::initTestCase()
{
    QVERIFY(m_home.isValid());
    qputenv("HOME", m_home.path().toUtf8());
    qputenv("XDG_CONFIG_HOME", m_home.filePath(u"config"_s).toUtf8());
    qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus");
}

void TestKeychainWithoutBus::everyRequestSaysThatThereIsNoKeychain()
{
    for (const auto& answer : {writeTo(m_keychain, u"key"_s, u"secret"_s),
                               readFrom(m_keychain, u"key"_s), removeFrom(m_keychain, u"key"_s)}) {
        QVERIFY(!answer);
        QCOMPARE(answer.error().code, Errc::Unsupported);
    }
}

void TestKeychainWithoutBus::nothingIsWrittenToAFile()
{
    QVERIFY(!writeTo(m_keychain, u"key"_s, u"canary-secret"_s));
    const QDir home(m_home.path());
    const QStringList files = home.entryList(QDir::Files | QDir::Hidden);
    QVERIFY2(files.isEmpty(), qPrintable(files.join(u' ')));
    QVERIFY(!QFileInfo::exists(m_home.filePath(u"config"_s)));
}

SANDGLASS_TEST(TestKeychainWithoutBus)
} // namespace tst_keychain_without_bus

#include "tst_keychain_without_bus.moc"
