// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/purge/archive_record.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QObject>
#include <QTemporaryDir>
#include <QTest>

namespace tst_services_archive_record {

using namespace sandglass;
using namespace Qt::StringLiterals;
using services::ArchiveRecord;

namespace {

/// The folder of the notes, and a chosen one with the partial files of an archive.
struct Place
{
    QTemporaryDir folder;
    QString notes = folder.filePath(u"purges"_s);
    archive::Layout layout;

    explicit Place(const std::string& database = "shop", const std::string& collection = "logs",
                   archive::Format format = archive::Format::Bson)
        : layout{folder.filePath(u"chosen/one"_s).toStdString(), {database, collection}, format}
    {
        QVERIFY(archive::prepare(layout));
        for (const auto& file : layout.files()) {
            QVERIFY(archive::writeText(archive::partial(file), "half"));
        }
    }
    bool hasPartialFiles() const
    {
        return std::filesystem::exists(archive::partial(layout.documents()));
    }
    QString note(const QString& id = u"x"_s) const { return notes + u'/' + id + u".archiving"_s; }
    /// Writes a note as another program left it, without a lock.
    void leave(const QByteArray& text) const
    {
        QVERIFY(QDir().mkpath(notes));
        QFile file(note());
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(text), text.size());
    }
    QByteArray noteText(const QString& place) const
    {
        return QJsonDocument(QJsonObject{{u"folder"_s, place},
                                         {u"db"_s, u"shop"_s},
                                         {u"collection"_s, u"logs"_s},
                                         {u"bson"_s, true}})
            .toJson();
    }
};

} // namespace

class TestArchiveRecord : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theNoteIsPrivate();
    void closingTakesTheNoteAway();
    void leftoversAreFoundByTheNote_data();
    void leftoversAreFoundByTheNote();
    void whatIsBeingWrittenStays();
    void anIdIsNotedOnce();
    void aFolderThatCannotBeMadeIsAnError();
    void aFullDiskIsAnError();
    void aNoteThatIsNoneGoesAndTouchesNothing_data();
    void aNoteThatIsNoneGoesAndTouchesNothing();
    void finishedFilesStay();
    void otherFilesOfTheFolderStay();
    void withoutAFolderThereIsNothingToClear();
};

void TestArchiveRecord::theNoteIsPrivate()
{
    const Place place;
    const auto record = ArchiveRecord::write(place.notes, u"x"_s, place.layout);
    QVERIFY(record);
    QVERIFY(QFile::exists(place.note()));
    const QFile::Permissions others
        = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
    QVERIFY(!(QFile::permissions(place.note()) & others));
}

void TestArchiveRecord::closingTakesTheNoteAway()
{
    const Place place;
    const auto record = ArchiveRecord::write(place.notes, u"x"_s, place.layout);
    QVERIFY(record);
    (*record)->close();
    QVERIFY(QDir(place.notes).isEmpty()); // the lock, too
    (*record)->close();
    QVERIFY(place.hasPartialFiles());
}

void TestArchiveRecord::leftoversAreFoundByTheNote_data()
{
    QTest::addColumn<QByteArray>("database");
    QTest::addColumn<QByteArray>("collection");
    QTest::addColumn<int>("format");
    const auto row = [](const char* name, const char* database, const char* collection,
                        archive::Format format) {
        QTest::newRow(name) << QByteArray(database) << QByteArray(collection)
                            << static_cast<int>(format);
    };
    row("BSON", "shop", "logs", archive::Format::Bson);
    row("JSON lines", "shop", "logs", archive::Format::JsonLines);
    row("dots", "..", "../../etc", archive::Format::Bson);
    row("quotes and lines", "a\"b", "c\n\"d\\", archive::Format::Bson);
    row("Chinese", "店", "日志%2F", archive::Format::Bson);
}

void TestArchiveRecord::leftoversAreFoundByTheNote()
{
    QFETCH(QByteArray, database);
    QFETCH(QByteArray, collection);
    QFETCH(int, format);
    const Place place(database.toStdString(), collection.toStdString(),
                      static_cast<archive::Format>(format));
    QVERIFY(place.hasPartialFiles());
    QVERIFY(ArchiveRecord::write(place.notes, u"x"_s, place.layout)); // and its program ends
    ArchiveRecord::clearLeftovers(place.notes);
    QVERIFY(!place.hasPartialFiles());
    QVERIFY(!QFile::exists(place.folder.filePath(u"chosen/one"_s)));
    QVERIFY(QFile::exists(place.folder.filePath(u"chosen"_s)));
    QVERIFY(QDir(place.notes).isEmpty());
}

void TestArchiveRecord::whatIsBeingWrittenStays()
{
    const Place place;
    const auto record = ArchiveRecord::write(place.notes, u"x"_s, place.layout);
    QVERIFY(record);
    ArchiveRecord::clearLeftovers(place.notes);
    QVERIFY(QFile::exists(place.note()));
    QVERIFY(place.hasPartialFiles());
}

void TestArchiveRecord::anIdIsNotedOnce()
{
    const Place place;
    const auto first = ArchiveRecord::write(place.notes, u"x"_s, place.layout);
    QVERIFY(first);
    const auto second = ArchiveRecord::write(place.notes, u"x"_s, place.layout);
    QVERIFY(!second);
    QCOMPARE(second.error().code, Errc::Storage);
    QVERIFY(ArchiveRecord::write(place.notes, u"y"_s, place.layout));
    QVERIFY(QFile::exists(place.note())); // the first one stays
}

void TestArchiveRecord::aFolderThatCannotBeMadeIsAnError()
{
    const Place place;
    QFile file(place.notes);
    QVERIFY(file.open(QIODevice::WriteOnly)); // a file has its name
    const auto record = ArchiveRecord::write(place.notes, u"x"_s, place.layout);
    QVERIFY(!record);
    QCOMPARE(record.error().code, Errc::Storage);
}

void TestArchiveRecord::aFullDiskIsAnError()
{
    const Place place;
    QVERIFY(QDir().mkpath(place.note())); // a folder in the note's place cannot be written either
    const auto record = ArchiveRecord::write(place.notes, u"x"_s, place.layout);
    QVERIFY(!record);
    QCOMPARE(record.error().code, Errc::Storage);
    QVERIFY(!QFile::exists(place.note() + u".lock"_s)); // and nothing stays locked
}

void TestArchiveRecord::aNoteThatIsNoneGoesAndTouchesNothing_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("half") << QByteArray("{\"folder\":\"/ho");
    QTest::newRow("a list") << QByteArray("[]");
    QTest::newRow("without names") << QByteArray("{\"folder\":\"@\",\"bson\":true}");
    QTest::newRow("numbers") << QByteArray("{\"folder\":1,\"db\":2,\"collection\":3}");
    QTest::newRow("relative") << QByteArray(
        "{\"folder\":\"chosen/one\",\"db\":\"shop\",\"collection\":\"logs\",\"bson\":true}");
    QTest::newRow("much too large")
        << QByteArray("{\"folder\":\"@\",\"db\":\"shop\",\"collection\":\"logs\",\"bson\":true}"
                      + QByteArray(70'000, ' '));
}

void TestArchiveRecord::aNoteThatIsNoneGoesAndTouchesNothing()
{
    QFETCH(QByteArray, text);
    const Place place;
    text.replace("@", QByteArray::fromStdString(place.layout.folder.string()));
    place.leave(text);
    const QString before = QDir::currentPath();
    QVERIFY(QDir::setCurrent(place.folder.path())); // where a relative path would lead
    ArchiveRecord::clearLeftovers(place.notes);
    QVERIFY(QDir::setCurrent(before));
    QVERIFY(!QFile::exists(place.note()));
    QVERIFY(place.hasPartialFiles());
}

void TestArchiveRecord::finishedFilesStay()
{
    const Place place;
    QVERIFY(archive::writeText(place.layout.manifest(), "{}"));
    place.leave(place.noteText(QString::fromStdString(place.layout.folder.string())));
    ArchiveRecord::clearLeftovers(place.notes);
    QVERIFY(!place.hasPartialFiles());
    QVERIFY(std::filesystem::exists(place.layout.manifest()));
}

void TestArchiveRecord::otherFilesOfTheFolderStay()
{
    const Place place;
    place.leave(place.noteText(QString::fromStdString(place.layout.folder.string())));
    QFile job(place.notes + u"/x.json"_s);
    QVERIFY(job.open(QIODevice::WriteOnly));
    ArchiveRecord::clearLeftovers(place.notes);
    QCOMPARE(QDir(place.notes).entryList(QDir::Files), QStringList{u"x.json"_s});
}

void TestArchiveRecord::withoutAFolderThereIsNothingToClear()
{
    const QTemporaryDir folder;
    ArchiveRecord::clearLeftovers(folder.filePath(u"none"_s));
    QVERIFY(!QFile::exists(folder.filePath(u"none"_s)));
}

SANDGLASS_TEST(TestArchiveRecord)
} // namespace tst_services_archive_record

#include "tst_services_archive_record.moc"
