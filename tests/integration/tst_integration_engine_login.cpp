// SPDX-License-Identifier: GPL-3.0-or-later
// Other programs log in to the engine of the window: the services and the presenter of the window,
// the real engine, and libmongoc as the other program.
#include "app/bson/builder.h"
#include "app/mongo/mongo_driver.h"
#include "app/mongo/mongo_ttl_server_factory.h"
#include "app/presenters/engine/engine_presenter.h"
#include "app/services/engine/engine_process.h"
#include "app/services/engine/engine_user_service.h"
#include "app/services/settings/settings.h"
#include "app/services/shell/services.h"
#include "tests/support/engine_client.h"
#include "tests/support/fake_secret_store.h"
#include "tests/support/test_program.h"

#include <QDirIterator>
#include <QFile>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>

namespace tst_integration_engine_login {

using namespace sandglass;
using namespace Qt::StringLiterals;

namespace {

constexpr int kPatienceMillis = 60'000; // sanitizers and shared machines are slow
constexpr int kUnauthorized = 13;

/// A port of 127.0.0.1 that nobody uses.
int freePort()
{
    QTcpServer server;
    return server.listen(QHostAddress::LocalHost) ? server.serverPort() : 0;
}

/// A window without widgets: its services and the presenter of its engine.
struct Window
{
    base::SystemClock clock;
    services::LastJobs lastJobs;
    services::Services services;
    services::ServiceSet& set = services.set();
    presenters::EnginePresenter engine{set};

    Window(const QString& folder, std::shared_ptr<services::SecretStore> secrets)
        : services(options(folder, std::move(secrets)), clock)
    {
    }
    services::ServicesOptions options(const QString& folder,
                                      std::shared_ptr<services::SecretStore> secrets) const
    {
        services::ServicesOptions chosen;
        chosen.folder = folder;
        chosen.factory = std::make_shared<mongo::MongoTtlServerFactory>(clock);
        chosen.secrets = std::move(secrets);
        return chosen;
    }
    /// Starts the engine and waits until the window is connected to it.
    bool open()
    {
        services.openLocal();
        return isSettled();
    }
    /// Waits until the window is connected and nobody asks the engine or the keychain any more.
    bool isSettled()
    {
        return QTest::qWaitFor(
            [this] {
                return engine.state().phase == presenters::EnginePhase::Running
                    && set.connections.isConnected() && !set.engineUsers.isBusy();
            },
            kPatienceMillis);
    }
    /// Restarts the engine on another data folder.
    bool moveTo(const QString& folder)
    {
        engine.chooseFolder(folder);
        const bool left = QTest::qWaitFor(
            [this] { return engine.state().phase != presenters::EnginePhase::Running; },
            kPatienceMillis);
        return left && isSettled();
    }
    /// Chooses port and user; returns the address with the password when there is one.
    QString use(int port, const QString& user)
    {
        engine.usePort(port, user);
        const bool shown = QTest::qWaitFor(
            [this] { return !engine.addressWithPassword().isEmpty() || set.engineUsers.error(); },
            kPatienceMillis);
        return shown && isSettled() ? engine.addressWithPassword() : QString();
    }
};

/// What comes of a command in a program that connects with this address: 0, or the error's code.
/// −1: it did not get as far as an answer.
int codeOf(const QString& address, const bson::Document& command)
{
    base::SystemClock clock;
    mongo::MongoTtlServerFactory factory(clock);
    const std::string quick = address.toStdString() + "?serverSelectionTimeoutMS=5000";
    const auto server = factory.connect(quick, {});
    const auto reply
        = server ? (*server)->runCommand("admin", command, tests::unlocked()) : server.error();
    if (reply) {
        return 0;
    }
    return reply.error().serverCode != 0 ? reply.error().serverCode : -1;
}

int loginCode(const QString& address)
{
    return codeOf(address, bson::makeDocument("listDatabases", 1));
}

bool isOpen(int port)
{
    QTcpSocket socket;
    socket.connectToHost(QHostAddress(QHostAddress::LocalHost), static_cast<quint16>(port));
    return socket.waitForConnected(kPatienceMillis);
}

QString passwordIn(const QString& address)
{
    return address.section(u':', 2, 2).section(u'@', 0, 0);
}

/// The files below a folder that hold this text.
QStringList filesWith(const QString& folder, const QByteArray& text)
{
    QStringList found;
    QDirIterator files(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        if (file.open(QIODevice::ReadOnly) && file.readAll().contains(text)) {
            found << file.fileName();
        }
    }
    return found;
}

QByteArray processFile(qint64 process, const char* name)
{
    QFile file(u"/proc/%1/%2"_s.arg(process).arg(QLatin1StringView(name)));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestEngineLogin : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void aProgramLogsInWithTheCopiedAddress();
    void afterARestartOfTheWindowTheLoginIsTheSame();
    void anotherPasswordEndsTheFormerOne();
    void aNewDataFolderGetsTheUserToo();
    void withoutAKeychainARestartKeepsThePassword();
    void whoIsNoLongerChosenCannotLogInAnyMore();
    void aFolderThatComesBackLosesTheFormerUserToo();
    void switchedOffThePortIsClosed();
    void aPortThatIsTakenIsSaidAndCanBeTriedAgain();
    void thePasswordIsNowhereToBeRead();

private:
    mongo::MongoDriver m_driver;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::shared_ptr<tests::FakeSecretStore> m_keychain;
    int m_port = 0;
};

void TestEngineLogin::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_keychain = std::make_shared<tests::FakeSecretStore>();
    m_port = freePort();
}

void TestEngineLogin::aProgramLogsInWithTheCopiedAddress()
{
    Window window(m_folder->path(), m_keychain);
    QVERIFY(window.open());
    const QString address = window.use(m_port, u"anna"_s);
    QVERIFY2(address.endsWith(u"@127.0.0.1:%1/"_s.arg(m_port)), qPrintable(address));
    QCOMPARE(loginCode(address), 0);
    // the window itself goes on without a password
    QVERIFY(window.set.connections.isConnected());
    // who has none sees what a driver must, and nothing else
    const QString stranger = u"mongodb://127.0.0.1:%1/"_s.arg(m_port);
    for (const char* open : {"hello", "ping", "buildInfo"}) {
        QCOMPARE(codeOf(stranger, bson::makeDocument(open, 1)), 0);
    }
    for (const char* closed : {"listDatabases", "serverStatus", "usersInfo", "getLog", "find"}) {
        QCOMPARE(codeOf(stranger, bson::makeDocument(closed, 1)), kUnauthorized);
    }
    QVERIFY(loginCode(u"mongodb://anna:wrong@127.0.0.1:%1/"_s.arg(m_port)) != 0);
}

void TestEngineLogin::afterARestartOfTheWindowTheLoginIsTheSame()
{
    QString address;
    {
        Window window(m_folder->path(), m_keychain);
        QVERIFY(window.open());
        address = window.use(m_port, u"anna"_s);
    }
    Window again(m_folder->path(), m_keychain);
    QVERIFY(again.open());
    QCOMPARE(again.engine.state().port, m_port);
    QCOMPARE(again.engine.state().user, u"anna"_s);
    QVERIFY(again.engine.state().password.isEmpty()); // until it is asked for
    QCOMPARE(loginCode(address), 0);
    again.engine.showPassword();
    QTRY_COMPARE(again.engine.addressWithPassword(), address);
}

void TestEngineLogin::anotherPasswordEndsTheFormerOne()
{
    Window window(m_folder->path(), m_keychain);
    QVERIFY(window.open());
    const QString former = window.use(m_port, u"anna"_s);
    window.engine.makePassword();
    QTRY_VERIFY(window.engine.addressWithPassword() != former);
    QVERIFY(window.isSettled());
    QCOMPARE(loginCode(window.engine.addressWithPassword()), 0);
    QVERIFY(loginCode(former) != 0);
}

void TestEngineLogin::aNewDataFolderGetsTheUserToo()
{
    Window window(m_folder->path(), m_keychain);
    QVERIFY(window.open());
    const QString address = window.use(m_port, u"anna"_s);
    QVERIFY(!address.isEmpty());
    QVERIFY(window.moveTo(m_folder->filePath(u"other"_s)));
    QTRY_COMPARE_WITH_TIMEOUT(loginCode(address), 0, kPatienceMillis);
}

void TestEngineLogin::withoutAKeychainARestartKeepsThePassword()
{
    QString address;
    {
        Window window(m_folder->path(), nullptr);
        QVERIFY(window.open());
        address = window.use(m_port, u"anna"_s);
        QVERIFY(window.engine.state().passwordNotice.contains(u"no keychain"_s));
    }
    Window again(m_folder->path(), nullptr);
    QVERIFY(again.open());
    QCOMPARE(loginCode(address), 0);
    again.engine.showPassword();
    QVERIFY(again.isSettled());
    QVERIFY(again.engine.addressWithPassword().isEmpty()); // it is known to the programs alone
    // another port is no reason for another password
    const int other = freePort();
    again.engine.usePort(other, u"anna"_s);
    QTRY_VERIFY_WITH_TIMEOUT(again.engine.state().address.contains(QString::number(other)),
                             kPatienceMillis);
    QVERIFY(again.isSettled());
    QCOMPARE(loginCode(address.replace(QString::number(m_port), QString::number(other))), 0);
}

void TestEngineLogin::whoIsNoLongerChosenCannotLogInAnyMore()
{
    Window window(m_folder->path(), m_keychain);
    QVERIFY(window.open());
    const QString anna = window.use(m_port, u"anna"_s);
    QCOMPARE(loginCode(anna), 0);
    const QString bob = window.use(m_port, u"bob"_s);
    QCOMPARE(loginCode(bob), 0);
    QTRY_VERIFY_WITH_TIMEOUT(loginCode(anna) != 0, kPatienceMillis);
    QCOMPARE(m_keychain->secrets.size(), qsizetype{1});
    // one of that name who was made by hand is not the window's to remove
    const auto byHand = bson::makeDocument(
        "createUser", "anna", "pwd", "hers", "roles",
        bson::Value::array(bson::makeArray(bson::makeDocument("role", "root", "db", "admin"))));
    QCOMPARE(codeOf(bob, byHand), 0);
    window.engine.stop();
    QTRY_COMPARE_WITH_TIMEOUT(window.engine.state().phase, presenters::EnginePhase::Stopped,
                              kPatienceMillis);
    window.engine.start();
    QVERIFY(window.isSettled());
    QCOMPARE(loginCode(u"mongodb://anna:hers@127.0.0.1:%1/"_s.arg(m_port)), 0);
}

void TestEngineLogin::aFolderThatComesBackLosesTheFormerUserToo()
{
    Window window(m_folder->path(), m_keychain);
    QVERIFY(window.open());
    const QString first = window.set.engine.folder();
    const QString anna = window.use(m_port, u"anna"_s);
    QVERIFY(window.moveTo(m_folder->filePath(u"other"_s)));
    const QString bob = window.use(m_port, u"bob"_s);
    QCOMPARE(loginCode(bob), 0);
    QVERIFY(window.moveTo(first));
    QTRY_COMPARE_WITH_TIMEOUT(loginCode(bob), 0, kPatienceMillis);
    QTRY_VERIFY_WITH_TIMEOUT(loginCode(anna) != 0, kPatienceMillis);
}

void TestEngineLogin::switchedOffThePortIsClosed()
{
    Window window(m_folder->path(), m_keychain);
    QVERIFY(window.open());
    QVERIFY(!window.use(m_port, u"anna"_s).isEmpty());
    QVERIFY(isOpen(m_port));
    window.engine.usePort(0);
    QTRY_VERIFY_WITH_TIMEOUT(window.engine.state().address.contains(u".sock"_s), kPatienceMillis);
    QVERIFY(!isOpen(m_port));
    QVERIFY(window.isSettled());
    QTRY_VERIFY(m_keychain->secrets.isEmpty()); // the user is gone as well
}

void TestEngineLogin::aPortThatIsTakenIsSaidAndCanBeTriedAgain()
{
    QTcpServer other;
    QVERIFY(other.listen(QHostAddress::LocalHost, static_cast<quint16>(m_port)));
    Window window(m_folder->path(), m_keychain);
    QVERIFY(window.open());
    window.engine.usePort(m_port, u"anna"_s);
    QTRY_VERIFY_WITH_TIMEOUT(window.engine.state().portTaken, kPatienceMillis);
    QVERIFY(window.isSettled());
    const presenters::EngineState& state = window.engine.state();
    QVERIFY2(state.notice.contains(QString::number(m_port)), qPrintable(state.notice));
    QVERIFY(!state.address.contains(QString::number(m_port)));
    // no address with a password may lead to the other program
    QVERIFY(window.engine.addressWithPassword().isEmpty());
    QVERIFY(window.set.connections.isConnected());
    other.close();
    window.engine.stop();
    QTRY_COMPARE_WITH_TIMEOUT(state.phase, presenters::EnginePhase::Stopped, kPatienceMillis);
    window.engine.start();
    QVERIFY(window.isSettled());
    QVERIFY(!state.portTaken && state.notice.isEmpty());
    window.engine.showPassword();
    QTRY_VERIFY(!window.engine.addressWithPassword().isEmpty());
    QCOMPARE(loginCode(window.engine.addressWithPassword()), 0);
}

void TestEngineLogin::thePasswordIsNowhereToBeRead()
{
    Window window(m_folder->path(), m_keychain);
    QVERIFY(window.open());
    const QString address = window.use(m_port, u"anna"_s);
    const QByteArray secret = passwordIn(address).toUtf8();
    QCOMPARE(secret.size(), qsizetype{24});
    QCOMPARE(loginCode(address), 0);
    QVERIFY(
        loginCode(u"mongodb://anna:%1x@127.0.0.1:%2/"_s.arg(QString::fromUtf8(secret)).arg(m_port))
        != 0);
    for (const QString& line : window.set.engine.logLines()) {
        QVERIFY2(!line.contains(QString::fromUtf8(secret)), qPrintable(line));
    }
    QVERIFY(window.set.engine.processId() > 0);
    for (const qint64 process :
         {window.set.engine.processId(), QCoreApplication::applicationPid()}) {
        QVERIFY(!processFile(process, "cmdline").isEmpty());
        for (const char* name : {"cmdline", "environ"}) {
            QVERIFY(!processFile(process, name).contains(secret));
        }
    }
    window.services.stop();
    QTRY_COMPARE_WITH_TIMEOUT(window.engine.state().phase, presenters::EnginePhase::Stopped,
                              kPatienceMillis);
    // settings, journal and the engine's data
    QCOMPARE(filesWith(m_folder->path(), secret), QStringList());
    QVERIFY(!filesWith(m_folder->path(), "anna").isEmpty()); // it does look
}

SANDGLASS_TEST(TestEngineLogin)
} // namespace tst_integration_engine_login

#include "tst_integration_engine_login.moc"
