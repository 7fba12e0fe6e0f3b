// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/access/access_control.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/operations/interrupt.h"
#include "app/engine/plan/reply_cursor.h"
#include "app/engine/request/arguments.h"
#include "app/engine/request/awaiting.h"
#include "app/engine/request/operation_figures.h"

#include <string>
#include <utility>

namespace sandglass::engine::commands {

using operations::Interrupt;
using plan::appendPosition;
using plan::Cursor;
using plan::fillBatch;
using protocol::commandError;
using protocol::ServerCode;
using request::Arguments;
using request::commandArguments;
using request::isFirstRun;
using request::OperationFigures;
using request::replyAgain;
using request::Request;
using request::suspendUpTo;

namespace {

constexpr std::string_view kGetMoreName = "getMore";
// MongoDB's codes for a getMore in another session than that of the cursor; they have no names.
constexpr int kCursorWithoutSession = 50736;
constexpr int kGetMoreWithoutSession = 50737;
constexpr int kOtherSession = 50738;
// How long a getMore waits for documents if the client does not send maxTimeMS; MongoDB's default.
constexpr base::Millis kDefaultWait{1000};

/// The parsed arguments.
struct GetMore
{
    std::int64_t id = 0;
    protocol::Namespace ns;
    std::optional<std::int64_t> batchSize;
    base::Millis longestWait = kDefaultWait; ///< for documents, if the cursor awaits data
};

Result<GetMore> parse(const Request& request)
{
    const Arguments arguments = commandArguments(kGetMoreName, request);
    if (request.argument().type() != bson::Type::Int64) {
        return arguments.wrongType(kGetMoreName, "long");
    }
    auto collection = arguments.text("collection");
    TRY(collection);
    auto batchSize = arguments.count("batchSize");
    TRY(batchSize);
    GetMore more{request.argument().asInt64(),
                 {request.database, std::string(collection->value_or(""))},
                 *batchSize};
    if (more.ns.collection.empty()) {
        return commandError(ServerCode::InvalidNamespace,
                            "Invalid namespace specified '" + more.ns.text() + "'");
    }
    if (const bson::ValueView limit = arguments.value("maxTimeMS"); limit.toInt64() > 0) {
        more.longestWait = base::Millis(limit.toInt64());
    }
    if (more.batchSize == 0) {
        more.batchSize.reset(); // unlike in find, 0 means "as many as fit"
    }
    return more;
}

/// Whether the request is of the session that opened the cursor. A cursor without an interrupt
/// lists what was read when it was opened, and its session is not known. Errors (server):
/// Location50736 to Location50738.
Result<void> checkSessionOf(const Cursor& cursor, const Request& request, std::int64_t id)
{
    const std::string now = request.session();
    const std::string then = cursor.interrupt ? cursor.interrupt->session() : now;
    if (now == then) {
        return {};
    }
    const std::string start = "Cannot run getMore on cursor " + std::to_string(id) + ", which was ";
    if (then.empty()) {
        return commandError(kCursorWithoutSession,
                            start + "not created in a session, in a session");
    }
    return now.empty()
        ? commandError(kGetMoreWithoutSession, start + "created in a session, without an lsid")
        : commandError(kOtherSession, start + "created in another session");
}

/// Whether the cursor may serve the request. Errors (server): Unauthorized when it was opened by
/// somebody else or belongs to another collection, those of checkSessionOf(), BadValue for a time
/// to wait where nothing is waited for.
Result<void> checkUse(const Cursor& cursor, const Request& request, const GetMore& more,
                      const Context& context)
{
    if (context.access.enforced() && cursor.owner != request.userText()) {
        return commandError(ServerCode::Unauthorized,
                            "cursor id " + std::to_string(more.id)
                                + " was not created by the authenticated user");
    }
    if (cursor.ns != more.ns) {
        return commandError(ServerCode::Unauthorized,
                            "Requested getMore on namespace '" + more.ns.text()
                                + "', but cursor belongs to a different namespace "
                                + cursor.ns.text());
    }
    TRY(checkSessionOf(cursor, request, more.id));
    if (!request.body["maxTimeMS"].isNullish() && !cursor.awaitsData) {
        return commandError(ServerCode::BadValue,
                            "cannot set maxTimeMS on getMore command for a non-awaitData cursor");
    }
    return {};
}

/// Takes the cursor out of the registry. Errors (server): CursorNotFound, CursorKilled after a
/// wait, those of checkUse().
Result<std::unique_ptr<Cursor>> takeCursor(const Request& request, const GetMore& more,
                                           Context& context)
{
    std::unique_ptr<Cursor> cursor = context.cursors.take(more.id);
    // It was there before the command was suspended. A driver does not resume a stream after this
    // code, as it does after CursorNotFound.
    if (!cursor && !isFirstRun(request)) {
        return commandError(ServerCode::CursorKilled,
                            "cursor id " + std::to_string(more.id)
                                + " was killed while it waited for documents");
    }
    if (!cursor) {
        return commandError(ServerCode::CursorNotFound,
                            "cursor id " + std::to_string(more.id) + " not found");
    }
    if (auto good = checkUse(*cursor, request, more, context); !good) {
        context.cursors.putBack(more.id, std::move(cursor));
        return good.error();
    }
    return cursor;
}

} // namespace

Result<void> runGetMore(const Request& request, Context& context, bson::Builder& reply)
{
    if (isFirstRun(request)) {
        ++context.records.counters.getmore;
    }
    auto more = parse(request);
    TRY(more);
    auto interrupt = Interrupt::make(request, context.clock);
    TRY(interrupt);
    auto taken = takeCursor(request, *more, context);
    TRY(taken);
    std::unique_ptr<Cursor> cursor = std::move(*taken);
    // maxTimeMS is the time to wait for documents here, not a limit of the work
    if (cursor->awaitsData) {
        interrupt->removeDeadline();
    }
    OperationFigures& figures = interrupt->figures();
    figures.readsCursor = true;
    // The cursor's sources share the interrupt of the command that opened it. They now stop with
    // this getMore and count for it.
    if (cursor->interrupt) {
        *cursor->interrupt = std::move(*interrupt);
    }

    reply.beginDocument("cursor").beginArray("nextBatch");
    const std::size_t emptySize = reply.size();
    auto unfinished = fillBatch(*cursor, more->batchSize, reply);
    if (!unfinished) {
        context.cursors.kill(more->id);
        return unfinished.error();
    }
    // Nothing to send: the command is suspended and runs again after a commit. An earlier part of
    // the reply is discarded then.
    const bool empty = reply.size() == emptySize;
    if (*unfinished && empty && cursor->awaitsData
        && suspendUpTo(request, more->longestWait, request::WakeBy::Commits)) {
        context.cursors.putBack(more->id, std::move(cursor));
        return {};
    }
    reply.end();
    appendPosition(*cursor, reply);
    figures.cursorId = *unfinished ? more->id : 0;
    reply.append("id", *unfinished ? more->id : std::int64_t{0});
    reply.append("ns", cursor->ns.text()).end();
    if (*unfinished) {
        context.cursors.putBack(more->id, std::move(cursor));
        replyAgain(request, more->id);
    } else {
        context.cursors.kill(more->id);
    }
    return {};
}

} // namespace sandglass::engine::commands
