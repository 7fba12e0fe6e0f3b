// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/bytes.h"
#include "app/engine/wire/crc32c.h"
#include "app/engine/wire/parse.h"
#include "tests/app/engine/wire/raw_bytes.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <limits>

namespace tst_wire_parse {

using namespace sandglass::engine;
using namespace sandglass::engine::wire::test;
using sandglass::Errc;
namespace protocol = sandglass::protocol;
using sandglass::bson::Document;
using sandglass::bson::DocumentView;
using sandglass::bson::makeDocument;
using sandglass::bson::storeLittle;

namespace {

constexpr std::int32_t kMsg = 2013;

Raw msg(std::uint32_t flags, const Raw& sections)
{
    return framed(kMsg, number(flags) + sections);
}

Raw bodySection(DocumentView view)
{
    return Raw{0} + document(view);
}

Raw sequenceSection(std::string_view name, const Raw& documents)
{
    const Raw content = cString(name) + documents;
    return Raw{1} + number(static_cast<std::int32_t>(content.size() + 4)) + content;
}

Raw withChecksum(Raw frame)
{
    storeLittle(frame.data(), static_cast<std::int32_t>(frame.size() + 4));
    const std::uint32_t sum = wire::crc32c(frame);
    return frame + number(sum);
}

const Document& ping()
{
    static const Document document = makeDocument("ping", 1, "$db", "admin");
    return document;
}

// The code with which a message is answered that has no body because of its documents; 0 for none.
int refusedWith(const Raw& frame)
{
    const auto message = wire::parse(frame);
    const bool refused
        = message && message->refusal && message->body.empty() && message->sequences.empty();
    return refused ? message->refusal->serverCode : 0;
}

} // namespace

class WireParseTest : public QObject
{
    Q_OBJECT

private slots:
    void theLengthIsKnownAfterFourBytes()
    {
        const Raw frame = msg(0, bodySection(ping()));
        for (std::size_t size = 0; size <= frame.size(); ++size) {
            const auto length = wire::frameLength(sandglass::bson::Bytes(frame).first(size));
            QVERIFY(length.has_value());
            QCOMPARE(*length,
                     size < 4 ? std::optional<std::size_t>() : std::optional(frame.size()));
        }
    }

    void aDeepDocumentIsKnownAndAVeryDeepOneIsRefused()
    {
        const auto nested = [](int depth) {
            sandglass::bson::Builder builder;
            for (int level = 1; level < depth; ++level) {
                builder.beginDocument("d");
            }
            return builder.take();
        };
        const auto fine = wire::parse(msg(0, bodySection(nested(200))));
        QVERIFY(fine.has_value() && !fine->refusal);
        QCOMPARE(refusedWith(msg(0, bodySection(nested(201)))), 15);
        const Raw beside = sequenceSection("documents", document(nested(201)));
        QCOMPARE(refusedWith(msg(0, bodySection(ping()) + beside)), 15);
        QVERIFY(!wire::parse(msg(0, bodySection(nested(1001)))).has_value());
    }

    void textThatIsNotUtf8IsAnsweredAndNotTheEndOfTheConnection()
    {
        const std::string bytes = "a\xff";
        QCOMPARE(refusedWith(msg(0, bodySection(makeDocument("insert", bytes)))), 22);
        QCOMPARE(refusedWith(msg(0, bodySection(makeDocument(bytes, 1)))), 22);
        const Raw beside = sequenceSection("documents", document(makeDocument("_id", bytes)));
        QCOMPARE(refusedWith(msg(0, bodySection(ping()) + beside)), 22);
        // the name of a section is part of the framing
        QCOMPARE(refusal(msg(0, bodySection(ping()) + sequenceSection(bytes, {}))),
                 std::string("The name of a document sequence is not UTF-8."));
    }

    // MongoDB keeps the connection when the sections are whole and only their set is wrong
    void sectionsThatAreNoCommandAreAnswered()
    {
        const Raw body = bodySection(ping());
        const Raw one = document(makeDocument("_id", 1));
        QCOMPARE(refusedWith(msg(0, {})), 40587);
        QCOMPARE(refusedWith(msg(0, sequenceSection("documents", one))), 40587);
        QCOMPARE(refusedWith(msg(0, body + body)), 40430);
        const Raw twice = sequenceSection("a", one) + sequenceSection("a", one);
        QCOMPARE(refusedWith(msg(0, body + twice)), 40431);
        QCOMPARE(refusedWith(msg(0, body + sequenceSection("$db", one))), 40433);
        QCOMPARE(refusedWith(msg(0, body + Raw{0})), 40430); // trailing garbage
        QCOMPARE(refusedWith(msg(0, body + Raw{2})), 40432);
        // a checksum without its flag looks like a section
        const auto unflagged = wire::parse(withChecksum(msg(0, body)));
        QVERIFY(!unflagged || unflagged->refusal);
        QCOMPARE(refusedWith(msg(0, body + Raw{255, 1, 2, 3})), 40432);
        // the flags are still known: a client that expects no reply gets none
        const auto silent = wire::parse(msg(wire::kMoreToCome, body + body));
        QVERIFY(silent && silent->refusal && silent->moreToCome());
    }

    void sequencesBeyondEightAreRefused()
    {
        Raw sections = bodySection(ping());
        for (int n = 0; n < 8; ++n) {
            sections = sections + sequenceSection("list" + std::to_string(n), document(ping()));
        }
        QVERIFY(wire::parse(msg(0, sections)).has_value());
        const auto tooMany
            = wire::parse(msg(0, sections + sequenceSection("one more", document(ping()))));
        QVERIFY(!tooMany.has_value());
        QCOMPARE(tooMany.error().code, Errc::Protocol);
    }

    void lengthsOutsideTheLimitsAreRefused()
    {
        for (const std::int32_t length :
             {0, 15, -1, 48'000'001, std::numeric_limits<std::int32_t>::max(),
              std::numeric_limits<std::int32_t>::min()}) {
            const auto result = wire::frameLength(number(length));
            QVERIFY(!result.has_value());
            QCOMPARE(result.error().code, Errc::Protocol);
        }
        QVERIFY(wire::frameLength(number(16)).has_value());
        QVERIFY(wire::frameLength(number(48'000'000)).has_value());
    }

    void aBodyIsRead()
    {
        const auto message = wire::parse(msg(0, bodySection(ping())));
        QVERIFY(message.has_value());
        QCOMPARE(message->requestId, 11);
        QCOMPARE(message->responseTo, 22);
        QCOMPARE(message->opCode, wire::OpCode::Msg);
        QVERIFY(Document(message->body) == ping());
        QVERIFY(message->sequences.empty());
        QVERIFY(!message->moreToCome());
        QVERIFY(!message->exhaustAllowed());
        QVERIFY(message->query() == nullptr);
    }

    void sequencesAreReadBeforeAndAfterTheBody()
    {
        const Raw one = document(makeDocument("_id", 1));
        const Raw two = document(makeDocument("_id", 2));
        const auto message
            = wire::parse(msg(0,
                              sequenceSection("documents", one + two) + bodySection(ping())
                                  + sequenceSection("none", {})));
        QVERIFY(message.has_value());
        const wire::DocumentSequence* documents = message->sequence("documents");
        QVERIFY(documents != nullptr);
        QCOMPARE(documents->documents.size(), std::size_t{2});
        QCOMPARE(documents->documents[1]["_id"].asInt32(), 2);
        QVERIFY(message->sequence("none") != nullptr);
        QVERIFY(message->sequence("none")->documents.empty());
        QVERIFY(message->sequence("updates") == nullptr);
    }

    void viewsStayGoodWhenTheMessageMoves()
    {
        auto parsed = wire::parse(msg(0, bodySection(ping())));
        QVERIFY(parsed.has_value());
        const wire::Message moved = std::move(*parsed);
        QVERIFY(moved.body.bytes().data() > moved.frame().data());
        QVERIFY(moved.body.bytes().data() < moved.frame().data() + moved.frame().size());
        QVERIFY(Document(moved.body) == ping());
    }

    void flagsAreUnderstood()
    {
        const auto message
            = wire::parse(msg(wire::kMoreToCome | wire::kExhaustAllowed, bodySection(ping())));
        QVERIFY(message.has_value());
        QVERIFY(message->moreToCome());
        QVERIFY(message->exhaustAllowed());
    }

    void unknownOptionalFlagsAreIgnored()
    {
        QVERIFY(wire::parse(msg(1U << 31U, bodySection(ping()))).has_value());
        QVERIFY(wire::parse(msg(1U << 17U, bodySection(ping()))).has_value());
    }

    void unknownRequiredFlagsAreRefused()
    {
        for (unsigned bit = 2; bit < 16; ++bit) {
            QCOMPARE(refusal(msg(1U << bit, bodySection(ping()))),
                     std::string("OP_MSG has unknown required flags."));
        }
    }

    void aRightChecksumIsAccepted()
    {
        const auto message
            = wire::parse(withChecksum(msg(wire::kChecksumPresent, bodySection(ping()))));
        QVERIFY(message.has_value());
        QVERIFY(Document(message->body) == ping());
    }

    void aWrongChecksumIsRefused()
    {
        Raw frame = withChecksum(msg(wire::kChecksumPresent, bodySection(ping())));
        frame[frame.size() - 1] ^= 1U;
        QCOMPARE(refusal(frame), std::string("The checksum of the message is wrong."));
        QCOMPARE(refusal(msg(wire::kChecksumPresent, {})),
                 std::string("The message is too short for its checksum."));
    }

    void faultyMessagesAreRefused_data()
    {
        QTest::addColumn<QByteArray>("frame");
        const auto row = [](const char* name, const Raw& frame) {
            QTest::newRow(name) << QByteArray(reinterpret_cast<const char*>(frame.data()),
                                              static_cast<qsizetype>(frame.size()));
        };
        const Raw body = bodySection(ping());
        const Raw one = document(makeDocument("_id", 1));
        row("nothing", {});
        row("header cut off", number(16));
        row("only a header", framed(kMsg, {}));
        row("flags cut off", framed(kMsg, {0, 0, 0}));
        row("sequence without a name", msg(0, body + sequenceSection("", one)));
        row("sequence size cut off", msg(0, body + Raw{1, 0, 0}));
        row("sequence size 0", msg(0, body + Raw{1} + number(0) + cString("a")));
        row("sequence size negative", msg(0, body + Raw{1} + number(-5) + cString("a")));
        row("sequence size too large", msg(0, body + Raw{1} + number(1000) + cString("a")));
        row("sequence name without NUL", msg(0, body + Raw{1} + number(7) + text("abc")));
        row("sequence that ends inside a document",
            msg(0, body + sequenceSection("a", Raw(one.begin(), one.end() - 1))));
    }

    void faultyMessagesAreRefused()
    {
        QFETCH(QByteArray, frame);
        const std::string why = refusal(Raw(frame.begin(), frame.end()));
        QVERIFY2(!why.starts_with('('), why.c_str());
    }

    void aHeaderThatLiesAboutTheLengthIsRefused()
    {
        Raw frame = msg(0, bodySection(ping()));
        for (const std::size_t length : {frame.size() - 1, frame.size() + 1, std::size_t{16}}) {
            storeLittle(frame.data(), static_cast<std::int32_t>(length));
            QCOMPARE(refusal(frame),
                     std::string("The length in the header is not that of the message."));
        }
    }

    void aMessageCutAnywhereIsRefused()
    {
        const Raw frame = msg(0,
                              bodySection(ping())
                                  + sequenceSection("documents", document(makeDocument("a", "b"))));
        const std::size_t bodyEnd = wire::kHeaderBytes + 4 + bodySection(ping()).size();
        for (std::size_t size = wire::kHeaderBytes; size < frame.size(); ++size) {
            Raw cut(frame.begin(), frame.begin() + static_cast<std::ptrdiff_t>(size));
            storeLittle(cut.data(), static_cast<std::int32_t>(size));
            if (size == bodyEnd) {
                continue; // a whole message again
            }
            if (size == wire::kHeaderBytes + 4) {
                QCOMPARE(refusedWith(cut), 40587); // whole, but without a section
                continue;
            }
            QVERIFY2(!wire::parse(cut).has_value(), std::to_string(size).c_str());
        }
    }

    void faultyDocumentsAreNamedWithTheirFault()
    {
        Raw body = bodySection(makeDocument("flag", true));
        body[body.size() - 2] = 2;
        const std::string why = refusal(msg(0, body));
        QVERIFY(why.starts_with("The body is not usable: Invalid BSON"));
    }

    void aCompressedMessageIsReadAsTheOneInside()
    {
        const Raw plain = msg(0, bodySection(makeDocument("hello", 1)));
        for (const auto each : {protocol::Compressor::None, protocol::Compressor::Snappy,
                                protocol::Compressor::Zlib, protocol::Compressor::Zstd}) {
            const Raw sent = protocol::compressed(plain, each);
            QCOMPARE(wire::plainBytes(sent), std::max(sent.size(), plain.size() - 16));
            const auto message = wire::parse(Raw(sent));
            QVERIFY(message);
            QVERIFY(message->compressor == each);
            QCOMPARE(message->receivedBytes, sent.size());
            QCOMPARE(message->requestId, 11);
            QVERIFY(message->opCode == wire::OpCode::Msg);
            QVERIFY(std::ranges::equal(message->frame(), plain));
        }
        QVERIFY(!wire::parse(Raw(plain))->compressor);
    }

    void aCompressedMessageStatesItsTrueSize()
    {
        // 20 kB of zlib that would be 20 MB: refused before it is a message, and parsed on a worker
        Raw sent
            = protocol::compressed(framed(2013, Raw(20'000'000, 0)), protocol::Compressor::Zlib);
        QVERIFY(sent.size() < 100'000);
        QCOMPARE(wire::plainBytes(sent), std::size_t{20'000'000});
        sent[20] = 1; // its size
        QVERIFY(!wire::parse(Raw(sent)));
        // a size that is no size
        sent[23] = 0xff;
        QVERIFY(!wire::parse(Raw(sent)));
        QCOMPARE(wire::plainBytes(sent), sent.size());
    }

    void otherOpcodesAreNamed()
    {
        QCOMPARE(refusal(framed(1, {})), std::string("OP_REPLY is not a request; use OP_MSG."));
        QCOMPARE(refusal(framed(2012, {})),
                 std::string("OP_COMPRESSED is not a request; use OP_MSG."));
        QCOMPARE(refusal(framed(-3, {})), std::string("opcode -3 is not a request; use OP_MSG."));
    }
};

SANDGLASS_PLAIN_TEST(WireParseTest)
} // namespace tst_wire_parse

#include "tst_wire_parse.moc"
