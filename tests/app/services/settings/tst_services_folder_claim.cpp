// SPDX-License-Identifier: GPL-3.0-or-later
// Two programs and one data folder.
#include "app/services/settings/folder_claim.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QLocalSocket>
#include <QObject>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace tst_services_folder_claim {

using sandglass::services::FolderClaim;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

class TestFolderClaim : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void theFirstHasTheFolder();
    void aSecondHasItWhenTheFirstHasEnded();
    void aLockThatNobodyHoldsCountsForNothing();
    void aFolderThatCannotBeWrittenIsNobodys();
    void otherUsersCannotOpenTheSocket();
    void theFirstAnswersAndComesToTheFront();
    void withoutASocketThereIsNoAnswer();
    void aSilentSocketIsNoAnswer();
    void theEndOfTheFirstIsSaid();
    void nonsenseOnTheSocketIsDropped();

private:
    QString folder() const { return m_folder->path(); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestFolderClaim::theFirstHasTheFolder()
{
    const FolderClaim first(folder());
    const FolderClaim second(folder());
    QVERIFY(first.isOurs());
    QVERIFY(!second.isOurs());
    const QTemporaryDir other;
    QVERIFY(FolderClaim(other.path()).isOurs());
}

void TestFolderClaim::aSecondHasItWhenTheFirstHasEnded()
{
    auto first = std::make_unique<FolderClaim>(folder());
    first.reset();
    const FolderClaim second(folder());
    QVERIFY(second.isOurs());
    QVERIFY(QFile::exists(second.socketName()));
}

// What a killed program leaves behind, in a sandbox where its number is in use again.
void TestFolderClaim::aLockThatNobodyHoldsCountsForNothing()
{
    QByteArray left;
    {
        const FolderClaim killed(folder());
        QFile lock(m_folder->filePath(u"window.lock"_s));
        QVERIFY(lock.open(QIODevice::ReadOnly));
        left = lock.readAll();
    }
    QFile lock(m_folder->filePath(u"window.lock"_s));
    QVERIFY(lock.open(QIODevice::WriteOnly) && lock.write(left) == left.size());
    lock.close();
    QVERIFY(FolderClaim(folder()).isOurs());
}

void TestFolderClaim::aFolderThatCannotBeWrittenIsNobodys()
{
    const FolderClaim claim(m_folder->filePath(u"no/such/folder"_s));
    QVERIFY(claim.isOurs());
}

void TestFolderClaim::otherUsersCannotOpenTheSocket()
{
    const FolderClaim claim(folder());
    const QFile::Permissions others = QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup
        | QFile::ReadOther | QFile::WriteOther | QFile::ExeOther;
    QVERIFY(QFile::exists(claim.socketName()));
    QVERIFY(!(QFile::permissions(claim.socketName()) & others));
}

void TestFolderClaim::theFirstAnswersAndComesToTheFront()
{
    const FolderClaim first(folder());
    FolderClaim second(folder());
    const QSignalSpy asked(&first, &FolderClaim::showRequested);
    QSignalSpy found(&second, &FolderClaim::otherFound);
    second.findOther();
    QVERIFY(found.wait());
    QCOMPARE(found.takeFirst().first().toBool(), true);
    QCOMPARE(asked.count(), 0);
    QSignalSpy shown(&second, &FolderClaim::otherShown);
    second.showOther(u"token-1"_s);
    QVERIFY(shown.wait());
    QCOMPARE(shown.takeFirst().first().toBool(), true);
    QCOMPARE(asked.count(), 1);
    QCOMPARE(asked.first().first().toString(), u"token-1"_s);
}

void TestFolderClaim::withoutASocketThereIsNoAnswer()
{
    const FolderClaim first(folder());
    QVERIFY(QFile::remove(first.socketName()));
    FolderClaim second(folder());
    const QSignalSpy found(&second, &FolderClaim::otherFound);
    second.findOther();
    QTRY_COMPARE(found.count(), 1);
    QCOMPARE(found.first().first().toBool(), false);
}

// A program that hangs accepts connections and says nothing.
void TestFolderClaim::aSilentSocketIsNoAnswer()
{
    const FolderClaim first(folder());
    QVERIFY(QFile::remove(first.socketName()));
    QLocalServer silent;
    QVERIFY(silent.listen(first.socketName()));
    FolderClaim second(folder());
    second.setPatience(20ms);
    const QSignalSpy found(&second, &FolderClaim::otherFound);
    second.findOther();
    QTRY_COMPARE(found.count(), 1);
    QCOMPARE(found.first().first().toBool(), false);
}

void TestFolderClaim::theEndOfTheFirstIsSaid()
{
    auto first = std::make_unique<FolderClaim>(folder());
    FolderClaim second(folder());
    QSignalSpy found(&second, &FolderClaim::otherFound);
    second.findOther();
    QVERIFY(found.wait());
    found.clear();
    first.reset();
    QTRY_COMPARE(found.count(), 1);
    QCOMPARE(found.first().first().toBool(), false);
}

void TestFolderClaim::nonsenseOnTheSocketIsDropped()
{
    const FolderClaim first(folder());
    const QSignalSpy asked(&first, &FolderClaim::showRequested);
    QLocalSocket stranger;
    const QSignalSpy dropped(&stranger, &QLocalSocket::disconnected);
    stranger.connectToServer(first.socketName());
    stranger.write(QByteArray(100'000, 'x'));
    QTRY_COMPARE(dropped.count(), 1);
    QCOMPARE(asked.count(), 0);
}

SANDGLASS_TEST(TestFolderClaim)
} // namespace tst_services_folder_claim

#include "tst_services_folder_claim.moc"
