// SPDX-License-Identifier: GPL-3.0-or-later
// The password of a connection is searched for in everything that the program shows, logs, copies
// and writes.
#include "app/services/purge/purge_service.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"
#include "tests/ui/canary.h"
#include "tests/ui/connections/connect_fixture.h"
#include "tests/ui/journal/changes.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"
#include "tests/ui/window_fixture.h"

#include <QDialog>
#include <QDir>
#include <QFileDialog>
#include <QProcess>
#include <QPushButton>
#include <QTabWidget>
#include <QTemporaryDir>

#include <functional>

namespace tst_ui_canary {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using tests::click;
using tests::ConnectFixture;
using tests::kCanary;
using tests::LoggedLines;
using tests::need;
using tests::processCanaries;
using tests::shownCanaries;
using tests::WindowFixture;
using tests::writtenCanaries;

namespace {

const QString kUri = u"mongodb://admin:C4nary-p4ss@fake.example/?authSource=admin"_s;
constexpr int kFormats = 3; // of a file with connections

/// Writes the saved connections in each form.
void exportAll(ConnectFixture& fixture, const QString& name)
{
    for (int format = 0; format < kFormats; ++format) {
        fixture.form.exportFile(fixture.folder.filePath(name + QString::number(format)), format);
    }
}

/// The shop on a remote server that may be changed, connected with the password.
bool openUnlocked(WindowFixture& fixture)
{
    tests::fillShop(fixture);
    fixture.window->show();
    fixture.window->resize(tests::smallestWindow());
    fixture.set.connections.connectTo(kUri, u"shop"_s, false);
    const bool ready = QTest::qWaitFor([&fixture] {
        return fixture.set.connections.isConnected() && fixture.set.catalog.isLoaded();
    });
    fixture.set.connections.unlock();
    return ready && !fixture.set.connections.isLocked();
}

} // namespace

class TestCanary : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSearchFindsWhatIsThere();
    void aSearchFindsWhatIsOutside();
    void connectingAndSavingShowNoPassword();
    void everyWayToLogInShowsNoPassword_data();
    void everyWayToLogInShowsNoPassword();
    void importsAndLinksShowNoPassword_data();
    void importsAndLinksShowNoPassword();
    void aFailedConnectionShowsNoPassword();
    void aSessionOfTheWindowShowsNoPassword();
    void reportsAndFilesHoldNoPassword();
    void anArchiveHoldsNoPassword();
};

void TestCanary::aSearchFindsWhatIsThere()
{
    const LoggedLines logged;
    QVERIFY(shownCanaries().isEmpty());
    QWidget window;
    QLabel label;
    const std::function<void()> shows[] = {
        [&] { window.setAccessibleDescription(kCanary); },
        [&] { window.setWindowTitle(kCanary); },
        [&] { label.setText(u"admin:"_s + kCanary); },
        [] { qWarning("%s", qPrintable(kCanary)); },
        [] { QGuiApplication::clipboard()->setText(kCanary); },
    };
    for (const auto& show : shows) {
        const qsizetype before = shownCanaries().size();
        show();
        QVERIFY(shownCanaries().size() > before);
    }
    QGuiApplication::clipboard()->clear();
    // a line for a password tells nobody what is in it
    const qsizetype before = shownCanaries().size();
    QLineEdit password(kCanary);
    password.setEchoMode(QLineEdit::Password);
    QCOMPARE(shownCanaries().size(), before);
}

void TestCanary::aSearchFindsWhatIsOutside()
{
    const QTemporaryDir folder;
    QVERIFY(writtenCanaries(folder.path()).isEmpty());
    QFile file(folder.filePath(u"a"_s));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("x" + kCanary.toUtf8()) > 0);
    file.close();
    QCOMPARE(writtenCanaries(folder.path()), QStringList(file.fileName()));
    QVERIFY(processCanaries().isEmpty());
    QProcess child;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"PASSWORD"_s, kCanary);
    child.setProcessEnvironment(environment);
    child.start(u"sleep"_s, {u"60"_s});
    QVERIFY(child.waitForStarted());
    QTRY_COMPARE(processCanaries().size(), 1);
    child.kill();
    QVERIFY(child.waitForFinished());
}

void TestCanary::connectingAndSavingShowNoPassword()
{
    const LoggedLines logged;
    ConnectFixture fixture;
    QVERIFY(fixture.open());
    tests::type(fixture.uri(), kUri);
    fixture.form.settleUri(); // as when the line is left
    QTRY_VERIFY(!fixture.uri()->text().contains(kCanary));
    QCOMPARE(shownCanaries(), QStringList());
    fixture.form.save();
    QTRY_COMPARE(fixture.store->secrets.size(), 1);
    QVERIFY(click(fixture.button(u"testConnectionButton"_s)));
    QTRY_VERIFY(!fixture.form.state().testing);
    exportAll(fixture, u"exported"_s);
    QTRY_VERIFY(QFile::exists(fixture.folder.filePath(u"exported2"_s)));
    fixture.form.connectNow();
    QTRY_VERIFY(fixture.set.connections.isConnected());
    // the server has got it
    QVERIFY(fixture.factory->lastUri().find(kCanary.toStdString()) != std::string::npos);
    QCOMPARE(shownCanaries(), QStringList());
    QCOMPARE(writtenCanaries(fixture.folder.path()), QStringList());
}

void TestCanary::everyWayToLogInShowsNoPassword_data()
{
    QTest::addColumn<QString>("uri");
    const auto row = [](const char* name, const QString& login, const QString& options) {
        QTest::newRow(name) << u"mongodb://%1fake.example/?tls=true&%2"_s.arg(login, options);
    };
    const QString login = u"admin:C4nary-p4ss@"_s;
    const QString outside = u"&authSource=%24external"_s;
    row("SCRAM-SHA-256", login, u"authMechanism=SCRAM-SHA-256"_s);
    row("SCRAM-SHA-1", login, u"authMechanism=SCRAM-SHA-1&authSource=admin"_s);
    row("PLAIN", login, u"authMechanism=PLAIN"_s + outside);
    row("GSSAPI", login, u"authMechanism=GSSAPI"_s + outside);
    row("MONGODB-AWS", u"AKIAIOSFODNN7:C4nary-p4ss@"_s,
        u"authMechanism=MONGODB-AWS&authMechanismProperties=AWS_SESSION_TOKEN:C4nary-p4ss"_s
            + outside);
    row("MONGODB-X509", {},
        u"authMechanism=MONGODB-X509&tlsCertificateKeyFile=/k.pem"
        "&tlsCertificateKeyFilePassword=C4nary-p4ss"_s);
}

void TestCanary::everyWayToLogInShowsNoPassword()
{
    QFETCH(QString, uri);
    const LoggedLines logged;
    ConnectFixture fixture;
    QVERIFY(fixture.open());
    tests::type(fixture.uri(), uri);
    fixture.form.settleUri();
    QTRY_VERIFY(!fixture.uri()->text().contains(kCanary));
    QVERIFY2(fixture.form.state().canConnect, qPrintable(fixture.form.state().problem));
    auto* tabs = need<QTabWidget>(fixture.dialog, u"connectionTabWidget"_s);
    for (int tab = 0; tab < tabs->count(); ++tab) {
        tabs->setCurrentIndex(tab);
        QCOMPARE(shownCanaries(), QStringList());
    }
    fixture.form.save();
    QTRY_COMPARE(fixture.store->secrets.size(), 1);
    QVERIFY(fixture.store->secrets.begin().value().contains(kCanary));
    QVERIFY(click(fixture.button(u"testConnectionButton"_s)));
    QTRY_VERIFY(!fixture.form.state().testing);
    exportAll(fixture, u"exported"_s);
    fixture.form.duplicate();
    QTRY_COMPARE(fixture.store->secrets.size(), 2);
    QTRY_VERIFY(!fixture.form.state().reading);
    fixture.form.connectNow();
    QTRY_VERIFY(fixture.set.connections.isConnected());
    QVERIFY(fixture.factory->lastUri().find(kCanary.toStdString()) != std::string::npos);
    QCOMPARE(shownCanaries(), QStringList());
    QCOMPARE(writtenCanaries(fixture.folder.path()), QStringList());
    QCOMPARE(processCanaries(), QStringList());
}

void TestCanary::importsAndLinksShowNoPassword_data()
{
    QTest::addColumn<QByteArray>("file");
    // with ' in place of "
    const auto row = [](const char* name, QByteArray file) {
        QTest::newRow(name) << file.replace('\'', '"').replace("URI", kUri.toUtf8());
    };
    row("link", {});
    row("connection strings", "# two\nURI\nmongodb://b.example/\n");
    row("Compass",
        "{'type': 'Compass Connections', 'version': 1, 'connections': ["
        " {'id': 'a', 'favorite': {'name': 'Shop'}, 'connectionOptions': {"
        "  'connectionString': 'URI',"
        "  'sshTunnel': {'host': 'gate.example', 'password': 'C4nary-p4ss'}}},"
        " {'id': 'b', 'connectionSecrets': 'C4nary-p4ss',"
        "  'connectionOptions': {'connectionString': 'mongodb://b.example/'}}]}");
    row("of ours",
        "{'type': 'Sandglass Connections', 'version': 1, 'connections': ["
        " {'id': 'a', 'name': 'Shop', 'password': 'C4nary-p4ss', 'uri': 'URI'}]}");
}

void TestCanary::importsAndLinksShowNoPassword()
{
    QFETCH(QByteArray, file);
    const LoggedLines logged;
    ConnectFixture fixture;
    QVERIFY(fixture.open());
    if (file.isEmpty()) {
        fixture.form.offerLink(kUri + u"&tlsInsecure=true"_s);
        QVERIFY(!fixture.form.state().warning.isEmpty());
    } else {
        const QTemporaryDir elsewhere;
        QFile imported(elsewhere.filePath(u"connections"_s));
        QVERIFY(imported.open(QIODevice::WriteOnly) && imported.write(file) == file.size());
        imported.close();
        fixture.form.importFile(imported.fileName());
        QVERIFY2(!fixture.form.state().failure, qPrintable(fixture.form.state().exchangeNote));
        QVERIFY(!fixture.set.book.connections().empty());
        fixture.form.choose(fixture.set.book.connections().front().id);
        QTRY_VERIFY(!fixture.form.state().reading);
    }
    QCOMPARE(shownCanaries(), QStringList());
    exportAll(fixture, u"exported"_s);
    QCOMPARE(writtenCanaries(fixture.folder.path()), QStringList());
}

void TestCanary::aFailedConnectionShowsNoPassword()
{
    const LoggedLines logged;
    ConnectFixture fixture;
    QVERIFY(fixture.open());
    fixture.factory->refuse(
        base::serverError(18, "AuthenticationFailed", "Authentication failed."));
    tests::type(fixture.uri(), kUri);
    fixture.form.settleUri();
    fixture.form.connectNow();
    QTRY_VERIFY(fixture.set.connections.state().error || fixture.factory->connects() > 0);
    QVERIFY(click(fixture.button(u"testConnectionButton"_s)));
    QTRY_VERIFY(!fixture.form.state().testing);
    QCOMPARE(shownCanaries(), QStringList());
    QCOMPARE(writtenCanaries(fixture.folder.path()), QStringList());
}

void TestCanary::aSessionOfTheWindowShowsNoPassword()
{
    const LoggedLines logged;
    WindowFixture fixture;
    QVERIFY(openUnlocked(fixture));
    for (const QString& page : {u"inventory"_s, u"shop.sessions"_s}) {
        QVERIFY(fixture.openPage(page));
        QCOMPARE(shownCanaries(), QStringList());
    }
    QVERIFY(tests::changeSeconds(fixture, 7'200));
    fixture.server->fail("changeIndex", base::serverError(13, "Unauthorized", "no"));
    QVERIFY(!tests::changeSeconds(fixture, 3'600));
    auto* journal = tests::need<QAbstractItemView>(fixture.window.get(), u"journalTableView"_s);
    journal->setCurrentIndex(journal->model()->index(0, 0));
    QVERIFY(fixture.trigger(u"copyAddressAction"_s));
    QVERIFY(QGuiApplication::clipboard()->text().contains(u"fake.example"_s));
    QCOMPARE(shownCanaries(), QStringList());
    // what fails, and a connection that is lost
    fixture.server->fail("histogram", base::serverError(13, "Unauthorized", "no"));
    fixture.set.catalog.refresh();
    fixture.factory->refuse(base::failure(Errc::Network, "connection refused"));
    fixture.set.connections.disconnectNow();
    fixture.set.connections.connectTo(kUri, u"shop"_s, false);
    QTRY_VERIFY(fixture.set.connections.state().error);
    QCOMPARE(shownCanaries(), QStringList());
    QCOMPARE(writtenCanaries(fixture.folder.path()), QStringList());
    QCOMPARE(processCanaries(), QStringList());
}

void TestCanary::reportsAndFilesHoldNoPassword()
{
    const LoggedLines logged;
    WindowFixture fixture;
    QVERIFY(openUnlocked(fixture));
    QVERIFY(fixture.openPage(u"shop.sessions"_s));
    QVERIFY(fixture.trigger(u"doctorAction"_s));
    auto* doctor = need<QDialog>(fixture.window.get(), u"doctorDialog"_s);
    auto* copy = need<QPushButton>(doctor, u"copyDoctorReportButton"_s);
    QTRY_VERIFY(copy->isEnabled());
    QVERIFY(click(copy));
    QVERIFY(QGuiApplication::clipboard()->text().contains(u"shop"_s));
    QCOMPARE(shownCanaries(), QStringList());
    doctor->close();
    QVERIFY(tests::changeSeconds(fixture, 7'200));
    fixture.server->fail("changeIndex", base::serverError(13, "Unauthorized", "no"));
    QVERIFY(!tests::changeSeconds(fixture, 3'600));
    if (!need<QWidget>(fixture.window.get(), u"journalTableView"_s)->isVisible()) {
        QVERIFY(fixture.trigger(u"activityAction"_s));
    }
    auto* save = need<QPushButton>(fixture.window.get(), u"journalCsvButton"_s);
    QTRY_VERIFY(save->isVisible() && save->isEnabled());
    QVERIFY(click(save));
    auto* dialog = need<QFileDialog>(fixture.window.get(), u"exportDialog"_s);
    const QFile file(fixture.folder.filePath(u"journal.csv"_s));
    dialog->selectFile(file.fileName());
    static_cast<QDialog*>(dialog)->accept();
    QTRY_VERIFY(file.size() > 0);
    QCOMPARE(shownCanaries(), QStringList());
    QCOMPARE(writtenCanaries(fixture.folder.path()), QStringList());
}

void TestCanary::anArchiveHoldsNoPassword()
{
    const LoggedLines logged;
    WindowFixture fixture;
    fixture.set.purges.setLongestTick(1ms);
    QVERIFY(openUnlocked(fixture));
    services::PurgeRequest request;
    request.rule = {tests::kSessions, "lastSeen", 3'600, {}, fixture.clock.now(), 0};
    request.index = "lastSeen_1";
    request.counted = 3;
    request.options.pause = 0ms;
    request.archive = archive::Format::JsonLines;
    request.archiveFolder = fixture.folder.filePath(u"archives"_s);
    QVERIFY(QDir().mkpath(request.archiveFolder));
    QVERIFY(fixture.set.purges.start(request).has_value());
    QTRY_VERIFY(!fixture.set.purges.isActive());
    QVERIFY(!fixture.set.purges.status().error);
    QCOMPARE(fixture.server->documentCount(tests::kSessions), std::size_t{9});
    const QStringList archived
        = QDir(request.archiveFolder).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    QCOMPARE(archived.size(), 1);
    QCOMPARE(shownCanaries(), QStringList());
    QCOMPARE(writtenCanaries(fixture.folder.path()), QStringList());
}

SANDGLASS_GUI_TEST(TestCanary)
} // namespace tst_ui_canary

#include "tst_ui_canary.moc"
