// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/services/journal/journal_codec.h"
#include "app/services/journal/journal_file.h"
#include "tests/support/full_disk.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QObject>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <thread>

namespace tst_services_journal_file {

using namespace sandglass;
using namespace Qt::StringLiterals;
using services::JournalEntry;
using services::JournalFile;
using services::JournalStatus;

namespace {

JournalEntry entry(std::uint64_t id, const std::string& index = "at_1")
{
    JournalEntry made;
    made.id = id;
    made.server = u"local"_s;
    made.ns = {"shop", "carts"};
    made.index = index;
    made.command = bson::makeDocument("dropIndexes", "carts");
    return made;
}

JournalEntry done(std::uint64_t id)
{
    JournalEntry made = entry(id);
    made.status = JournalStatus::Succeeded;
    made.reply = bson::makeDocument("ok", 1.0);
    return made;
}

/// A folder with the path of a journal in it.
struct Place
{
    QTemporaryDir folder;
    QString path = folder.filePath(u"journal.jsonl"_s);

    QByteArray text() const
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void write(const QByteArray& text) const
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(text), text.size());
    }
    std::vector<JournalEntry> read() const { return JournalFile(path).read(); }
    std::vector<std::uint64_t> ids() const
    {
        std::vector<std::uint64_t> all;
        for (const JournalEntry& each : read()) {
            all.push_back(each.id);
        }
        return all;
    }
};

void writeMany(const QString& path, std::uint64_t first, const std::string& index)
{
    JournalFile journal(path);
    for (std::uint64_t id = first; id < first + 50; ++id) {
        if (journal.begin(entry(id, index))) {
            journal.end(done(id));
        }
    }
}

} // namespace

class TestJournalFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aMissingFileHasNoEntries();
    void aFolderInItsPlaceIsAnError();
    void aFileThatOthersCouldReadIsClosedToThem();
    void aLineWithoutItsEndIsKeptWhole();
    void aCutLineSwallowsNoOther_data();
    void aCutLineSwallowsNoOther();
    void aFileThatIsDeletedIsMadeAnew_data();
    void aFileThatIsDeletedIsMadeAnew();
    void onlyTheFirstEndCounts();
    void anEndWithoutABeginIsIgnored();
    void aFullDiskIsAnErrorAndNothingIsBegun();
    void whatAFullDiskRefusedNeverReachesTheFile();
    void anEndThatAFullDiskRefusedIsSaid();
    void twoWritersSpoilNoLineOfEachOther_data();
    void twoWritersSpoilNoLineOfEachOther();
    void twoThreadsShareAJournal();
    void ofAVeryLongJournalTheEndIsRead();
};

void TestJournalFile::aMissingFileHasNoEntries()
{
    const Place place;
    QVERIFY(place.read().empty());
    QVERIFY(!QFile::exists(place.path)); // reading makes none
}

void TestJournalFile::aFolderInItsPlaceIsAnError()
{
    const Place place;
    JournalFile journal(place.folder.path());
    QVERIFY(journal.read().empty());
    const Result<void> begun = journal.begin(entry(1));
    QVERIFY(!begun);
    QCOMPARE(begun.error().code, Errc::Storage);
}

void TestJournalFile::aFileThatOthersCouldReadIsClosedToThem()
{
    const Place place;
    place.write({});
    QVERIFY(QFile::setPermissions(
        place.path, QFile::ReadOwner | QFile::WriteOwner | QFile::ReadOther | QFile::ReadGroup));
    JournalFile journal(place.path);
    QVERIFY(journal.begin(entry(1)));
    QVERIFY(!(QFile::permissions(place.path) & (QFile::ReadOther | QFile::ReadGroup)));
}

void TestJournalFile::aLineWithoutItsEndIsKeptWhole()
{
    const Place place;
    place.write(
        QByteArray::fromStdString(services::journalBegin(entry(1)))); // only "\n" is missing
    JournalFile journal(place.path);
    QVERIFY(journal.begin(entry(2)));
    QCOMPARE(place.ids(), (std::vector<std::uint64_t>{1, 2}));
}

void TestJournalFile::aCutLineSwallowsNoOther_data()
{
    QTest::addColumn<QByteArray>("cut");
    const QByteArray line = QByteArray::fromStdString(services::journalBegin(entry(1, "过期")));
    QTest::newRow("one byte") << line.left(1);
    QTest::newRow("half a character") << line.left(line.indexOf("过") + 1);
    QTest::newRow("inside a string") << line.left(line.indexOf("carts") + 2);
    QTest::newRow("all but the last") << line.chopped(1);
    QTest::newRow("zeros") << QByteArray(512, '\0');
}

void TestJournalFile::aCutLineSwallowsNoOther()
{
    QFETCH(QByteArray, cut);
    const Place place;
    place.write(QByteArray::fromStdString(services::journalBegin(entry(5))) + '\n' + cut);
    JournalFile journal(place.path);
    QVERIFY(journal.begin(entry(6)));
    journal.end(done(6));
    QCOMPARE(place.ids(), (std::vector<std::uint64_t>{5, 6}));
    QCOMPARE(place.read().back().status, JournalStatus::Succeeded);
}

void TestJournalFile::aFileThatIsDeletedIsMadeAnew_data()
{
    QTest::addColumn<bool>("moved");
    QTest::newRow("deleted") << false;
    QTest::newRow("moved away") << true;
}

void TestJournalFile::aFileThatIsDeletedIsMadeAnew()
{
    QFETCH(bool, moved);
    const Place place;
    JournalFile journal(place.path);
    QVERIFY(journal.begin(entry(1)));
    journal.end(done(1));
    QVERIFY(journal.begin(entry(2)));
    QVERIFY(moved ? QFile::rename(place.path, place.folder.filePath(u"old.jsonl"_s))
                  : QFile::remove(place.path));
    // the end of a command whose first line is gone, and a whole command
    journal.end(done(2));
    QVERIFY(journal.begin(entry(3)));
    journal.end(done(3));
    const std::vector<JournalEntry> entries = place.read();
    QCOMPARE(entries.size(), std::size_t{2});
    QCOMPARE(entries.front().id, std::uint64_t{2});
    QCOMPARE(entries.front().index, std::string("at_1"));
    QVERIFY(entries.front().status == JournalStatus::Succeeded);
    QVERIFY(entries.back().status == JournalStatus::Succeeded);
    const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
    QVERIFY(!(QFile::permissions(place.path) & others));
}

void TestJournalFile::onlyTheFirstEndCounts()
{
    const Place place;
    JournalFile journal(place.path);
    QSignalSpy ended(&journal, &JournalFile::ended);
    QVERIFY(journal.begin(entry(1)));
    journal.end(done(1));
    JournalEntry late = entry(1); // of a call that was abandoned
    late.status = JournalStatus::Failed;
    late.error = base::failure(Errc::Timeout, "late");
    journal.end(late);
    QCOMPARE(ended.count(), 1);
    QCOMPARE(place.text().count('\n'), 2);
    QCOMPARE(place.read().front().status, JournalStatus::Succeeded);
}

void TestJournalFile::anEndWithoutABeginIsIgnored()
{
    const Place place;
    JournalFile journal(place.path);
    QSignalSpy ended(&journal, &JournalFile::ended);
    journal.end(done(1));
    QCOMPARE(ended.count(), 0);
    QVERIFY(place.text().isEmpty());
}

void TestJournalFile::aFullDiskIsAnErrorAndNothingIsBegun()
{
    if (!QFile::exists(u"/dev/full"_s)) {
        QSKIP("there is no /dev/full here");
    }
    JournalFile journal(u"/dev/full"_s);
    QSignalSpy begun(&journal, &JournalFile::begun);
    QSignalSpy ended(&journal, &JournalFile::ended);
    for (std::uint64_t id = 1; id <= 3; ++id) {
        const Result<void> refused = journal.begin(entry(id));
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, Errc::Storage);
        journal.end(done(id));
    }
    QCOMPARE(begun.count(), 0);
    QCOMPARE(ended.count(), 0);
}

void TestJournalFile::whatAFullDiskRefusedNeverReachesTheFile()
{
    const Place place;
    JournalFile journal(place.path);
    QVERIFY(journal.begin(entry(1)));
    journal.end(done(1));
    {
        const tests::FullDisk full(place.text().size() + 20); // room for a part of the line
        QVERIFY(!journal.begin(entry(2))); // so it is not sent
        QVERIFY(!journal.begin(entry(3)));
    }
    QVERIFY(journal.begin(entry(4)));
    journal.end(done(4));
    QCOMPARE(place.ids(), (std::vector<std::uint64_t>{1, 4}));
    QCOMPARE(place.read().back().status, JournalStatus::Succeeded);
}

void TestJournalFile::anEndThatAFullDiskRefusedIsSaid()
{
    const Place place;
    JournalFile journal(place.path);
    std::vector<JournalEntry> ended;
    connect(&journal, &JournalFile::ended, this,
            [&](const JournalEntry& each) { ended.push_back(each); });
    QVERIFY(journal.begin(entry(1)));
    {
        const tests::FullDisk full(place.text().size());
        journal.end(done(1));
    }
    QCOMPARE(ended.size(), std::size_t{1});
    QCOMPARE(ended.front().status, JournalStatus::Succeeded); // the command is done all the same
    QVERIFY(ended.front().error);
    QCOMPARE(ended.front().error->code, Errc::Storage);
    QCOMPARE(place.read().front().status, JournalStatus::Unknown);
}

void TestJournalFile::twoWritersSpoilNoLineOfEachOther_data()
{
    QTest::addColumn<int>("length"); // of an index's name
    QTest::newRow("short lines") << 10;
    QTest::newRow("lines longer than any buffer") << 40'000;
}

void TestJournalFile::twoWritersSpoilNoLineOfEachOther()
{
    QFETCH(int, length);
    const Place place;
    const std::string index(static_cast<std::size_t>(length), 'x');
    // two windows on one data folder
    std::thread other([&] { writeMany(place.path, 1'000, index); });
    writeMany(place.path, 2'000, index);
    other.join();
    const std::vector<JournalEntry> entries = place.read();
    QCOMPARE(entries.size(), std::size_t{100});
    for (const JournalEntry& each : entries) {
        QCOMPARE(each.status, JournalStatus::Succeeded);
        QCOMPARE(each.index.size(), index.size());
    }
    QCOMPARE(place.text().count('\n'), 200);
}

void TestJournalFile::twoThreadsShareAJournal()
{
    const Place place;
    JournalFile journal(place.path);
    const auto use = [&journal](std::uint64_t first) {
        for (std::uint64_t id = first; id < first + 100; ++id) {
            if (journal.begin(entry(id))) {
                journal.end(done(id));
            }
        }
    };
    std::thread other(use, 1'000);
    use(2'000);
    other.join();
    const std::vector<JournalEntry> entries = place.read();
    QCOMPARE(entries.size(), std::size_t{200});
    QVERIFY(std::ranges::all_of(
        entries, [](const JournalEntry& each) { return each.status == JournalStatus::Succeeded; }));
}

void TestJournalFile::ofAVeryLongJournalTheEndIsRead()
{
    const Place place;
    QByteArray text;
    std::uint64_t id = 0;
    const std::string index(2'000, 'x');
    while (text.size() < 5'000'000) { // more than 4 MiB
        text += QByteArray::fromStdString(services::journalBegin(entry(++id, index))) + '\n';
    }
    place.write(text);
    const std::vector<JournalEntry> entries = place.read();
    QCOMPARE(entries.size(), services::kMaxJournalEntries);
    QCOMPARE(entries.back().id, id);
    QCOMPARE(entries.front().id, id - services::kMaxJournalEntries + 1);
    QCOMPARE(entries.front().index.size(), index.size());
}

SANDGLASS_TEST(TestJournalFile)
} // namespace tst_services_journal_file

#include "tst_services_journal_file.moc"
