// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/full_disk.h"
#include "tests/support/test_program.h"
#include "widgets/views/file_saver.h"

#include <QDialog>
#include <QDir>
#include <QFile>
#include <QPointer>
#include <QProcess>
#include <QProgressBar>
#include <QPushButton>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <QThreadPool>
#include <QWidget>

#include <atomic>
#include <cerrno>
#include <limits>
#include <memory>

namespace tst_views_file_saver {

using namespace sandglass::widgets;
using namespace Qt::StringLiterals;

class TestFileSaver : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void theFileIsReplacedWhole();
    void theContentIsMadeOnAnotherThread();
    void whatTheSystemRefusesIsSaidInWords_data();
    void whatTheSystemRefusesIsSaidInWords();
    void aPipeIsNotReplaced();
    void shortWorkShowsNothing();
    void longWorkShowsItsProgress();
    void cancelLeavesNothing();
    void cancelKeepsTheFileThatWasThere();
    void aWindowThatClosesLeavesNothing();
    void everyReasonHasWordsOfItsOwn();
    void aFullDiskLeavesNothingHalf_data();
    void aFullDiskLeavesNothingHalf();
    void theWordsOfTheSystemDecideTheReason();

private:
    QString path(const QString& name) const { return m_folder->filePath(name); }
    /// The bytes of a file of the folder.
    QByteArray content(const QString& name) const
    {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(not there)");
    }
    /// Begins to save what is made only when m_gate lets it through.
    FileSaver* saveSlowly(const QString& name)
    {
        return new FileSaver(
            path(name),
            [gate = m_gate] {
                gate->acquire();
                return QByteArray(1'000'000, 'x');
            },
            *m_window);
    }
    QDialog* notice() const { return m_window->findChild<QDialog*>(u"saveProgressDialog"_s); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<QWidget> m_window;
    std::shared_ptr<QSemaphore> m_gate;
};

void TestFileSaver::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_window = std::make_unique<QWidget>();
    m_window->show();
    m_gate = std::make_shared<QSemaphore>();
}

void TestFileSaver::cleanup()
{
    m_gate->release(10);
    m_window.reset();
    QThreadPool::globalInstance()->waitForDone();
}

void TestFileSaver::theFileIsReplacedWhole()
{
    QFile before(path(u"a.csv"_s));
    QVERIFY(before.open(QIODevice::WriteOnly));
    QVERIFY(before.write(QByteArray(100'000, 'o')) > 0);
    before.close();
    auto* saver = new FileSaver(
        before.fileName(), [] { return QByteArray("new"); }, *m_window);
    QSignalSpy saved(saver, &FileSaver::saved);
    QVERIFY(saved.wait());
    QCOMPARE(content(u"a.csv"_s), QByteArray("new"));
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files), QStringList(u"a.csv"_s));
}

void TestFileSaver::theContentIsMadeOnAnotherThread()
{
    auto thread = std::make_shared<std::atomic<QThread*>>();
    auto* saver = new FileSaver(
        path(u"a"_s),
        [thread] {
            *thread = QThread::currentThread();
            return QByteArray("a");
        },
        *m_window);
    QSignalSpy saved(saver, &FileSaver::saved);
    QVERIFY(saved.wait());
    QVERIFY(thread->load() && thread->load() != QThread::currentThread());
}

void TestFileSaver::whatTheSystemRefusesIsSaidInWords_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("words");
    QTest::newRow("no folder") << u"no/such/a.csv"_s << u"folder does not exist"_s;
    QTest::newRow("a folder") << u"."_s << u"folder has this name"_s;
    QTest::newRow("a device") << u"../../../../../../dev/full"_s << u"device or a pipe"_s;
}

void TestFileSaver::whatTheSystemRefusesIsSaidInWords()
{
    QFETCH(QString, name);
    QFETCH(QString, words);
    auto* saver = new FileSaver(
        path(name), [] { return QByteArray("a"); }, *m_window);
    QSignalSpy failed(saver, &FileSaver::failed);
    QVERIFY(failed.wait());
    const QString why = failed.first().first().toString();
    QVERIFY2(why.contains(words), qPrintable(why));
    QVERIFY(QDir(m_folder->path()).isEmpty());
}

void TestFileSaver::aPipeIsNotReplaced()
{
    // nobody reads it: opening it for writing would wait for ever
    if (QProcess::execute(u"mkfifo"_s, {path(u"pipe"_s)}) != 0) {
        QFAIL("mkfifo");
    }
    auto* saver = new FileSaver(
        path(u"pipe"_s), [] { return QByteArray("a"); }, *m_window);
    QSignalSpy failed(saver, &FileSaver::failed);
    QVERIFY(failed.wait());
    QVERIFY(!QFileInfo(path(u"pipe"_s)).isFile());
}

void TestFileSaver::shortWorkShowsNothing()
{
    auto* saver = new FileSaver(
        path(u"a"_s), [] { return QByteArray("a"); }, *m_window);
    QSignalSpy saved(saver, &FileSaver::saved);
    QVERIFY(saved.wait());
    QVERIFY(!notice());
}

void TestFileSaver::longWorkShowsItsProgress()
{
    QSignalSpy saved(saveSlowly(u"a.png"_s), &FileSaver::saved);
    QVERIFY(!notice());
    QTRY_VERIFY(notice() && notice()->isVisible());
    // how much there is to write is not known yet
    QCOMPARE(notice()->findChild<QProgressBar*>()->maximum(), 0);
    m_gate->release();
    QTRY_COMPARE(saved.size(), 1);
    QVERIFY(!notice());
    QCOMPARE(content(u"a.png"_s).size(), 1'000'000);
}

void TestFileSaver::cancelLeavesNothing()
{
    const QPointer<FileSaver> saver = saveSlowly(u"a.png"_s);
    QTRY_VERIFY(notice() && notice()->isVisible());
    notice()->findChild<QPushButton*>(u"cancelSaveButton"_s)->click();
    // at once, although the other thread is still at work
    QTRY_VERIFY(saver.isNull());
    QVERIFY(!notice());
    m_gate->release();
    QThreadPool::globalInstance()->waitForDone();
    QVERIFY(QDir(m_folder->path()).isEmpty());
}

void TestFileSaver::cancelKeepsTheFileThatWasThere()
{
    QFile before(path(u"a.png"_s));
    QVERIFY(before.open(QIODevice::WriteOnly));
    QVERIFY(before.write("old") > 0);
    before.close();
    saveSlowly(u"a.png"_s)->cancel();
    m_gate->release();
    QThreadPool::globalInstance()->waitForDone();
    QCOMPARE(content(u"a.png"_s), QByteArray("old"));
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files).size(), 1);
}

void TestFileSaver::aWindowThatClosesLeavesNothing()
{
    saveSlowly(u"a.png"_s);
    QTRY_VERIFY(notice() && notice()->isVisible());
    m_window.reset();
    m_gate->release();
    QThreadPool::globalInstance()->waitForDone();
    QVERIFY(QDir(m_folder->path()).isEmpty());
}

void TestFileSaver::everyReasonHasWordsOfItsOwn()
{
    QStringList texts;
    for (const SaveFailure each :
         {SaveFailure::NoFolder, SaveFailure::IsFolder, SaveFailure::NotAFile, SaveFailure::Refused,
          SaveFailure::Full, SaveFailure::TooLarge, SaveFailure::Other}) {
        texts << saveFailureText(each, u"words of the system"_s);
        QVERIFY(!texts.last().isEmpty());
    }
    QVERIFY(texts.last().contains(u"words of the system"_s));
    QCOMPARE(texts.removeDuplicates(), 0);
}

void TestFileSaver::aFullDiskLeavesNothingHalf_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<int>("bytes");
    // a write that fails at once, in the middle, and at the end, when the rest is flushed
    for (const int bytes : {10'001, 300'000, 2'000'000}) {
        QTest::addRow("a new file of %d bytes", bytes) << QByteArray() << bytes;
        QTest::addRow("%d bytes in place of a file", bytes) << QByteArray("old") << bytes;
    }
}

void TestFileSaver::aFullDiskLeavesNothingHalf()
{
    QFETCH(QByteArray, before);
    QFETCH(int, bytes);
    if (!before.isEmpty()) {
        QFile file(path(u"a.svg"_s));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(before) > 0);
    }
    const auto make = [bytes] { return QByteArray(bytes, 'x'); };
    {
        const sandglass::tests::FullDisk full(10'000);
        auto* saver = new FileSaver(path(u"a.svg"_s), make, *m_window);
        const QSignalSpy saved(saver, &FileSaver::saved);
        QSignalSpy failed(saver, &FileSaver::failed);
        QVERIFY(failed.wait());
        QCOMPARE(saved.size(), 0);
        const QString why = failed.first().first().toString();
        QVERIFY2(why.contains(u"Choose another folder"_s), qPrintable(why));
    }
    // neither the part that was written nor a damaged file
    const QStringList files = QDir(m_folder->path()).entryList(QDir::Files | QDir::Hidden);
    QCOMPARE(files, before.isEmpty() ? QStringList() : QStringList(u"a.svg"_s));
    QVERIFY(before.isEmpty() || content(u"a.svg"_s) == before);
    // and with room it works again
    auto* saver = new FileSaver(path(u"a.svg"_s), make, *m_window);
    QSignalSpy saved(saver, &FileSaver::saved);
    QVERIFY(saved.wait());
    QCOMPARE(content(u"a.svg"_s).size(), bytes);
}

void TestFileSaver::theWordsOfTheSystemDecideTheReason()
{
    const auto reason
        = [this](int code) { return saveFailureOf(path(u"a"_s), 1, qt_error_string(code)); };
    QCOMPARE(reason(ENOSPC), SaveFailure::Full);
    QCOMPARE(reason(EFBIG), SaveFailure::TooLarge);
    QCOMPARE(reason(EIO), SaveFailure::Other);
    // more than any disk has
    QCOMPARE(saveFailureOf(path(u"a"_s), std::numeric_limits<qint64>::max(), {}),
             SaveFailure::Full);
}

SANDGLASS_GUI_TEST(TestFileSaver)
} // namespace tst_views_file_saver

#include "tst_views_file_saver.moc"
