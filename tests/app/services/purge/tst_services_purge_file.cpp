// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/purge/purge_file.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QObject>
#include <QTemporaryDir>
#include <QTest>

namespace tst_services_purge_file {

using namespace sandglass;
using namespace Qt::StringLiterals;
using services::PurgeFile;
using services::PurgeJob;

namespace {

PurgeJob job(std::int64_t deleted)
{
    PurgeJob made;
    made.id = u"1"_s;
    made.server = u"local"_s;
    made.rule = {{"shop", "logs"}, "at", 60, {}, base::Time(base::Millis(1'000'000)), 0};
    made.deleted = deleted;
    return made;
}

} // namespace

class TestPurgeFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void whatWasWrittenIsReadBack()
    {
        PurgeFile file(path());
        QVERIFY(file.write(file.take(job(7))));
        QCOMPARE(deleted(), std::int64_t{7});
    }

    void anOlderStateNeverReplacesANewerOne()
    {
        PurgeFile file(path());
        const PurgeFile::State older = file.take(job(7));
        const PurgeFile::State newer = file.take(job(8));
        QVERIFY(file.write(newer));
        QVERIFY(file.write(older)); // by a worker that was slow
        QCOMPARE(deleted(), std::int64_t{8});
    }

    void afterItsRemovalNothingIsWritten()
    {
        PurgeFile file(path());
        QVERIFY(file.write(file.take(job(7))));
        const PurgeFile::State late = file.take(job(8));
        file.remove();
        QVERIFY(!QFile::exists(path()));
        QVERIFY(file.write(late));
        QVERIFY(!QFile::exists(path()));
    }

    void aFolderThatCannotBeMadeIsAnError()
    {
        QFile taken(m_folder->filePath(u"purges"_s));
        QVERIFY(taken.open(QIODevice::WriteOnly));
        PurgeFile file(path());
        const Result<void> written = file.write(file.take(job(7)));
        QVERIFY(!written);
        QCOMPARE(written.error().code, Errc::Storage);
        QCOMPARE(written.error().reason, base::LocalReason::PurgeNotSaved);
    }

private:
    QString path() const { return m_folder->filePath(u"purges/1.json"_s); }
    /// What the file says; -1 when it cannot be read.
    std::int64_t deleted() const
    {
        QFile file(path());
        if (!file.open(QIODevice::ReadOnly)) {
            return -1;
        }
        const Result<PurgeJob> read = services::parseJob(file.readAll().toStdString());
        return read ? read->deleted : -1;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

SANDGLASS_PLAIN_TEST(TestPurgeFile)
} // namespace tst_services_purge_file

#include "tst_services_purge_file.moc"
