// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/validate.h"
#include "app/engine/wire/parse.h"
#include "tests/app/engine/wire/raw_bytes.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <limits>
#include <variant>

namespace tst_wire_legacy {

namespace bson = sandglass::bson;

using namespace sandglass::engine;
using namespace sandglass::engine::wire::test;
using sandglass::bson::Document;
using sandglass::bson::makeDocument;
using sandglass::bson::storeLittle;

namespace {

constexpr std::int32_t kUpdate = 2001;
constexpr std::int32_t kInsert = 2002;
constexpr std::int32_t kQuery = 2004;
constexpr std::int32_t kGetMore = 2005;
constexpr std::int32_t kDelete = 2006;
constexpr std::int32_t kKillCursors = 2007;

Raw zero()
{
    return number(std::int32_t{0});
}

Raw query(std::string_view ns, const Raw& documents)
{
    return framed(kQuery, zero() + cString(ns) + number(3) + number(-1) + documents);
}

Raw getMore(std::int32_t count, std::int64_t cursor)
{
    return framed(kGetMore, zero() + cString("app.c") + number(count) + number(cursor));
}

Raw killCursors(std::int32_t count, const Raw& ids)
{
    return framed(kKillCursors, zero() + number(count) + ids);
}

Raw insert(std::int32_t flags, const Raw& documents)
{
    return framed(kInsert, number(flags) + cString("app.c") + documents);
}

Raw update(std::int32_t flags, const Raw& documents)
{
    return framed(kUpdate, zero() + cString("app.c") + number(flags) + documents);
}

Raw removal(std::int32_t flags, const Raw& documents)
{
    return framed(kDelete, zero() + cString("app.c") + number(flags) + documents);
}

Raw one()
{
    return document(makeDocument("_id", 1));
}

template <typename T>
T contentOf(const Raw& frame)
{
    const auto message = wire::parse(Raw(frame));
    if (!message || !std::holds_alternative<T>(message->legacy)) {
        qFatal("the message was not taken");
    }
    return std::get<T>(message->legacy);
}

/// Whether an accepted message shows documents that are whole, and only bytes of its own frame.
struct LiesInside
{
    bson::Bytes frame;

    bool holds(bson::DocumentView document) const
    {
        const bson::Bytes bytes = document.bytes();
        const bool own = bytes.data() >= frame.data()
            && bytes.data() + bytes.size() <= frame.data() + frame.size();
        // an empty view may stand for a document that was not sent
        return document.empty() || (own && sandglass::bson::validate(bytes).has_value());
    }
    bool holds(std::string_view text) const
    {
        const auto* begin = reinterpret_cast<const std::uint8_t*>(text.data());
        return text.empty()
            || (begin >= frame.data() && begin + text.size() <= frame.data() + frame.size());
    }
    bool operator()(std::monostate /*none*/) const { return true; }
    bool operator()(const wire::LegacyQuery& query) const
    {
        return holds(query.ns) && holds(query.whole) && holds(query.fields);
    }
    bool operator()(const wire::LegacyGetMore& more) const { return holds(more.ns); }
    bool operator()(const wire::LegacyKillCursors& kill) const
    {
        return kill.cursorIds.size() * sizeof(std::int64_t) <= frame.size();
    }
    bool operator()(const wire::LegacyInsert& insert) const
    {
        return holds(insert.ns)
            && std::ranges::all_of(insert.documents,
                                   [this](bson::DocumentView one) { return holds(one); });
    }
    bool operator()(const wire::LegacyUpdate& update) const
    {
        return holds(update.ns) && holds(update.filter) && holds(update.update);
    }
    bool operator()(const wire::LegacyDelete& removal) const
    {
        return holds(removal.ns) && holds(removal.filter);
    }
};

/// Why a changed message does harm; empty when it does none: it is refused with the right code, or
/// all that it shows lies in its frame.
std::string harmOf(const Raw& frame)
{
    const auto message = wire::parse(Raw(frame.begin(), frame.end()));
    if (!message) {
        return message.error().code == sandglass::Errc::Protocol ? "" : "refused with a wrong code";
    }
    const LiesInside inside{message->frame()};
    if (!inside.holds(message->body)) {
        return "its body lies outside";
    }
    return std::visit(inside, message->legacy) ? "" : "its content lies outside";
}

/// Every beginning of a whole message, with a header that tells the truth about its length.
bool noBeginningIsAccepted(const Raw& frame)
{
    for (std::size_t size = wire::kHeaderBytes; size < frame.size(); ++size) {
        Raw cut(frame.begin(), frame.begin() + static_cast<std::ptrdiff_t>(size));
        storeLittle(cut.data(), static_cast<std::int32_t>(size));
        if (refusal(cut).starts_with('(')) {
            return false;
        }
    }
    return true;
}

} // namespace

class WireLegacyTest : public QObject
{
    Q_OBJECT

private slots:
    void theOldHelloIsRead()
    {
        const Document hello = makeDocument("isMaster", 1);
        const auto message = wire::parse(query("admin.$cmd", document(hello)));
        QVERIFY(message.has_value());
        QCOMPARE(message->opCode, wire::OpCode::Query);
        QVERIFY(Document(message->body) == hello);
        QVERIFY(message->query() != nullptr);
        QVERIFY(message->query()->isCommand());
        QCOMPARE(message->query()->ns, std::string_view("admin.$cmd"));
        QCOMPARE(message->query()->numberToSkip, 3);
        QCOMPARE(message->query()->numberToReturn, -1);
        QVERIFY(!message->moreToCome());
    }

    void theWrapperOfAnOldQueryIsTakenOff()
    {
        const Document hello = makeDocument("isMaster", 1);
        const Document wrapped
            = makeDocument("$query", hello, "$readPreference", makeDocument("mode", "nearest"));
        const auto message = wire::parse(query("admin.$cmd", document(wrapped)));
        QVERIFY(message.has_value());
        QVERIFY(Document(message->body) == hello);
        QVERIFY(Document(message->query()->whole) == wrapped);
    }

    void aQueryOfACollectionKeepsItsFieldSelector()
    {
        const Document fields = makeDocument("a", 1);
        const auto message = wire::parse(query("app.c", one() + document(fields)));
        QVERIFY(message.has_value());
        QVERIFY(!message->query()->isCommand());
        QVERIFY(Document(message->query()->fields) == fields);
    }

    void textThatIsNotUtf8IsRefused()
    {
        const std::string bytes = "app.\xff";
        QCOMPARE(refusal(query(bytes, one())), std::string("The namespace is not UTF-8."));
        QVERIFY(refusal(insert(0, document(makeDocument("_id", bytes))))
                    .starts_with("The document is not usable: Invalid BSON"));
    }

    void aGetMoreIsRead()
    {
        const Raw frame = getMore(-7, std::numeric_limits<std::int64_t>::min());
        const auto message = wire::parse(Raw(frame));
        QVERIFY(message.has_value());
        const auto& more = std::get<wire::LegacyGetMore>(message->legacy);
        QCOMPARE(more.ns, std::string_view("app.c"));
        QCOMPARE(more.numberToReturn, -7);
        QCOMPARE(more.cursorId, std::numeric_limits<std::int64_t>::min());
    }

    void aListOfCursorsIsRead()
    {
        const auto kill = contentOf<wire::LegacyKillCursors>(
            killCursors(2, number(std::int64_t{5}) + number(std::int64_t{-6})));
        QCOMPARE(kill.cursorIds, (std::vector<std::int64_t>{5, -6}));
        QVERIFY(contentOf<wire::LegacyKillCursors>(killCursors(0, {})).cursorIds.empty());
    }

    void aListOfCursorsThatLiesAboutItsLengthIsRefused()
    {
        const Raw ids = number(std::int64_t{5}) + number(std::int64_t{6});
        for (const std::int32_t count :
             {0, 1, 3, -1, -2, 0x20000002, std::numeric_limits<std::int32_t>::max(),
              std::numeric_limits<std::int32_t>::min()}) {
            QCOMPARE(refusal(killCursors(count, ids)),
                     std::string("The number of cursors in OP_KILL_CURSORS is wrong."));
        }
    }

    void anInsertHoldsItsDocumentsAndFlags()
    {
        const auto message = wire::parse(insert(1, one() + one()));
        QVERIFY(message.has_value());
        QCOMPARE(message->flags, wire::kContinueOnError);
        QCOMPARE(std::get<wire::LegacyInsert>(message->legacy).documents.size(), std::size_t{2});
        QVERIFY(contentOf<wire::LegacyInsert>(insert(0, {})).documents.empty());
    }

    void anUpdateHoldsFilterChangeAndFlags()
    {
        const Document change = makeDocument("$set", makeDocument("a", 1));
        const auto message = wire::parse(update(3, one() + document(change)));
        QVERIFY(message.has_value());
        QCOMPARE(message->flags, wire::kUpsert | wire::kMultiUpdate);
        const auto& held = std::get<wire::LegacyUpdate>(message->legacy);
        QCOMPARE(held.filter["_id"].asInt32(), 1);
        QVERIFY(Document(held.update) == change);
    }

    void aDeleteHoldsFilterAndFlags()
    {
        const auto message = wire::parse(removal(1, one()));
        QVERIFY(message.has_value());
        QCOMPARE(message->flags, wire::kSingleRemove);
        QCOMPARE(std::get<wire::LegacyDelete>(message->legacy).filter["_id"].asInt32(), 1);
    }

    void aMessageCutAnywhereIsRefused()
    {
        QVERIFY(noBeginningIsAccepted(query("app.c", one())));
        QVERIFY(noBeginningIsAccepted(getMore(1, 2)));
        QVERIFY(noBeginningIsAccepted(killCursors(1, number(std::int64_t{5}))));
        QVERIFY(noBeginningIsAccepted(update(0, one() + one())));
        QVERIFY(noBeginningIsAccepted(removal(0, one())));
        // an insert that ends after a document is whole
        QVERIFY(refusal(insert(0, one())).starts_with("(accepted"));
        Raw half = one();
        half.pop_back();
        QVERIFY(!refusal(insert(0, half)).starts_with('('));
    }

    void bytesBehindTheContentAreRefused()
    {
        const Raw more{0};
        QVERIFY(!refusal(query("app.c", one() + one() + more)).starts_with('('));
        QVERIFY(
            !refusal(framed(kGetMore,
                            zero() + cString("a.b") + number(1) + number(std::int64_t{1}) + more))
                 .starts_with('('));
        QVERIFY(!refusal(update(0, one() + one() + more)).starts_with('('));
        QVERIFY(!refusal(removal(0, one() + more)).starts_with('('));
        QVERIFY(!refusal(insert(0, one() + more)).starts_with('('));
    }

    void brokenDocumentsAreRefused()
    {
        Raw broken = document(makeDocument("flag", true));
        broken[broken.size() - 2] = 2;
        for (const Raw& frame :
             {query("app.c", broken), query("app.c", one() + broken), insert(0, one() + broken),
              update(0, broken + one()), update(0, one() + broken), removal(0, broken)}) {
            QVERIFY(!refusal(frame).starts_with('('));
        }
        for (const std::int32_t length :
             {0, 4, -1, 1000, std::numeric_limits<std::int32_t>::max()}) {
            Raw lying = one();
            storeLittle(lying.data(), length);
            QVERIFY(!refusal(insert(0, lying)).starts_with('('));
        }
    }

    void anyByteMayChangeWithoutHarm()
    {
        // whether it is refused depends on the byte
        for (const Raw& frame :
             {query("app.c", one() + one()), insert(0, one()), update(0, one() + one()),
              removal(0, one()), killCursors(1, number(std::int64_t{5})), getMore(0, 9)}) {
            for (std::size_t at = wire::kHeaderBytes; at < frame.size(); ++at) {
                for (const std::uint8_t value : {0x00, 0x01, 0x7f, 0x80, 0xff}) {
                    Raw changed = frame;
                    changed[at] = value;
                    QCOMPARE(harmOf(changed), std::string());
                }
            }
        }
    }

    void namespacesAreKeptAsSent()
    {
        for (const std::string_view ns : {"", ".", "admin", ".$cmd", "a..b"}) {
            const auto message = wire::parse(query(ns, one()));
            QVERIFY(message.has_value());
            QCOMPARE(message->query()->ns, ns);
        }
    }
};

SANDGLASS_PLAIN_TEST(WireLegacyTest)
} // namespace tst_wire_legacy

#include "tst_wire_legacy.moc"
