// SPDX-License-Identifier: GPL-3.0-or-later
// Purges that go by an archive.
#include "app/archive/verification.h"
#include "app/services/purge/archive_record.h"
#include "tests/support/purge_fixture.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QObject>
#include <QTest>

#include <sys/resource.h>

#include <csignal>

namespace tst_services_purge_archive {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using services::PurgePhase;
using tests::kLogs;
using tests::PurgeFixture;

namespace {

/// Lets this program write no file beyond so many bytes, as on a full disk; to the end of its life.
class SmallFiles
{
public:
    explicit SmallFiles(rlim_t bytes)
        : m_signal(std::signal(SIGXFSZ, SIG_IGN)) // an error and no end of the program
    {
        ::getrlimit(RLIMIT_FSIZE, &m_before);
        rlimit small = m_before;
        small.rlim_cur = bytes;
        ::setrlimit(RLIMIT_FSIZE, &small);
    }
    ~SmallFiles()
    {
        ::setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_signal);
    }
    SmallFiles(const SmallFiles&) = delete;
    SmallFiles& operator=(const SmallFiles&) = delete;

private:
    void (*m_signal)(int);
    rlimit m_before = {};
};

} // namespace

class TestPurgeArchive : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void archivesAndThenDeletes_data();
    void archivesAndThenDeletes();
    void onlyArchivingDeletesNothing();
    void aFullDiskLeavesNothingDeleted();
    void whatChangedSinceTheArchiveStays();
    void aDamagedArchiveStopsTheResumedPurge();
    void documentsOfOneDateAreArchivedOnce();
    void aFailedArchiveLeavesNoPartialFiles();
    void leftoversOfAKilledProgramGoAtTheNextStart();
    void anArchiveUnderWayIsLeftAlone();
    void cancelledBeforeItsArchiveBeginsItLeavesNoNote();
};

void TestPurgeArchive::archivesAndThenDeletes_data()
{
    QTest::addColumn<int>("format");
    QTest::newRow("BSON") << static_cast<int>(archive::Format::Bson);
    QTest::newRow("JSON lines") << static_cast<int>(archive::Format::JsonLines);
}

void TestPurgeArchive::archivesAndThenDeletes()
{
    QFETCH(int, format);
    PurgeFixture fixture;
    QVERIFY(fixture.connect());
    QVERIFY(fixture.set.purges.start(fixture.archiving(static_cast<archive::Format>(format))));
    QVERIFY(fixture.reaches(PurgePhase::Ended));
    QVERIFY(!fixture.set.purges.status().error);
    const services::PurgeJob& job = *fixture.set.purges.job();
    QCOMPARE(job.deleted, std::int64_t{25});
    QCOMPARE(fixture.server->documentCount(kLogs), std::size_t{1});
    const auto manifest = archive::readManifest(job.archive->layout.folder);
    QVERIFY(manifest);
    QCOMPARE(manifest->contents.count, std::int64_t{25});
    QVERIFY(archive::verify(job.archive->layout, *manifest, services::sha256(),
                            archive::Stage::Finished, [] { return true; }));
}

void TestPurgeArchive::onlyArchivingDeletesNothing()
{
    PurgeFixture fixture;
    QVERIFY(fixture.connect(false)); // locked: reading is allowed
    services::PurgeRequest asked = fixture.archiving(archive::Format::Bson);
    asked.archiveOnly = true;
    QVERIFY(fixture.set.purges.start(asked));
    QVERIFY(fixture.reaches(PurgePhase::Ended));
    QVERIFY(!fixture.set.purges.status().error);
    QCOMPARE(fixture.set.purges.status().archived, std::int64_t{25});
    QCOMPARE(fixture.server->documentCount(kLogs), std::size_t{26});
    QCOMPARE(fixture.commands("delete"), 0);
}

void TestPurgeArchive::aFullDiskLeavesNothingDeleted()
{
    PurgeFixture fixture;
    fixture.server->addDocument(kLogs,
                                bson::makeDocument("_id", 5'000, "at",
                                                   bson::Date::from(fixture.clock.now() - 48h),
                                                   "text", std::string(100'000, 'x')));
    QVERIFY(fixture.connect());
    services::PurgeRequest asked = fixture.archiving(archive::Format::Bson);
    asked.archiveFolder = fixture.folder.path();
    // the clock stands, so the archive's own folder is known
    const QString place = fixture.folder.filePath(u"sandglass-archive-20300101-000000-000/shop"_s);
    const SmallFiles full(50'000);
    QVERIFY(fixture.set.purges.start(asked));
    QVERIFY(fixture.reaches(PurgePhase::Ended));
    QVERIFY(fixture.set.purges.status().error);
    QCOMPARE(fixture.set.purges.status().error->code, Errc::Storage);
    QCOMPARE(fixture.server->documentCount(kLogs), std::size_t{27});
    QCOMPARE(fixture.commands("delete"), 0);
    QVERIFY(!QFile::exists(place + u"/../manifest.json"_s));
}

void TestPurgeArchive::whatChangedSinceTheArchiveStays()
{
    PurgeFixture fixture(5);
    QVERIFY(fixture.connect());
    fixture.server->hold("runCommand"); // the archive needs none, deleting does
    services::PurgeRequest asked = fixture.archiving(archive::Format::Bson);
    asked.options.batch = 2;
    QVERIFY(fixture.set.purges.start(asked));
    QTRY_COMPARE(fixture.server->running("runCommand"), 1);
    // still expired, but not what the archive holds; and one that nobody archived
    QVERIFY(fixture.server->replace(
        kLogs,
        bson::makeDocument("_id", 4, "at", bson::Date::from(fixture.clock.now() - 2h), "new", 1),
        {}));
    QVERIFY(fixture.server->insert(kLogs, {fixture.document(2'000, 3h)}, {}));
    fixture.server->release("runCommand");
    QVERIFY(fixture.reaches(PurgePhase::Ended));
    QCOMPARE(fixture.set.purges.job()->deleted, std::int64_t{4});
    QCOMPARE(fixture.set.purges.job()->changed, std::int64_t{1});
    QCOMPARE(fixture.server->documentCount(kLogs), std::size_t{3});
}

void TestPurgeArchive::aDamagedArchiveStopsTheResumedPurge()
{
    PurgeFixture fixture;
    QVERIFY(fixture.connect());
    QVERIFY(fixture.waitsAfterABatch(fixture.archiving(archive::Format::Bson)));
    QFile file(fixture.set.purges.job()->archive->layout.documents());
    QVERIFY(file.resize(file.size() - 1));
    services::Services next({fixture.folder.path(), fixture.factory, {}}, fixture.clock);
    services::PurgeService& purges = next.set().purges;
    next.set().connections.connectTo(u"mongodb://fake.example/"_s, {}, true);
    QTRY_COMPARE(purges.unfinished().size(), std::size_t{1});
    QVERIFY(purges.resumeUnfinished(purges.unfinished().front().id));
    QTRY_COMPARE(purges.status().phase, PurgePhase::Paused);
    QCOMPARE(purges.status().error->code, Errc::Conflict);
    QCOMPARE(fixture.server->documentCount(kLogs), std::size_t{16});
    QVERIFY(purges.resume()); // it is read again, and refused again
    QTRY_VERIFY(purges.status().phase == PurgePhase::Paused);
    QCOMPARE(fixture.server->documentCount(kLogs), std::size_t{16});
}

void TestPurgeArchive::documentsOfOneDateAreArchivedOnce()
{
    // more than a page of them have the very same date
    PurgeFixture fixture(0);
    for (std::int32_t id = 0; id < 4'500; ++id) {
        fixture.server->addDocument(kLogs, fixture.document(id, 2h));
    }
    QVERIFY(fixture.connect());
    services::PurgeRequest asked = fixture.archiving(archive::Format::Bson);
    asked.archiveOnly = true;
    QVERIFY(fixture.set.purges.start(asked));
    QVERIFY(fixture.reaches(PurgePhase::Ended));
    QVERIFY(!fixture.set.purges.status().error);
    QCOMPARE(fixture.set.purges.status().archived, std::int64_t{4'500});
}

void TestPurgeArchive::aFailedArchiveLeavesNoPartialFiles()
{
    PurgeFixture fixture;
    QVERIFY(fixture.connect());
    fixture.server->fail("find", base::failure(Errc::Timeout, "too slow"));
    const services::PurgeRequest asked = fixture.archiving(archive::Format::Bson);
    QVERIFY(fixture.set.purges.start(asked));
    QVERIFY(fixture.reaches(PurgePhase::Ended));
    QVERIFY(fixture.set.purges.status().error);
    QVERIFY(QDir(asked.archiveFolder).isEmpty());
    QVERIFY(QDir(fixture.folder.filePath(u"purges"_s)).isEmpty());
}

void TestPurgeArchive::leftoversOfAKilledProgramGoAtTheNextStart()
{
    QTemporaryDir folder;
    const archive::Layout left{folder.filePath(u"chosen/one"_s).toStdString(), kLogs,
                               archive::Format::Bson};
    QVERIFY(archive::prepare(left));
    for (const auto& file : left.files()) {
        QVERIFY(archive::writeText(archive::partial(file), "half"));
    }
    const QString note = folder.filePath(u"purges/x.archiving"_s);
    {
        auto record = services::ArchiveRecord::write(folder.filePath(u"purges"_s), u"x"_s, left);
        QVERIFY(record);
    }
    QVERIFY(QFile::exists(note)); // its program ended without closing it
    services::ArchiveRecord::clearLeftovers(folder.filePath(u"purges"_s));
    QVERIFY(!QFile::exists(note));
    QVERIFY(!QFile::exists(folder.filePath(u"chosen/one"_s)));
    QVERIFY(QFile::exists(folder.filePath(u"chosen"_s)));
}

void TestPurgeArchive::anArchiveUnderWayIsLeftAlone()
{
    PurgeFixture fixture;
    QVERIFY(fixture.connect());
    fixture.server->hold("find");
    const services::PurgeRequest asked = fixture.archiving(archive::Format::Bson);
    QVERIFY(fixture.set.purges.start(asked));
    QTRY_COMPARE(fixture.server->running("find"), 1);
    services::ArchiveRecord::clearLeftovers(fixture.folder.filePath(u"purges"_s));
    fixture.server->release("find");
    QVERIFY(fixture.reaches(PurgePhase::Ended));
    QVERIFY(!fixture.set.purges.status().error);
    QVERIFY(QDir(fixture.folder.filePath(u"purges"_s)).isEmpty());
}

void TestPurgeArchive::cancelledBeforeItsArchiveBeginsItLeavesNoNote()
{
    PurgeFixture fixture;
    QVERIFY(fixture.connect());
    QVERIFY(fixture.set.purges.start(fixture.archiving(archive::Format::Bson)));
    fixture.set.purges.cancel(); // while the note is being written
    QVERIFY(fixture.reaches(PurgePhase::Ended));
    QVERIFY(fixture.set.purges.status().cancelled);
    const QDir notes(fixture.folder.filePath(u"purges"_s));
    QVERIFY(notes.exists());
    QCOMPARE(notes.entryList({u"*.archiving*"_s}, QDir::Files), QStringList());
    QCOMPARE(fixture.server->documentCount(kLogs), std::size_t{26});
}

SANDGLASS_TEST(TestPurgeArchive)
} // namespace tst_services_purge_archive

#include "tst_services_purge_archive.moc"
