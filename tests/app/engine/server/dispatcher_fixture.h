// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/json.h"
#include "app/engine/server/dispatcher.h"
#include "app/engine/wire/parse.h"
#include "tests/app/engine/wire/raw_bytes.h"
#include "tests/support/command_fixture.h"
#include "tests/support/op_msg.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::tests {

/// An OP_REPLY taken apart.
struct LegacyReply
{
    std::uint32_t flags = 0;
    std::int64_t cursorId = 0;
    std::int32_t startingFrom = 0;
    std::vector<bson::Document> documents;

    bson::Document only() const
    {
        return documents.size() == 1 ? documents.front() : bson::Document();
    }
    QString texts() const
    {
        QStringList all;
        for (const bson::Document& document : documents) {
            all << QString::fromStdString(bson::toJson(document));
        }
        return all.join(QChar(u' '));
    }
};

/// The dispatcher over a store in a temporary folder: whole messages in, whole messages out.
class DispatcherFixture
{
public:
    using Raw = engine::wire::test::Raw;

    /// `enforced`: clients must log in.
    explicit DispatcherFixture(bool enforced = false)
        : commands(nullptr, enforced)
        , dispatcher(commands.context)
    {
        for (const std::int64_t id : {1, 2}) {
            dispatcher.connectionOpened({id, "127.0.0.1:4000" + std::to_string(id)});
        }
    }

    /// The reply to a message on connection `connection`; nullopt for none. The message must be
    /// one that the wire accepts.
    std::optional<Raw> send(const Raw& frame, std::int64_t connection = 1)
    {
        engine::request::Turn turn;
        return send(frame, turn, connection);
    }
    /// As above, as one attempt of a reply.
    std::optional<Raw> send(const Raw& frame, engine::request::Turn& turn,
                            std::int64_t connection = 1)
    {
        const auto message = engine::wire::parse(Raw(frame));
        if (!message) {
            qFatal("the wire refused a test's message");
        }
        return dispatcher.handle({connection, "127.0.0.1:4000"}, *message, turn);
    }

    /// A command by OP_MSG; the document is extended JSON without $db.
    bson::Document run(std::string_view json, std::string_view database = "db",
                       std::int64_t connection = 1)
    {
        return run(need(bson::fromJson(json)), database, connection);
    }
    bson::Document run(const bson::Document& command, std::string_view database,
                       std::int64_t connection = 1)
    {
        bson::Builder body;
        body.appendAll(command).append("$db", database);
        const auto reply = send(sandglass::tests::writeMsg(7, 0, body.take()), connection);
        const auto message = engine::wire::parse(Raw(reply.value()));
        return message ? bson::Document(message->body) : bson::Document();
    }

    /// What OP_QUERY or OP_GET_MORE is answered with.
    LegacyReply ask(const Raw& frame, std::int64_t connection = 1)
    {
        return replyOf(send(frame, connection).value());
    }

    /// Takes an OP_REPLY apart.
    static LegacyReply replyOf(const Raw& bytes)
    {
        using bson::loadLittle;
        LegacyReply reply;
        reply.flags = loadLittle<std::uint32_t>(bytes.data() + 16);
        reply.cursorId = loadLittle<std::int64_t>(bytes.data() + 20);
        reply.startingFrom = loadLittle<std::int32_t>(bytes.data() + 28);
        const auto count = loadLittle<std::int32_t>(bytes.data() + 32);
        std::size_t at = 36;
        while (at < bytes.size()) {
            const auto size = loadLittle<std::uint32_t>(bytes.data() + at);
            reply.documents.push_back(
                need(bson::Document::fromBytes(bson::Bytes(bytes).subspan(at, size))));
            at += size;
        }
        if (static_cast<std::size_t>(count) != reply.documents.size()) {
            qFatal("an OP_REPLY lies about its number of documents");
        }
        return reply;
    }

    /// getLastError of a connection.
    bson::Document lastError(std::int64_t connection = 1)
    {
        return ask(query("db.$cmd", R"({"getlasterror":1})", -1), connection).only();
    }

    static Raw json(std::string_view text)
    {
        return engine::wire::test::document(need(bson::fromJson(text)));
    }
    static Raw query(std::string_view ns, std::string_view filter, std::int32_t numberToReturn = 0,
                     std::uint32_t flags = 0)
    {
        return skippingQuery(ns, filter, 0, numberToReturn, flags);
    }
    static Raw skippingQuery(std::string_view ns, std::string_view filter, std::int32_t skip,
                             std::int32_t numberToReturn, std::uint32_t flags = 0)
    {
        using namespace engine::wire::test;
        return framed(2004,
                      number(flags) + cString(ns) + number(skip) + number(numberToReturn)
                          + json(filter));
    }
    static Raw selectingQuery(std::string_view ns, std::string_view filter, std::string_view fields)
    {
        using namespace engine::wire::test;
        return framed(
            2004, number(0) + cString(ns) + number(0) + number(0) + json(filter) + json(fields));
    }
    static Raw getMore(std::string_view ns, std::int64_t cursor, std::int32_t numberToReturn = 0)
    {
        using namespace engine::wire::test;
        return framed(2005, number(0) + cString(ns) + number(numberToReturn) + number(cursor));
    }
    static Raw killCursor(std::int64_t cursor)
    {
        using namespace engine::wire::test;
        return framed(2007, number(0) + number(1) + number(cursor));
    }
    static Raw insert(std::string_view ns, const std::vector<std::string>& documents,
                      std::int32_t flags = 0)
    {
        using namespace engine::wire::test;
        Raw content = number(flags) + cString(ns);
        for (const std::string& each : documents) {
            content = content + json(each);
        }
        return framed(2002, content);
    }
    static Raw update(std::string_view ns, std::string_view filter, std::string_view change,
                      std::int32_t flags = 0)
    {
        using namespace engine::wire::test;
        return framed(2001, number(0) + cString(ns) + number(flags) + json(filter) + json(change));
    }
    static Raw remove(std::string_view ns, std::string_view filter, std::int32_t flags = 0)
    {
        using namespace engine::wire::test;
        return framed(2006, number(0) + cString(ns) + number(flags) + json(filter));
    }

    CommandFixture commands;
    engine::server::Dispatcher dispatcher;
};

} // namespace sandglass::tests
