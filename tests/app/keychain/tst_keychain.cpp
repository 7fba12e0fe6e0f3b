// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include "answers.h"
#include "fake_wallet.h"

namespace tst_keychain {

using namespace sandglass;
using namespace sandglass::tests;
using namespace Qt::StringLiterals;

/// The keychain against a wallet of the test on a message bus of its own.
class TestKeychain : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init() { m_wallet->refuses = false; }
    void cleanupTestCase();
    void whatIsWrittenIsReadAgain_data();
    void whatIsWrittenIsReadAgain();
    void aSecretIsReplaced();
    void aKeyThatIsNotThereIsNotFound();
    void aRemovedSecretIsGone();
    void keysAreKeptApart();
    void aRefusalIsReportedAsSuch();
    void answersComeLaterNeverAtOnce();

private:
    bool startBus(const QString& program);

    QProcess m_bus;
    QThread m_walletThread;
    FakeWallet* m_wallet = nullptr; // deleted when its thread ends
    QTemporaryDir m_home;
    keychain::DesktopKeychain m_keychain;
};

bool TestKeychain::startBus(const QString& program)
{
    m_bus.setProcessChannelMode(QProcess::SeparateChannels);
    m_bus.start(program, {u"--session"_s, u"--nofork"_s, u"--print-address=1"_s});
    if (!m_bus.waitForStarted() || !QTest::qWaitFor([this] { return m_bus.canReadLine(); })) {
        return false;
    }
    const QByteArray address = m_bus.readLine().trimmed();
    qputenv("DBUS_SESSION_BUS_ADDRESS", address);
    bool offered = false;
    QMetaObject::invokeMethod(
        m_wallet, [&] { offered = m_wallet->offer(QString::fromUtf8(address)); },
        Qt::BlockingQueuedConnection);
    return offered;
}

void TestKeychain::initTestCase()
{
    m_wallet = new FakeWallet;
    m_wallet->moveToThread(&m_walletThread);
    connect(&m_walletThread, &QThread::finished, m_wallet, &QObject::deleteLater);
    m_walletThread.start();
    const QString program = QStandardPaths::findExecutable(u"dbus-daemon"_s);
    if (program.isEmpty()) {
        QSKIP("there is no dbus-daemon (package dbus-daemon): the keychain cannot be tried");
    }
    qputenv("HOME", m_home.path().toUtf8());
    qputenv("XDG_CURRENT_DESKTOP", "KDE");
    qputenv("KDE_SESSION_VERSION", "5");
    QVERIFY(startBus(program));
}

void TestKeychain::cleanupTestCase()
{
    m_walletThread.quit();
    QVERIFY(m_walletThread.wait());
    m_bus.terminate();
    QVERIFY(m_bus.state() == QProcess::NotRunning || m_bus.waitForFinished());
}

void TestKeychain::whatIsWrittenIsReadAgain_data()
{
    QTest::addColumn<QString>("secret");
    QTest::newRow("ascii") << u"mongodb://u:p@host/"_s;
    QTest::newRow("letters") << u"pässwörd 密码 😀"_s;
    QTest::newRow("line") << u"a\nb\tc"_s;
    QTest::newRow("long") << QString(10'000, u'x');
}

void TestKeychain::whatIsWrittenIsReadAgain()
{
    QFETCH(QString, secret);
    const auto written = writeTo(m_keychain, u"connection/1"_s, secret);
    QVERIFY2(written, written ? "" : written.error().message.c_str());
    QVERIFY(written->isEmpty());
    const auto read = readFrom(m_keychain, u"connection/1"_s);
    QVERIFY(read);
    QCOMPARE(*read, secret);
    QVERIFY(m_wallet->opened > 0);
}

void TestKeychain::aSecretIsReplaced()
{
    QVERIFY(writeTo(m_keychain, u"k"_s, u"first"_s));
    QVERIFY(writeTo(m_keychain, u"k"_s, u"second"_s));
    QCOMPARE(readFrom(m_keychain, u"k"_s).value_or(QString()), u"second"_s);
}

void TestKeychain::aKeyThatIsNotThereIsNotFound()
{
    const auto read = readFrom(m_keychain, u"never written"_s);
    QVERIFY(!read);
    QCOMPARE(read.error().code, Errc::NotFound);
    QVERIFY(!read.error().message.empty());
}

void TestKeychain::aRemovedSecretIsGone()
{
    QVERIFY(writeTo(m_keychain, u"gone"_s, u"x"_s));
    QVERIFY(removeFrom(m_keychain, u"gone"_s));
    const auto read = readFrom(m_keychain, u"gone"_s);
    QVERIFY(!read);
    QCOMPARE(read.error().code, Errc::NotFound);
}

void TestKeychain::keysAreKeptApart()
{
    QVERIFY(writeTo(m_keychain, u"a"_s, u"1"_s));
    QVERIFY(writeTo(m_keychain, u"b"_s, u"2"_s));
    QVERIFY(removeFrom(m_keychain, u"a"_s));
    QCOMPARE(readFrom(m_keychain, u"b"_s).value_or(QString()), u"2"_s);
}

void TestKeychain::aRefusalIsReportedAsSuch()
{
    QVERIFY(writeTo(m_keychain, u"k"_s, u"secret"_s));
    m_wallet->refuses = true;
    const auto read = readFrom(m_keychain, u"k"_s);
    QVERIFY(!read);
    QCOMPARE(read.error().code, Errc::NotPermitted);
    QVERIFY(!QString::fromStdString(read.error().message).contains(u"secret"_s));
}

void TestKeychain::answersComeLaterNeverAtOnce()
{
    tests::KeychainAnswer answer;
    m_keychain.read(u"k"_s, answer.taker());
    QVERIFY(!answer.came());
    QVERIFY(answer.value() || answer.came());
}

SANDGLASS_TEST(TestKeychain)
} // namespace tst_keychain

#include "tst_keychain.moc"
