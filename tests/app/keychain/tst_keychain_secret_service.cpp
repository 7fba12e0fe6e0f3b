// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"

#include <QDBusConnection>
#include <QDBusConnectionInterface>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "answers.h"

namespace tst_keychain_secret_service {

using namespace sandglass;
using namespace sandglass::tests;
using namespace Qt::StringLiterals;

/// The keychain against the Secret Service of GNOME, on a message bus of the test and with a
/// keyring in a folder of the test.
class TestKeychainSecretService : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase();
    void whatIsWrittenIsReadAgain_data();
    void whatIsWrittenIsReadAgain();
    void aSecretIsReplaced();
    void aKeyThatIsNotThereIsNotFound();
    void aRemovedSecretIsGone();
    void noFileHoldsASecretInClear();
    void theEndOfTheServiceIsReported();

private:
    bool startBus(const QString& program);
    bool startKeyring(const QString& program);

    QTemporaryDir m_home;
    QProcess m_bus;
    QProcess m_keyring;
    QByteArray m_address;
    keychain::DesktopKeychain m_keychain;
};

bool TestKeychainSecretService::startBus(const QString& program)
{
    m_bus.start(program, {u"--session"_s, u"--nofork"_s, u"--print-address=1"_s});
    if (!m_bus.waitForStarted() || !QTest::qWaitFor([this] { return m_bus.canReadLine(); })) {
        return false;
    }
    m_address = m_bus.readLine().trimmed();
    return qputenv("DBUS_SESSION_BUS_ADDRESS", m_address);
}

bool TestKeychainSecretService::startKeyring(const QString& program)
{
    m_keyring.setProcessChannelMode(QProcess::MergedChannels);
    m_keyring.start(program, {u"--foreground"_s, u"--components=secrets"_s, u"--unlock"_s});
    if (!m_keyring.waitForStarted()) {
        return false;
    }
    // the password of the login keyring, which it makes with it
    m_keyring.write("password of the keyring");
    m_keyring.closeWriteChannel();
    const QDBusConnection bus
        = QDBusConnection::connectToBus(QString::fromUtf8(m_address), u"observer"_s);
    return bus.isConnected()
        && QTest::qWaitFor(
               [&bus] {
                   return bus.interface()
                       ->isServiceRegistered(u"org.freedesktop.secrets"_s)
                       .value();
               },
               20'000);
}

void TestKeychainSecretService::initTestCase()
{
    const QString bus = QStandardPaths::findExecutable(u"dbus-daemon"_s);
    const QString keyring = QStandardPaths::findExecutable(u"gnome-keyring-daemon"_s);
    if (bus.isEmpty() || keyring.isEmpty()) {
        QSKIP("There is no gnome-keyring or no dbus-daemon.");
    }
    qputenv("HOME", m_home.path().toUtf8());
    qputenv("XDG_DATA_HOME", m_home.filePath(u"data"_s).toUtf8());
    qputenv("XDG_RUNTIME_DIR", m_home.path().toUtf8());
    qputenv("XDG_CURRENT_DESKTOP", "GNOME");
    QVERIFY(startBus(bus));
    QVERIFY2(startKeyring(keyring), m_keyring.readAll().constData());
}

void TestKeychainSecretService::cleanupTestCase()
{
    QDBusConnection::disconnectFromBus(u"observer"_s);
    for (QProcess* each : {&m_keyring, &m_bus}) {
        each->terminate();
        QVERIFY(each->state() == QProcess::NotRunning || each->waitForFinished());
    }
}

void TestKeychainSecretService::whatIsWrittenIsReadAgain_data()
{
    QTest::addColumn<QString>("secret");
    QTest::newRow("ascii") << u"password=hunter2"_s;
    QTest::newRow("letters") << u"pässwörd 密码 😀"_s;
    QTest::newRow("line") << u"a\nb\tc"_s;
    QTest::newRow("long") << QString(10'000, u'x');
}

void TestKeychainSecretService::whatIsWrittenIsReadAgain()
{
    QFETCH(QString, secret);
    const auto written = writeTo(m_keychain, u"connection/1"_s, secret);
    QVERIFY2(written, written ? "" : written.error().message.c_str());
    const auto read = readFrom(m_keychain, u"connection/1"_s);
    QVERIFY2(read, read ? "" : read.error().message.c_str());
    QCOMPARE(*read, secret);
}

void TestKeychainSecretService::aSecretIsReplaced()
{
    QVERIFY(writeTo(m_keychain, u"k"_s, u"first"_s));
    QVERIFY(writeTo(m_keychain, u"k"_s, u"second"_s));
    QCOMPARE(readFrom(m_keychain, u"k"_s).value_or(QString()), u"second"_s);
}

void TestKeychainSecretService::aKeyThatIsNotThereIsNotFound()
{
    const auto read = readFrom(m_keychain, u"never written"_s);
    QVERIFY(!read);
    QCOMPARE(read.error().code, Errc::NotFound);
}

void TestKeychainSecretService::aRemovedSecretIsGone()
{
    QVERIFY(writeTo(m_keychain, u"gone"_s, u"x"_s));
    QVERIFY(removeFrom(m_keychain, u"gone"_s));
    const auto read = readFrom(m_keychain, u"gone"_s);
    QVERIFY(!read);
    QCOMPARE(read.error().code, Errc::NotFound);
}

void TestKeychainSecretService::noFileHoldsASecretInClear()
{
    QVERIFY(writeTo(m_keychain, u"canary"_s, u"canary-secret"_s));
    int files = 0;
    QDirIterator every(m_home.path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (every.hasNext()) {
        QFile file(every.next());
        if (file.open(QIODevice::ReadOnly)) {
            ++files;
            QVERIFY2(!file.readAll().contains("canary-secret"), qPrintable(file.fileName()));
        }
    }
    QVERIFY(files > 0); // the keyring is one of them
}

void TestKeychainSecretService::theEndOfTheServiceIsReported()
{
    m_keyring.terminate();
    QVERIFY(m_keyring.waitForFinished());
    const auto read = readFrom(m_keychain, u"connection/1"_s);
    QVERIFY(!read);
    QVERIFY(read.error().code != Errc::Timeout); // an answer came
}

SANDGLASS_TEST(TestKeychainSecretService)
} // namespace tst_keychain_secret_service

#include "tst_keychain_secret_service.moc"
