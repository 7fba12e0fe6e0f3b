// SPDX-License-Identifier: GPL-3.0-or-later
// The password of a connection reaches no file of the program: settings, journal, state of a purge,
// saved connections, archives.
#include "app/services/connections/connection_book.h"
#include "tests/support/purge_fixture.h"
#include "tests/support/test_program.h"

#include <QDirIterator>
#include <QObject>
#include <QTest>

namespace tst_services_secrets {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using services::PurgePhase;
using tests::kLogs;
using tests::PurgeFixture;
using tests::waitFor;

namespace {

const QString kPassword = u"S3cr3t-canary"_s;
const QString kUri
    = u"mongodb://admin:S3cr3t-canary@fake.example/?tlsCertificateKeyFilePassword=S3cr3t-canary"_s;

/// Files below a folder that hold the password, and how many were looked at.
std::pair<QStringList, int> tellTales(const QString& folder)
{
    QStringList found;
    int files = 0;
    QDirIterator all(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (all.hasNext()) {
        QFile file(all.next());
        ++files;
        if (file.open(QIODevice::ReadOnly) && file.readAll().contains(kPassword.toUtf8())) {
            found << file.fileName();
        }
    }
    return {found, files};
}

} // namespace

class TestSecrets : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aWholeSessionLeavesNoPasswordBehind();
    void aServerThatRepeatsThePasswordDoesNotBringItIntoTheJournal();

private:
    static bool open(PurgeFixture& fixture)
    {
        fixture.set.connections.connectTo(kUri, u"shop"_s, false);
        const bool connected
            = QTest::qWaitFor([&] { return fixture.set.connections.isConnected(); });
        fixture.set.connections.unlock();
        return connected;
    }
};

void TestSecrets::aWholeSessionLeavesNoPasswordBehind()
{
    PurgeFixture fixture;
    QVERIFY(open(fixture));
    services::ServiceSet& set = fixture.set;
    QVERIFY(set.book.save({{}, u"shop"_s, {}, {}, kUri, {}, false, false}));
    ttl::TtlIndexSpec spec{kLogs, "seen_1", bson::makeDocument("seen", 1), 60, {}, false};
    QVERIFY(waitFor(set.indexes.create(spec)));
    QVERIFY(waitFor(set.documents.insert(kLogs, bson::makeDocument("_id", 5'000))));
    // the archive's manifest and the purge's state name the server
    services::PurgeRequest asked = fixture.archiving(archive::Format::Bson);
    asked.options.pause = 10min;
    QVERIFY(set.purges.start(asked));
    QVERIFY(fixture.reaches(PurgePhase::Waiting));
    set.settings.setValue(u"some/setting"_s, 1);
    const auto [found, files] = tellTales(fixture.folder.path());
    QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
    QVERIFY2(files >= 6, qPrintable(QString::number(files)));
}

void TestSecrets::aServerThatRepeatsThePasswordDoesNotBringItIntoTheJournal()
{
    PurgeFixture fixture;
    QVERIFY(open(fixture));
    fixture.server->fail("createIndex",
                         base::serverError(18, "AuthenticationFailed",
                                           "no luck with " + kUri.toStdString() + " and "
                                               + kPassword.toStdString()));
    ttl::TtlIndexSpec spec{kLogs, "seen_1", bson::makeDocument("seen", 1), 60, {}, false};
    QVERIFY(!waitFor(fixture.set.indexes.create(spec)));
    QVERIFY(fixture.set.journal.entries().back().error);
    QVERIFY(!QString::fromStdString(fixture.set.journal.entries().back().error->message)
                 .contains(kPassword));
    QVERIFY(tellTales(fixture.folder.path()).first.isEmpty());
}

SANDGLASS_TEST(TestSecrets)
} // namespace tst_services_secrets

#include "tst_services_secrets.moc"
