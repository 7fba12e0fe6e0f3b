// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/restore/restore_folder.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QObject>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>

namespace tst_services_restore_folder {

using namespace sandglass;
using namespace Qt::StringLiterals;
using services::RestoreCause;
using services::RestoreFolder;
using services::RestorePoint;
using services::RestoreReason;

namespace {

const base::Time kNoon{base::Millis{1'795'262'400'000}}; // 2026-11-21 12:00 UTC

void write(const QString& path, const QByteArray& bytes)
{
    QDir().mkpath(QFileInfo(path).absolutePath());
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}

QByteArray read(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void writeData(const QString& folder, const QByteArray& journal)
{
    write(folder + u"/CURRENT"_s, "MANIFEST-000001\n");
    write(folder + u"/000007.sst"_s, "table");
    write(folder + u"/000009.log"_s, journal);
    write(folder + u"/LOCK"_s, "");
    write(folder + u"/LOG"_s, "chat");
}

} // namespace

class TestRestoreFolder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_live = m_folder->filePath(u"engine"_s);
        writeData(m_live, "live");
    }
    void aPointComesBackAsItWasWritten();
    void twoPointsOfOneMomentHaveDifferentIds();
    void withoutDataOrDescriptionAPointIsUnfinished();
    void whatRocksDbWritesOnIsCopiedAndTheRestLinked();
    void swappingKeepsTheFormerDataAsAPoint();
    void aSwapThatCannotFinishChangesNothing();
    void aCrashBetweenTheRenamesIsFinished();
    void aCrashBeforeTheRenamesLeavesTheLiveData();
    void swappingBackRestoresTheFormerData();
    void idsThatLeadElsewhereAreRefused();
    void onlyWhatNothingElseSharesIsFreed();

private:
    RestorePoint put(const QByteArray& journal, base::Time at = kNoon)
    {
        const RestoreFolder folder(m_live);
        RestorePoint point;
        point.at = at;
        point.id = folder.begin(at).value_or(QString());
        writeData(folder.dataOf(point.id), journal);
        return folder.complete(point).value_or(point);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_live;
};

void TestRestoreFolder::aPointComesBackAsItWasWritten()
{
    const RestoreFolder folder(m_live);
    RestorePoint point;
    point.at = kNoon;
    point.cause = {RestoreReason::BeforeChange, {"shop", "sessions"}, "db.x({\"a\": 1})"};
    point.documents = 9'020'114;
    const Result<QString> id = folder.begin(kNoon);
    QVERIFY(id);
    QCOMPARE(*id, u"20261121T120000000Z"_s);
    point.id = *id;
    writeData(folder.dataOf(*id), "journal");
    QVERIFY(folder.complete(point));
    const auto points = folder.list();
    QVERIFY(points);
    QCOMPARE(points->size(), std::size_t{1});
    const RestorePoint& found = points->front();
    QCOMPARE(found.id, *id);
    QCOMPARE(found.at, kNoon);
    QVERIFY(found.cause.reason == RestoreReason::BeforeChange);
    QCOMPARE(found.cause.ns.text(), std::string("shop.sessions"));
    QCOMPARE(found.cause.change, point.cause.change);
    QCOMPARE(found.documents, point.documents);
    QVERIFY(found.bytes > 0);
}

void TestRestoreFolder::twoPointsOfOneMomentHaveDifferentIds()
{
    const RestorePoint first = put("one");
    const RestorePoint second = put("two");
    QVERIFY(first.id != second.id);
    QCOMPARE(RestoreFolder(m_live).list()->size(), std::size_t{2});
}

void TestRestoreFolder::withoutDataOrDescriptionAPointIsUnfinished()
{
    const RestoreFolder folder(m_live);
    const RestorePoint whole = put("journal");
    const QString begun = *folder.begin(kNoon + std::chrono::hours(1));
    const QString undescribed = *folder.begin(kNoon + std::chrono::hours(2));
    writeData(folder.dataOf(undescribed), "journal");
    QCOMPARE(folder.list()->size(), std::size_t{1});
    const std::vector<QString> unfinished = folder.unfinished();
    QCOMPARE(unfinished.size(), std::size_t{2});
    QVERIFY(unfinished.at(0).endsWith(begun) || unfinished.at(1).endsWith(begun));
    QVERIFY(!unfinished.at(0).endsWith(whole.id) && !unfinished.at(1).endsWith(whole.id));
}

void TestRestoreFolder::whatRocksDbWritesOnIsCopiedAndTheRestLinked()
{
    const RestoreFolder folder(m_live);
    const RestorePoint point = put("journal");
    const QString copy = m_folder->filePath(u"copy"_s);
    QVERIFY(folder.copyData(point.id, copy));
    QVERIFY(!QFileInfo::exists(copy + u"/LOCK"_s));
    QVERIFY(!QFileInfo::exists(copy + u"/LOG"_s));
    write(copy + u"/000009.log"_s, "changed");
    QCOMPARE(read(folder.dataOf(point.id) + u"/000009.log"_s), QByteArray("journal"));
    const auto links = std::filesystem::hard_link_count((copy + u"/000007.sst"_s).toStdString());
    QCOMPARE(links, std::uintmax_t{2});
    QVERIFY(!folder.copyData(point.id, copy)); // never over something
}

void TestRestoreFolder::swappingKeepsTheFormerDataAsAPoint()
{
    const RestoreFolder folder(m_live);
    const RestorePoint wanted = put("wanted");
    QVERIFY(folder.copyData(wanted.id, folder.staging()));
    RestorePoint former;
    former.at = kNoon + std::chrono::hours(1);
    former.cause.reason = RestoreReason::BeforeRestore;
    former.id = *folder.begin(former.at);
    QVERIFY(folder.complete(former));
    QVERIFY(folder.swapIn(former.id));
    QCOMPARE(read(m_live + u"/000009.log"_s), QByteArray("wanted"));
    QCOMPARE(read(folder.dataOf(former.id) + u"/000009.log"_s), QByteArray("live"));
    QCOMPARE(folder.list()->size(), std::size_t{2}); // the restored point is still there
    QVERIFY(!QFileInfo::exists(folder.staging()));
}

void TestRestoreFolder::aSwapThatCannotFinishChangesNothing()
{
    const RestoreFolder folder(m_live);
    const QString former = *folder.begin(kNoon);
    QVERIFY(!folder.swapIn(former)); // there is nothing in staging()
    QCOMPARE(read(m_live + u"/000009.log"_s), QByteArray("live"));
}

void TestRestoreFolder::aCrashBetweenTheRenamesIsFinished()
{
    const RestoreFolder folder(m_live);
    writeData(folder.staging(), "wanted");
    QVERIFY(QDir().rename(m_live, m_folder->filePath(u"moved-away"_s)));
    folder.recover();
    QCOMPARE(read(m_live + u"/000009.log"_s), QByteArray("wanted"));
    QVERIFY(folder.unfinished().empty());
}

void TestRestoreFolder::aCrashBeforeTheRenamesLeavesTheLiveData()
{
    const RestoreFolder folder(m_live);
    writeData(folder.staging(), "half a copy");
    folder.recover();
    QCOMPARE(read(m_live + u"/000009.log"_s), QByteArray("live"));
    QCOMPARE(folder.unfinished(), std::vector<QString>{folder.staging()});
}

void TestRestoreFolder::swappingBackRestoresTheFormerData()
{
    const RestoreFolder folder(m_live);
    writeData(folder.staging(), "refused");
    const QString former = *folder.begin(kNoon);
    QVERIFY(folder.swapIn(former));
    QVERIFY(folder.swapBack(former));
    QCOMPARE(read(m_live + u"/000009.log"_s), QByteArray("live"));
    QVERIFY(folder.list()->empty());
    QVERIFY(folder.unfinished().empty());
}

void TestRestoreFolder::idsThatLeadElsewhereAreRefused()
{
    const RestoreFolder folder(m_live);
    put("journal");
    for (const QString& id : {u"../engine"_s, u".."_s, QString(), u"20261121T120000000Z/.."_s}) {
        QVERIFY(!folder.remove(id));
        QVERIFY(!folder.copyData(id, m_folder->filePath(u"copy"_s)));
    }
    QVERIFY(QFileInfo::exists(m_live));
    QCOMPARE(folder.list()->size(), std::size_t{1});
}

void TestRestoreFolder::onlyWhatNothingElseSharesIsFreed()
{
    const RestoreFolder folder(m_live);
    const RestorePoint alone = put("journal");
    QCOMPARE(alone.ownBytes, alone.bytes);
    QVERIFY(folder.copyData(alone.id, m_folder->filePath(u"copy"_s)));
    const RestorePoint shared = folder.list()->front();
    QCOMPARE(shared.bytes, alone.bytes);
    QCOMPARE(shared.ownBytes, alone.bytes - 5); // "table" is linked
}

SANDGLASS_TEST(TestRestoreFolder)
} // namespace tst_services_restore_folder

#include "tst_services_restore_folder.moc"
