// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/archive/verification.h"
#include "app/bson/builder.h"
#include "app/bson/bytes.h"
#include "app/bson/json.h"
#include "tests/support/test_program.h"

#include <QCryptographicHash>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>

namespace tst_archive_files {

using namespace sandglass;
using namespace Qt::StringLiterals;
using archive::Format;

namespace {

class Sha256 final : public archive::Digest
{
public:
    void add(bson::Bytes bytes) override
    {
        m_hash.addData(QByteArrayView(bytes.data(), static_cast<qsizetype>(bytes.size())));
    }
    std::string hex() const override { return m_hash.result().toHex().toStdString(); }

private:
    QCryptographicHash m_hash{QCryptographicHash::Sha256};
};

const archive::DigestFactory kSha256 = [] { return std::make_unique<Sha256>(); };
const std::function<bool()> kOn = [] { return true; };

/// One document of each kind that a careless writer would lose something of.
std::vector<bson::Document> documents()
{
    using bson::makeDocument;
    using bson::Value;
    return {makeDocument("_id", 1, "at", bson::Date{-5}, "n", std::int64_t{1} << 60),
            makeDocument("_id", bson::ObjectId{}, "x", 0.1, "nan", -0.0),
            makeDocument("_id", 3, "text", "line\nbreak \"quoted\" \xE4\xB8\xAD", "t",
                         bson::Timestamp{7, 9}),
            makeDocument("_id", 4, "in", makeDocument("a", Value::null(), "b", true), "list",
                         Value::array(bson::makeArray(1, std::int64_t{1}, "one")))};
}

QByteArray read(const std::filesystem::path& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void overwrite(const std::filesystem::path& path, const QByteArray& bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
}

} // namespace

class TestArchiveFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void whatIsWrittenIsReadBack_data() { formats(); }
    void whatIsWrittenIsReadBack();
    void everyDocumentOfTheBsonFileBeginsWithItsLength();
    void aFlippedByteIsRefused_data() { formats(); }
    void aFlippedByteIsRefused();
    void aCutFileIsRefused_data() { formats(); }
    void aCutFileIsRefused();
    void aLineThatIsMissingIsRefused();
    void aChangedMetadataFileIsRefused();
    void aFullDiskIsAnError();
    void readingGoesOnFromAnOffset_data() { formats(); }
    void readingGoesOnFromAnOffset();
    void anArchiveIsNeverOverwritten();
    void namesCannotLeaveTheFolder();
    void filesAreNamedAsMongodumpNamesThem_data();
    void filesAreNamedAsMongodumpNamesThem();
    void databasesAreFoldersOfTheirName();
    void aCollectionOfTheLongestNameIsArchived();
    void anIndependentReaderRestoresIt_data();
    void anIndependentReaderRestoresIt();
    void theManifestReadsBackAsItWasWritten();
    void aBrokenManifestIsRefusedWithItsFault_data();
    void aBrokenManifestIsRefusedWithItsFault();
    void aManifestThatIsNotJsonIsRefused();

private:
    static void formats();
    void write(Format format);
    Result<void> verified() const
    {
        return archive::verify(m_layout, m_manifest, kSha256, archive::Stage::Finished, kOn);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    archive::Layout m_layout;
    archive::Manifest m_manifest;
};

void TestArchiveFiles::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_layout
        = {m_folder->filePath(u"archive"_s).toStdString(), {"shop", "log/events"}, Format::Bson};
    m_manifest = {};
}

void TestArchiveFiles::formats()
{
    QTest::addColumn<int>("format");
    QTest::newRow("BSON") << static_cast<int>(Format::Bson);
    QTest::newRow("JSON lines") << static_cast<int>(Format::JsonLines);
}

void TestArchiveFiles::write(Format format)
{
    m_layout.format = format;
    QVERIFY(archive::prepare(m_layout));
    auto writer = archive::Writer::create(archive::partial(m_layout.documents()), format, kSha256);
    QVERIFY(writer);
    for (const bson::Document& document : documents()) {
        QVERIFY(writer->add(document));
    }
    const auto contents = writer->finish();
    QVERIFY(contents);
    const std::string metadata = archive::metadataText(
        m_layout.ns.collection, bson::makeDocument("capped", true),
        {bson::makeDocument("v", 2, "key", bson::makeDocument("at", 1), "name", "at_1")});
    m_manifest.ns = m_layout.ns;
    m_manifest.format = format;
    m_manifest.contents = *contents;
    m_manifest.metadataHash = archive::hashOf(metadata, kSha256);
    QVERIFY(archive::writeText(archive::partial(m_layout.metadata()), metadata));
    QVERIFY(archive::writeText(archive::partial(m_layout.manifest()),
                               archive::manifestText(m_manifest)));
    QVERIFY(archive::publish(m_layout));
}

void TestArchiveFiles::whatIsWrittenIsReadBack()
{
    QFETCH(int, format);
    write(static_cast<Format>(format));
    QVERIFY(verified());
    auto reader = archive::Reader::open(m_layout.documents(), m_layout.format);
    QVERIFY(reader);
    for (const bson::Document& document : documents()) {
        const auto found = reader->next();
        QVERIFY(found && *found);
        QVERIFY(**found == document);
    }
    const auto end = reader->next();
    QVERIFY(end && !*end);
    QCOMPARE(m_manifest.contents.count, std::int64_t{4});
}

void TestArchiveFiles::everyDocumentOfTheBsonFileBeginsWithItsLength()
{
    write(Format::Bson);
    const QByteArray bytes = read(m_layout.documents());
    std::size_t at = 0;
    for (const bson::Document& document : documents()) {
        QVERIFY(at + 4 <= static_cast<std::size_t>(bytes.size()));
        const auto length = bson::loadLittle<std::int32_t>(
            reinterpret_cast<const std::uint8_t*>(bytes.constData()) + at);
        QCOMPARE(static_cast<std::size_t>(length), document.bytes().size());
        at += document.bytes().size();
    }
    QCOMPARE(at, static_cast<std::size_t>(bytes.size()));
}

void TestArchiveFiles::aFlippedByteIsRefused()
{
    QFETCH(int, format);
    write(static_cast<Format>(format));
    const QByteArray good = read(m_layout.documents());
    for (qsizetype at = 0; at < good.size(); ++at) {
        QByteArray bad = good;
        bad[at] = static_cast<char>(bad[at] ^ 1);
        overwrite(m_layout.documents(), bad);
        const Result<void> answer = verified();
        QVERIFY2(!answer && answer.error().code == Errc::Conflict,
                 qPrintable(u"byte %1"_s.arg(at)));
    }
}

void TestArchiveFiles::aCutFileIsRefused()
{
    QFETCH(int, format);
    write(static_cast<Format>(format));
    const QByteArray good = read(m_layout.documents());
    for (qsizetype length = 0; length < good.size(); ++length) {
        overwrite(m_layout.documents(), good.first(length));
        QVERIFY2(!verified(), qPrintable(u"length %1"_s.arg(length)));
    }
}

void TestArchiveFiles::aLineThatIsMissingIsRefused()
{
    write(Format::JsonLines);
    const QByteArray good = read(m_layout.documents());
    overwrite(m_layout.documents(), good.mid(good.indexOf('\n') + 1));
    const Result<void> answer = verified();
    QVERIFY(!answer);
    QVERIFY(answer.error().message.find("3 documents instead of 4") != std::string::npos);
}

void TestArchiveFiles::aChangedMetadataFileIsRefused()
{
    write(Format::Bson);
    overwrite(m_layout.metadata(), "{}");
    QVERIFY(!verified());
}

void TestArchiveFiles::aFullDiskIsAnError()
{
    if (!std::filesystem::exists("/dev/full")) {
        QSKIP("there is no /dev/full here");
    }
    auto writer = archive::Writer::create("/dev/full", Format::Bson, kSha256);
    QVERIFY(writer);
    // small writes may wait in the buffer; the end must tell then
    const Result<void> added = writer->add(documents().front());
    const auto contents = writer->finish();
    QVERIFY(!added || !contents);
    const Error error = added ? contents.error() : added.error();
    QCOMPARE(error.code, Errc::Storage);
    QVERIFY(error.message.find("No space left") != std::string::npos);
}

void TestArchiveFiles::readingGoesOnFromAnOffset()
{
    QFETCH(int, format);
    write(static_cast<Format>(format));
    auto first = archive::Reader::open(m_layout.documents(), m_layout.format);
    QVERIFY(first && first->next() && first->next());
    auto second = archive::Reader::open(m_layout.documents(), m_layout.format, first->offset());
    QVERIFY(second);
    const auto third = second->next();
    QVERIFY(third && *third);
    QVERIFY(**third == documents()[2]);
}

void TestArchiveFiles::anArchiveIsNeverOverwritten()
{
    write(Format::Bson);
    const Result<void> again = archive::prepare(m_layout);
    QVERIFY(!again && again.error().code == Errc::Conflict);
}

void TestArchiveFiles::namesCannotLeaveTheFolder()
{
    QCOMPARE(archive::fileName("../../etc"), std::string("..%2F..%2Fetc"));
    QCOMPARE(archive::databaseFolder("../../etc"), std::string("..%2F..%2Fetc"));
    QCOMPARE(archive::databaseFolder("..\\x"), std::string("..%5Cx"));
    QCOMPARE(archive::databaseFolder(".."), std::string("%2E."));
    QCOMPARE(archive::databaseFolder("."), std::string("%2E"));
}

void TestArchiveFiles::filesAreNamedAsMongodumpNamesThem_data()
{
    QTest::addColumn<QByteArray>("collection");
    QTest::addColumn<QByteArray>("file");
    QTest::newRow("dots and dashes")
        << QByteArray("log.events-2_x~") << QByteArray("log.events-2_x~");
    QTest::newRow("plus") << QByteArray("a+b") << QByteArray("a%2Bb");
    QTest::newRow("blank") << QByteArray("a b") << QByteArray("a+b");
    QTest::newRow("percent") << QByteArray("100%") << QByteArray("100%25");
    QTest::newRow("slash") << QByteArray("df/") << QByteArray("df%2F");
    QTest::newRow("not ASCII") << QByteArray("t\xC3\xA9st") << QByteArray("t%C3%A9st");
    QTest::newRow("signs") << QByteArray("a$b&c=d:e@f") << QByteArray("a%24b%26c%3Dd%3Ae%40f");
    QTest::newRow("238 bytes") << QByteArray(238, 'n') << QByteArray(238, 'n');
    // the hashes are those of sha1sum and base64
    QTest::newRow("239 bytes") << QByteArray(239, 'n')
                               << QByteArray(208, 'n') + "%24KlE1B8w-hZ88ofC8BT2w5nPt7Ws";
    QTest::newRow("80 times 3 bytes escaped")
        << QByteArray("\xE4\xB8\xAD").repeated(80)
        << QByteArray("%E4%B8%AD").repeated(24).left(208) + "%24wFrMN0vqHrRGWMdk7aYNw-cKncw";
}

void TestArchiveFiles::filesAreNamedAsMongodumpNamesThem()
{
    QFETCH(QByteArray, collection);
    QFETCH(QByteArray, file);
    const std::string name = archive::fileName(collection.toStdString());
    QCOMPARE(QByteArray::fromStdString(name), file);
    QVERIFY(name.size() <= 238);
    const auto unfinished
        = archive::partial(std::filesystem::path("d") / (name + ".metadata.json"));
    QVERIFY(unfinished.filename().string().size() <= 255);
}

void TestArchiveFiles::databasesAreFoldersOfTheirName()
{
    const archive::Layout layout{"dump", {"t\xC3\xA9st a+b", "c d"}, Format::Bson};
    QCOMPARE(layout.documents().string(), std::string("dump/t\xC3\xA9st a+b/c+d.bson"));
    QCOMPARE(layout.metadata().string(), std::string("dump/t\xC3\xA9st a+b/c+d.metadata.json"));
}

void TestArchiveFiles::aCollectionOfTheLongestNameIsArchived()
{
    m_layout.ns.collection = std::string(250, 'n');
    write(Format::Bson);
    QVERIFY(verified());
    QVERIFY(std::filesystem::exists(m_layout.documents()));
    QVERIFY(!std::filesystem::exists(archive::partial(m_layout.metadata())));
}

void TestArchiveFiles::anIndependentReaderRestoresIt_data()
{
    QTest::addColumn<QByteArray>("database");
    QTest::addColumn<QByteArray>("collection");
    QTest::newRow("plain") << QByteArray("shop") << QByteArray("events");
    QTest::newRow("signs") << QByteArray("shop") << QByteArray("a+b c%20/d");
    QTest::newRow("not ASCII") << QByteArray("t\xC3\xA9st+1") << QByteArray("\xE4\xB8\xAD");
    QTest::newRow("a shortened name") << QByteArray("shop") << QByteArray(250, '/');
    QTest::newRow("buckets") << QByteArray("shop") << QByteArray("system.buckets.w");
}

// As mongorestore does: from the files alone, without this program's code.
void TestArchiveFiles::anIndependentReaderRestoresIt()
{
    QFETCH(QByteArray, database);
    QFETCH(QByteArray, collection);
    m_layout.ns = {database.toStdString(), collection.toStdString()};
    write(Format::Bson);
    QProcess reader;
    reader.start(
        u"python3"_s,
        {QStringLiteral(SANDGLASS_READ_DUMP), QString::fromStdString(m_layout.folder.string())});
    QVERIFY(reader.waitForFinished());
    const QByteArray said = reader.readAllStandardOutput();
    QVERIFY2(reader.exitCode() == 0, said.constData());
    const QJsonObject restored = QJsonDocument::fromJson(said).object();
    QCOMPARE(restored.keys(), QStringList(QString::fromUtf8(database + '.' + collection)));
    const QJsonObject found = restored.begin()->toObject();
    QCOMPARE(found[u"documents"_s].toInt(), static_cast<int>(documents().size()));
    QCOMPARE(found[u"ids"_s].toArray()[0].toString(), u"1"_s);
    QCOMPARE(found[u"options"_s].toObject()[u"capped"_s].toBool(), true);
    QCOMPARE(found[u"indexes"_s].toArray()[0].toString(), u"at_1"_s);
}

void TestArchiveFiles::theManifestReadsBackAsItWasWritten()
{
    write(Format::JsonLines);
    m_manifest.oldest = bson::Date{1};
    m_manifest.newest = bson::Date{2};
    m_manifest.filter = bson::makeDocument("at", bson::makeDocument("$lte", bson::Date{2}));
    m_manifest.server = "local";
    const auto read = archive::parseManifest(archive::manifestText(m_manifest));
    QVERIFY(read);
    QVERIFY(read->contents == m_manifest.contents);
    QVERIFY(read->filter == m_manifest.filter && read->ns == m_manifest.ns);
    QVERIFY(read->oldest == m_manifest.oldest && read->newest == m_manifest.newest);
}

void TestArchiveFiles::aBrokenManifestIsRefusedWithItsFault_data()
{
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("fault");

    QTest::newRow("version missing")
        << "sandglassArchive" << QString() << "the version of the format";
    QTest::newRow("version") << "sandglassArchive"
                             << "2"
                             << "version 2 of the format is unknown";
    QTest::newRow("database") << "db" << QString() << "\"db\" is missing";
    QTest::newRow("collection") << "collection" << QString() << "\"collection\" is missing";
    QTest::newRow("format") << "format"
                            << "\"xml\""
                            << "\"format\" is neither";
    QTest::newRow("count") << "count"
                           << "-1"
                           << "\"count\" is not a number of documents";
    QTest::newRow("bytes") << "bytes"
                           << "\"many\""
                           << "\"bytes\" is not a size";
    QTest::newRow("hash") << "sha256"
                          << "\"abc\""
                          << "\"sha256\" is not a SHA-256 hash";
}

void TestArchiveFiles::aBrokenManifestIsRefusedWithItsFault()
{
    QFETCH(const QString, field);
    QFETCH(const QString, json);
    QFETCH(const QString, fault);
    write(Format::Bson);
    QJsonObject manifest
        = QJsonDocument::fromJson(QByteArray::fromStdString(archive::manifestText(m_manifest)))
              .object();
    manifest.remove(field);
    if (!json.isEmpty()) {
        manifest[field] = QJsonDocument::fromJson("[" + json.toUtf8() + "]").array().first();
    }

    const auto read = archive::parseManifest(QJsonDocument(manifest).toJson().toStdString());

    QVERIFY(!read);
    QCOMPARE(read.error().code, Errc::Conflict);
    const QString message = QString::fromStdString(read.error().message);
    QVERIFY2(message.contains(fault), qPrintable(message));
}

void TestArchiveFiles::aManifestThatIsNotJsonIsRefused()
{
    for (const char* text : {"", "[", "not JSON"}) {
        const auto read = archive::parseManifest(text);
        QVERIFY(!read);
        QVERIFY(read.error().message.find("it is not JSON") != std::string::npos);
    }
}

SANDGLASS_TEST(TestArchiveFiles)
} // namespace tst_archive_files

#include "tst_archive_files.moc"
