// SPDX-License-Identifier: GPL-3.0-or-later
// A server that lies in every part of a reply: the call fails in words, and the program goes on.
#include "app/mongo/client_pool.h"
#include "app/mongo/conversation.h"
#include "app/mongo/mongo_driver.h"
#include "tests/support/need.h"
#include "tests/support/persona_server.h"
#include "tests/support/reply_lies.h"
#include "tests/support/test_program.h"
#include "tests/support/tls_authority.h"
#include "tests/support/tls_relay.h"

#include <QObject>
#include <QTest>

#include <future>
#include <limits>
#include <utility>

namespace tst_mongo_lying_server {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using bson::Document;
using bson::makeArray;
using bson::makeDocument;
using tests::need;
using tests::PersonaServer;
using namespace tests::lies;

namespace {

const protocol::Namespace kNs{"shop", "carts"};
void lengthRows()
{
    const auto row = [](const char* name, const Distortion& lie, const char* words) {
        QTest::newRow(name) << lie << QString::fromLatin1(words);
    };
    row("length -1", numberAt(0, -1), "length is -1");
    row("length 0", numberAt(0, 0), "length is 0");
    row("length 4", numberAt(0, 4), "length is 4");
    row("length 15", numberAt(0, 15), "length is 15");
    row("length 16", numberAt(0, 16), "too short");
    row("length 20", numberAt(0, 20), "too short");
    row("length 21", numberAt(0, 21), "not valid");
    row("length 25", numberAt(0, 25), "not valid");
    row("length too small", addedAt(0, -10), "not valid");
    row("length one too small", addedAt(0, -1), "not valid");
    row("length too large", addedAt(0, 10), "");
    row("length above the limit", numberAt(0, 48'000'001), "length is 48000001");
    row("largest length", numberAt(0, std::numeric_limits<qint32>::max()), "length is 2147483647");
    row("smallest length", numberAt(0, std::numeric_limits<qint32>::min()), "length is -");
    row("length of 48 MB that never comes", numberAt(0, 48'000'000), "");
    row(
        "nothing but a header", [](const QByteArray& m) { return sized(m.left(16)); }, "too short");
    row(
        "half a header", [](const QByteArray& m) { return m.left(7); }, "");
    row(
        "half a reply", [](const QByteArray& m) { return m.left(30); }, "");
}

void headerRows()
{
    const auto row = [](const char* name, const Distortion& lie, const char* words) {
        QTest::newRow(name) << lie << QString::fromLatin1(words);
    };
    row("answers 0", numberAt(kAnsweredAt, 0), "another request");
    row("answers -1", numberAt(kAnsweredAt, -1), "another request");
    row("answers the next request", addedAt(kAnsweredAt, 1), "another request");
    row("kind 0", numberAt(kKindAt, 0), "of the kind 0");
    row("OP_REPLY", numberAt(kKindAt, 1), "of the kind 1 ");
    row("OP_QUERY", numberAt(kKindAt, 2004), "of the kind 2004");
    row("OP_COMMANDREPLY", numberAt(kKindAt, 2011), "of the kind 2011");
    row("OP_COMPRESSED without being it", numberAt(kKindAt, 2012), "compressed message");
    row("kind -1", numberAt(kKindAt, -1), "of the kind -1");
    row("kind 12345", numberAt(kKindAt, 12345), "of the kind 12345");
    row("a checksum", numberAt(kFlagsAt, 1), "flags");
    row("more to come", numberAt(kFlagsAt, 2), "replies that were not asked for");
    row("an unknown flag", numberAt(kFlagsAt, 4), "flags");
    row("all flags", numberAt(kFlagsAt, -1), "flags");
    row("section of kind 1", byteAt(kSectionAt, 1), "begin with a document");
    row("section of kind 2", byteAt(kSectionAt, 2), "begin with a document");
    row("section of kind 255", byteAt(kSectionAt, 255), "begin with a document");
    row(
        "two documents", [](const QByteArray& m) { return sized(m + '\0' + m.mid(kBodyAt)); },
        "bytes follow");
    row(
        "a byte too many", [](const QByteArray& m) { return sized(m + 'x'); }, "bytes follow");
    row("compressed, negative size", compressed(-1, 2, "xxxx"), "size is out of range");
    row("compressed, huge size", compressed(2'000'000'000, 3, "xxxx"), "size is out of range");
    row("compressed, unknown compressor", compressed(4, 9, "xxxx"), "compressor is not known");
    row("compressed with nothing, wrong size", compressed(99, 0, "xxxx"), "more or fewer");
    row("snappy of noise", compressed(50, 1, "noise noise noise"), "damaged");
    row("zlib of noise", compressed(50, 2, "noise noise noise"), "damaged");
    row("zstd of noise", compressed(50, 3, "noise noise noise"), "damaged");
    row("compressed noise", compressed(8, 0, "noisenoi"), "not valid");
    row("compressed, empty", compressed(0, 0, ""), "too short");
}

void documentRows()
{
    const auto row = [](const char* name, const Distortion& lie, const char* words) {
        QTest::newRow(name) << lie << QString::fromLatin1(words);
    };
    row("document of length -1", numberAt(kBodyAt, -1), "not valid");
    row("document of length 0", numberAt(kBodyAt, 0), "shorter than 5 bytes");
    row("document of length 4", numberAt(kBodyAt, 4), "shorter than 5 bytes");
    row("document of length 5", numberAt(kBodyAt, 5), "not valid");
    row("document too short", addedAt(kBodyAt, -1), "not valid");
    row("document too long", addedAt(kBodyAt, 1), "longer than its place");
    row("largest document", numberAt(kBodyAt, std::numeric_limits<qint32>::max()), "not valid");
    row("unknown type", byteAt(kBodyAt + 4, 0x42), "not valid");
    row("field without an end", body(QByteArray::fromHex("0800000010616161")), "not valid");
    row("string of length 0", body(QByteArray::fromHex("0e00000002610000000000000000")),
        "not valid");
    row("string of length -5", body(QByteArray::fromHex("0e0000000261 00fbffffff61000000")),
        "not valid");
    row("string beyond the end", body(QByteArray::fromHex("0e00000002610040000000610000")),
        "not valid");
    row("bytes that are no text", body(QByteArray::fromHex("0e000000026100 02000000ff0000")),
        "not valid");
    row("a bool of 2", body(QByteArray::fromHex("090000000861000200")), "not valid");
    row("binary of length -1", body(QByteArray::fromHex("0f000000056100ffffffff000000")),
        "not valid");
    row("nested document too long", body(QByteArray::fromHex("1000000003610040000000000000 0000")),
        "not valid");
    row("nested 300 levels", body(bytesOf(nested(300))), "nested too deeply");
    row("another number", replaced("firstBatch", "firstBitch"), "");
}

void cursorRows()
{
    const auto row = [](const char* name, const Document& reply, const char* words) {
        QTest::newRow(name) << body(bytesOf(reply)) << QString::fromLatin1(words);
    };
    row("namespace that is a number", cursorWith("ns", 7), "namespace");
    row("namespace without a dot", cursorWith("ns", "shop"), "namespace");
    row("empty namespace", cursorWith("ns", ""), "namespace");
    row("namespace without a database", cursorWith("ns", ".carts"), "namespace");
    row("namespace with NUL", cursorWith("ns", std::string("shop.c\0rts", 10)), "namespace");
    row("namespace that is a document", cursorWith("ns", makeDocument("a", 1)), "namespace");
    row("cursor with a text as number", cursorWith("id", "7"), "number of its cursor");
    row("cursor with a document as number", cursorWith("id", makeDocument("a", 1)),
        "number of its cursor");
    row("batch that is a text", cursorWith("firstBatch", "all"), "not an array");
    row("batch that is a document", cursorWith("firstBatch", makeDocument("a", 1)), "not an array");
    row("cursor that is a number", makeDocument("cursor", 7, "ok", 1.0), "");
    row("no cursor", makeDocument("ok", 1.0), "");
    row("empty cursor", makeDocument("cursor", Document(), "ok", 1.0), "");
    row("empty reply", Document(), "");
    row("an ok of NaN", makeDocument("ok", std::numeric_limits<double>::quiet_NaN()), "");
    row("an ok that is a text", makeDocument("ok", "yes"), "");
}

void floodRows()
{
    const auto times = [](int count) {
        return [count](const QByteArray& message) {
            QByteArray all = message;
            for (int i = 1; i < count; ++i) {
                QByteArray next = message;
                setNumber(next, kNumberAt, i);
                all += next;
            }
            return all;
        };
    };
    QTest::newRow("the same reply twice") << Distortion(times(2)) << QString();
    QTest::newRow("the same reply a thousand times") << Distortion(times(1'000)) << QString();
}

// `patience`: how long a call waits for a server whose handshake is good.
std::string stringOf(const PersonaServer& server, std::chrono::milliseconds patience)
{
    return server.uri("?retryReads=false&socketTimeoutMS=300&connectTimeoutMS=300"
                      "&serverSelectionTimeoutMS="
                      + std::to_string(patience.count()));
}

ttl::CallLimits limits()
{
    ttl::CallLimits made;
    made.timeout = 20s;
    return made;
}

// What a call of one pool asks.
class Caller
{
public:
    explicit Caller(const std::string& uri)
        : m_pool(need(mongo::ClientPool::open(need(mongo::ConnectionString::parse(uri)))))
    {
    }
    explicit Caller(const PersonaServer& server, std::chrono::milliseconds patience = 10s)
        : Caller(stringOf(server, patience))
    {
    }

    Result<std::vector<Document>> aggregate()
    {
        mongo::Conversation conversation(*m_pool, need(m_pool->take(m_scope)), m_scope,
                                         mongo::ReadFrom::Primary);
        return conversation.aggregate(kNs, makeArray());
    }
    Result<Document> ping()
    {
        mongo::Conversation conversation(*m_pool, need(m_pool->take(m_scope)), m_scope,
                                         mongo::ReadFrom::Primary);
        return conversation.run("admin", makeDocument("ping", 1), mongo::Access::Read);
    }

private:
    const mongo::CallScope m_scope{limits()};
    std::shared_ptr<mongo::ClientPool> m_pool;
};

} // namespace

class TestLyingServer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLieIsMetWithWords_data();
    void aLieIsMetWithWords();
    void aLieInTheHandshakeIsMetWithWords_data();
    void aLieInTheHandshakeIsMetWithWords();
    void strangeFieldsOfTheHandshakeEndNothing_data();
    void strangeFieldsOfTheHandshakeEndNothing();
    void aLieUnderTlsIsMetWithWords();
    void aTrueReplyAfterALieIsTaken();
    void aCursorWithoutEndEndsWithItsCall();

private:
    mongo::MongoDriver m_driver;
};

void TestLyingServer::aLieIsMetWithWords_data()
{
    QTest::addColumn<Distortion>("lie");
    QTest::addColumn<QString>("words"); // in the error; empty: whatever happens, it ends
    lengthRows();
    headerRows();
    documentRows();
    cursorRows();
    floodRows();
}

void TestLyingServer::aLieIsMetWithWords()
{
    QFETCH(Distortion, lie);
    QFETCH(QString, words);
    PersonaServer server;
    server.answer("ping", Document());
    server.answer("aggregate", cursorWith("", 0));
    Caller caller(server);
    need(caller.aggregate());

    server.distort("aggregate", lie);
    const auto answer = caller.aggregate();
    if (!words.isEmpty()) {
        QVERIFY(!answer);
        QVERIFY2(QString::fromStdString(answer.error().message).contains(words),
                 answer.error().message.c_str());
        QVERIFY(answer.error().code == Errc::Protocol);
    } else if (!answer) {
        QVERIFY(!answer.error().message.empty());
    }
    // what is left over on that connection is not taken for an answer; then there is another one
    const auto next = caller.ping();
    QVERIFY(next || next.error().message.find("another request") != std::string::npos);
    need(caller.ping());
}

void TestLyingServer::aLieInTheHandshakeIsMetWithWords_data()
{
    QTest::addColumn<Distortion>("lie");
    const auto row = [](const char* name, const Distortion& lie) { QTest::newRow(name) << lie; };
    row("length 10", numberAt(0, 10));
    row("length too small", addedAt(0, -10));
    row("length of 48 MB", numberAt(0, 48'000'000));
    row("smallest length", numberAt(0, std::numeric_limits<qint32>::min()));
    row("OP_MSG instead of OP_REPLY", numberAt(kKindAt, 2013));
    row("answers another request", addedAt(kAnsweredAt, 1));
    row("no documents", numberAt(32, 0));
    row("two documents of one", numberAt(32, 2));
    row("-1 documents", numberAt(32, -1));
    row("document of length 5", numberAt(36, 5));
    row("document too long", addedAt(36, 1));
    row("document of length -1", numberAt(36, -1));
    row("unknown type", byteAt(40, 0x42));
    row("nothing but a header", [](const QByteArray& m) { return sized(m.left(16)); });
    row("noise", [](const QByteArray& m) { return QByteArray(m.size(), 'x'); });
}

void TestLyingServer::aLieInTheHandshakeIsMetWithWords()
{
    QFETCH(Distortion, lie);
    PersonaServer server;
    server.answer("ping", Document());
    server.distort("hello", lie);
    Caller caller(server, 500ms);
    const auto answer = caller.ping();
    QVERIFY(!answer);
    QVERIFY(!answer.error().message.empty());

    // the server has come to its senses
    server.distort("hello", [](const QByteArray& message) { return message; });
    QTRY_VERIFY_WITH_TIMEOUT(caller.ping().has_value(), 30'000);
}

void TestLyingServer::strangeFieldsOfTheHandshakeEndNothing_data()
{
    QTest::addColumn<QByteArray>("reply");
    const auto row
        = [](const char* name, const Document& reply) { QTest::newRow(name) << bytesOf(reply); };
    row("version that is a text", makeDocument("maxWireVersion", "21"));
    row("version of the far future", makeDocument("maxWireVersion", 2'000'000'000));
    row("a set that is a number", makeDocument("isWritablePrimary", true, "setName", 7));
    row("hosts that are a text", makeDocument("setName", "rs", "hosts", "a:1"));
    row("hosts that are numbers", makeDocument("setName", "rs", "hosts", makeArray(1, 2)));
    row("hosts without an end", makeDocument("setName", "rs", "hosts", makeArray("[::1", ":::")));
    row("tags that are a number", makeDocument("setName", "rs", "tags", 1));
    row("largest documents of -1 bytes", makeDocument("maxBsonObjectSize", -1));
    row("messages of -1 bytes", makeDocument("maxMessageSizeBytes", -1));
    row("sessions of a text", makeDocument("logicalSessionTimeoutMinutes", "x"));
    row("a cluster time that is a text", makeDocument("$clusterTime", "x"));
    row("an empty cluster time", makeDocument("$clusterTime", Document()));
    row("a topology version that is a text", makeDocument("topologyVersion", "x"));
    row("an empty topology version", makeDocument("topologyVersion", Document()));
    row("the last write as a number", makeDocument("setName", "rs", "lastWrite", 1));
    row("the year 9999", makeDocument("localTime", bson::Date{253'402'300'799'999}));
    row("a login nobody asked for", makeDocument("speculativeAuthenticate", makeDocument("a", 1)));
    row("compressors that are a number", makeDocument("compression", 1));
    row("a service without a number", makeDocument("serviceId", "x"));
}

void TestLyingServer::strangeFieldsOfTheHandshakeEndNothing()
{
    QFETCH(QByteArray, reply);
    PersonaServer server;
    server.answer("ping", Document());
    server.answer("hello",
                  need(Document::fromBytes(
                      bson::Bytes(reinterpret_cast<const std::uint8_t*>(reply.constData()),
                                  static_cast<std::size_t>(reply.size())))));
    Caller caller(server, 500ms);
    const auto answer = caller.ping();
    if (!answer) {
        QVERIFY2(!answer.error().message.empty(),
                 std::to_string(static_cast<int>(answer.error().code)).c_str());
    }
}

void TestLyingServer::aLieUnderTlsIsMetWithWords()
{
    tests::TlsAuthority authority;
    PersonaServer server;
    server.answer("aggregate", cursorWith("", 0));
    const tests::TlsRelay relay(authority.server(u"IP:127.0.0.1"_s),
                                static_cast<quint16>(server.port()));
    QVERIFY(authority.good());
    const std::string uri = relay.uri("?tls=true&tlsCAFile=" + authority.caFile().toStdString());
    // the relay needs this thread
    auto asked = std::async(std::launch::async, [&] {
        Caller caller(uri);
        const std::size_t documents = need(caller.aggregate()).size();
        server.distort("aggregate", addedAt(0, -10));
        return std::pair(documents, caller.aggregate());
    });
    QTRY_VERIFY_WITH_TIMEOUT(asked.wait_for(0s) == std::future_status::ready, 60'000);
    const auto [documents, lie] = asked.get();
    QCOMPARE(documents, std::size_t{1});
    QVERIFY(!lie);
    QVERIFY2(lie.error().message.find("not valid") != std::string::npos,
             lie.error().message.c_str());
    QVERIFY(relay.accepted() > 0);
}

void TestLyingServer::aTrueReplyAfterALieIsTaken()
{
    PersonaServer server;
    server.answer("aggregate", cursorWith("", 0));
    Caller caller(server);
    server.distort("aggregate", numberAt(0, 10));
    QVERIFY(!caller.aggregate());
    server.distort("aggregate", compressed(0, 0, {}));
    QVERIFY(!caller.aggregate());
    server.distort("aggregate", [](const QByteArray& message) { return message; });
    QCOMPARE(need(caller.aggregate()).size(), std::size_t{1});
    // compressed by nothing, it is the same
    server.distort("aggregate", [](const QByteArray& message) {
        const QByteArray inner = message.mid(16);
        return compressed(static_cast<qint32>(inner.size()), 0, inner)(message);
    });
    QCOMPARE(need(caller.aggregate()).size(), std::size_t{1});
}

void TestLyingServer::aCursorWithoutEndEndsWithItsCall()
{
    PersonaServer server;
    const auto page = [](const char* batch) {
        const Document cursor = bson::Builder()
                                    .append("id", std::int64_t{77})
                                    .append("ns", kNs.text())
                                    .appendArray(batch, makeArray(makeDocument("_id", 1)))
                                    .take();
        return makeDocument("cursor", cursor);
    };
    server.answer("aggregate", page("firstBatch"));
    server.answer("getMore", page("nextBatch"));
    server.answer("killCursors", Document());
    const auto pool = need(
        mongo::ClientPool::open(need(mongo::ConnectionString::parse(stringOf(server, 10s)))));
    ttl::CallLimits brief;
    brief.timeout = 300ms;
    const mongo::CallScope scope(brief);
    mongo::Conversation conversation(*pool, need(pool->take(scope)), scope,
                                     mongo::ReadFrom::Primary);
    const auto answer = conversation.aggregate(kNs, makeArray());
    QVERIFY(!answer);
    QVERIFY(answer.error().code == Errc::Timeout);
}

SANDGLASS_TEST(TestLyingServer)
} // namespace tst_mongo_lying_server

#include "tst_mongo_lying_server.moc"
