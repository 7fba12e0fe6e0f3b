// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/purge/archive_folder.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QObject>
#include <QTemporaryDir>
#include <QTest>

#ifdef Q_OS_UNIX
#include <unistd.h>
#endif

namespace tst_services_archive_folder {

using namespace sandglass;
using namespace Qt::StringLiterals;
using services::checkArchiveFolder;
using tests::waitFor;

class TestArchiveFolder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aFolderThatExistsCanBeUsed();
    void aMissingFolderCanBeCreated();
    void aFileInItsPlaceIsNamed();
    void aFolderWithoutPermissionIsNamed();
    void aPathThatIsNotWholeIsRefused();
};

void TestArchiveFolder::aFolderThatExistsCanBeUsed()
{
    const QTemporaryDir folder;
    QVERIFY(waitFor(checkArchiveFolder(folder.path())));
    QVERIFY(QDir(folder.path()).isEmpty()); // the check leaves nothing behind
}

void TestArchiveFolder::aMissingFolderCanBeCreated()
{
    const QTemporaryDir folder;
    QVERIFY(waitFor(checkArchiveFolder(folder.filePath(u"2026/十一月/archives"_s))));
    QVERIFY(QDir(folder.path()).isEmpty());
}

void TestArchiveFolder::aFileInItsPlaceIsNamed()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(u"file"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const Result<void> below = waitFor(checkArchiveFolder(folder.filePath(u"file/archives"_s)));
    QVERIFY(!below);
    QCOMPARE(below.error().code, Errc::InvalidInput);
    QCOMPARE(QString::fromStdString(below.error().message), file.fileName());
}

void TestArchiveFolder::aFolderWithoutPermissionIsNamed()
{
#ifdef Q_OS_UNIX
    if (::geteuid() == 0) {
        // root may write anywhere but to a file system of the kernel
        const Result<void> kernel = waitFor(checkArchiveFolder(u"/proc/archives"_s));
        QVERIFY(!kernel);
        return;
    }
#endif
    const QTemporaryDir folder;
    const QString closed = folder.filePath(u"closed"_s);
    QVERIFY(QDir().mkdir(closed));
    QVERIFY(QFile::setPermissions(closed, QFile::ReadOwner | QFile::ExeOwner));
    const Result<void> answer = waitFor(checkArchiveFolder(closed + u"/archives"_s));
    QVERIFY(!answer);
    QCOMPARE(answer.error().code, Errc::NotPermitted);
    QCOMPARE(QString::fromStdString(answer.error().message), closed);
}

void TestArchiveFolder::aPathThatIsNotWholeIsRefused()
{
    const Result<void> answer = waitFor(checkArchiveFolder(u"archives"_s));
    QVERIFY(!answer);
    QCOMPARE(answer.error().code, Errc::InvalidInput);
}

SANDGLASS_TEST(TestArchiveFolder)
} // namespace tst_services_archive_folder

#include "tst_services_archive_folder.moc"
