// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "tests/support/catalog_fixture.h"
#include "tests/support/failing_store.h"
#include "tests/support/null_log.h"

#include <QCoreApplication>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <cstdio>
#include <string>
#include <vector>

using namespace sandglass;
using namespace sandglass::engine::catalog;
using namespace sandglass::tests;
using engine::storage::Durability;
using engine::storage::Family;

namespace {

constexpr int kBatch = 20;

bson::Document numbered(int id)
{
    return bson::makeDocument("_id", id, "a", id % 100, "t", bson::Date{id}, "u",
                              "text " + std::to_string(id));
}

// Runs in a process of its own until it is killed: inserts batches, removes every third one again,
// and prints what was acknowledged, one line each: "+n" for the batch from n on, "-n" for its
// removal.
int writeUntilKilled(const char* folder)
{
    tests::NullLog log;
    const FakeClock clock;
    const auto store = need(engine::storage::openStore(folder, {}, log));
    const auto catalog = need(Catalog::open(*store, clock, compileEquality));
    const auto collection = need(catalog->findOrCreate({"db", "c"}, nullptr));
    IndexDefinition unique = indexOn(R"({"u":1})", "u");
    unique.unique = true;
    need(catalog->createIndexes(
        {"db", "c"}, {indexOn(R"({"a":1})", "a"), ttlIndexOn(R"({"t":1})", "t"), unique}));
    for (int first = 0;; first += kBatch) {
        std::vector<RecordId> ids;
        auto unit = need(collection->beginWrite());
        for (int i = 0; i < kBatch; ++i) {
            ids.push_back(need(unit->insert(numbered(first + i))));
        }
        need(unit->commit(Durability::Process));
        std::printf("+%d\n", first);
        std::fflush(stdout);
        if (first % (3 * kBatch) != 0) {
            continue;
        }
        unit = need(collection->beginWrite());
        for (const RecordId id : ids) {
            need(unit->remove(id));
        }
        need(unit->commit(Durability::Process));
        std::printf("-%d\n", first);
        std::fflush(stdout);
    }
}

} // namespace

class TestRecovery : public QObject
{
    Q_OBJECT

private slots:
    void nothingAcknowledgedIsLostWhenTheProcessIsKilled_data()
    {
        QTest::addColumn<int>("acknowledgements");
        for (const int acknowledgements : {1, 40, 333, 1200}) {
            QTest::addRow("after %d acknowledgements", acknowledgements) << acknowledgements;
        }
    }

    void nothingAcknowledgedIsLostWhenTheProcessIsKilled()
    {
        QFETCH(int, acknowledgements);
        const QTemporaryDir folder;
        const std::string path = folder.path().toStdString() + "/data";
        const QList<int> events = runAndKill(path, acknowledgements);
        QVERIFY(events.size() >= acknowledgements);

        tests::NullLog log;
        const FakeClock clock;
        const auto store = need(engine::storage::openStore(path, {}, log));
        const auto catalog = need(Catalog::open(*store, clock, compileEquality));
        const auto collection = catalog->find({"db", "c"});
        QVERIFY(collection != nullptr);
        const auto verification = need(collection->verifyAll());
        QVERIFY2(verification.problems.empty(),
                 verification.problems.empty() ? "" : verification.problems.front().c_str());
        checkAcknowledged(*collection, events);
    }

    void anIndexThatWasBeingBuiltIsGoneAfterARestart()
    {
        CatalogFixture data;
        fill(data, 3500);
        {
            FailingStore failing(*data.store);
            const auto catalog = need(Catalog::open(failing, data.clock, compileEquality));
            failing.failAfter(3); // the new entry and two of four chunks
            const auto made = catalog->createIndexes(
                data.ns, {indexOn(R"({"a":1})", "a"), ttlIndexOn(R"({"t":1})", "t")});
            QVERIFY(!made);
            QCOMPARE(made.error().code, Errc::Storage);
        }
        data.reopen();
        QCOMPARE(data.collection()->indexes().size(), std::size_t{1});
        QCOMPARE(countKeys(data, Family::Indexes), 3500);
        QCOMPARE(countKeys(data, Family::Dates), 0);
        QCOMPARE(data.firstProblem(), std::string());
    }

    void datesThatWereBeingMovedAreAllMovedAfterARestart()
    {
        CatalogFixture data;
        fill(data, 3500);
        data.createIndex(indexOn(R"({"t":1})", "t"));
        {
            FailingStore failing(*data.store);
            const auto catalog = need(Catalog::open(failing, data.clock, compileEquality));
            failing.failAfter(3); // the new entry and two of four chunks
            QVERIFY(!catalog->modifyIndex(data.ns, ttlIndexOn(R"({"t":1})", "t")));
        }
        QCOMPARE(countKeys(data, Family::Dates), 2000);
        data.reopen();
        QVERIFY(data.collection()->index("t")->ready);
        QCOMPARE(countKeys(data, Family::Dates), 3500);
        QCOMPARE(data.firstProblem(), std::string());
    }

    void aFailedDropChangesNothing()
    {
        CatalogFixture data;
        fill(data, 10);
        data.createIndex(indexOn(R"({"a":1})", "a"));
        FailingStore failing(*data.store);
        const auto catalog = need(Catalog::open(failing, data.clock, compileEquality));
        failing.failAfter(0);
        QVERIFY(!catalog->dropIndexes(data.ns, {"a"}));
        QVERIFY(!catalog->drop(data.ns));
        QVERIFY(!catalog->rename(data.ns, {"db", "other"}, false));
        QVERIFY(!catalog->create({"db", "new"}, {}));
        const auto collection = catalog->find(data.ns);
        QVERIFY(collection != nullptr && !collection->dropped());
        QCOMPARE(collection->indexes().size(), std::size_t{2});
        QVERIFY(need(collection->verifyAll()).problems.empty());
    }

    void aDamagedCatalogEntryIsRefused()
    {
        CatalogFixture data;
        data.collection();
        const std::string entry("c\0\0\0\1", 5);
        const auto batch = data.store->makeBatch();
        batch->put(Family::Meta, entry, "no BSON");
        need(data.store->commit(*batch, Durability::Process));
        const auto opened = Catalog::open(*data.store, data.clock, compileEquality);
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, Errc::Storage);
    }

private:
    static void fill(CatalogFixture& data, int count)
    {
        auto unit = need(data.collection()->beginWrite());
        for (int i = 0; i < count; ++i) {
            need(unit->insert(numbered(i)));
        }
        need(unit->commit(Durability::Process));
    }

    static int countKeys(CatalogFixture& data, Family family)
    {
        int count = 0;
        const auto keys = data.store->iterate(family, {}, {}, nullptr);
        for (keys->seekToFirst(); keys->valid(); keys->next()) {
            ++count;
        }
        return count;
    }

    // What the child acknowledged before it was killed: the first number of a batch that was
    // inserted, and minus one minus that number for a batch that was removed.
    static QList<int> runAndKill(const std::string& path, int acknowledgements)
    {
        QProcess child;
        child.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        child.start(QCoreApplication::applicationFilePath(),
                    {QStringLiteral("--write"), QString::fromStdString(path)});
        QByteArray output;
        while (output.count('\n') < acknowledgements && child.waitForReadyRead(60'000)) {
            output += child.readAllStandardOutput();
        }
        child.kill();
        child.waitForFinished(60'000);
        output += child.readAllStandardOutput();
        output.truncate(output.lastIndexOf('\n') + 1);
        QList<int> events;
        for (const QByteArray& line : output.split('\n')) {
            if (!line.isEmpty()) {
                events << (line.startsWith('-') ? -1 - line.mid(1).toInt() : line.mid(1).toInt());
            }
        }
        return events;
    }

    static void checkAcknowledged(const Collection& collection, const QList<int>& events)
    {
        for (const int event : events) {
            const int first = event < 0 ? -1 - event : event;
            // a removal right behind the last line may have been done without its acknowledgement
            // having got out
            const bool removed = event < 0 || events.contains(-1 - first);
            const bool unsure = !removed && first % (3 * kBatch) == 0;
            for (int i = first; i < first + kBatch && !unsure; ++i) {
                const auto found = need(collection.findById(bson::Value::of(i)));
                QCOMPARE(found.has_value(), !removed);
                QVERIFY(removed || found->second == numbered(i));
            }
        }
    }
};

int main(int argc, char** argv)
{
    if (argc == 3 && std::string(argv[1]) == "--write") {
        return writeUntilKilled(argv[2]);
    }
    const QCoreApplication app(argc, argv);
    TestRecovery test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_catalog_recovery.moc"
