// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/conversation.h"

#include "app/bson/builder.h"
#include "app/mongo/command_guard.h"
#include "app/mongo/driver/reply_faults.h"
#include "app/mongo/driver_error.h"
#include "app/mongo/driver_values.h"
#include "app/mongo/pinned_read.h"
#include "app/protocol/server_code.h"

#include <mongoc/mongoc.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace sandglass::mongo {

namespace {

// More than any screen shows; stops a server that sends without end.
constexpr std::size_t kMaxResultBytes = std::size_t{256} * 1024 * 1024;

// Deleters of the driver's objects.
struct FreeCursor
{
    void operator()(mongoc_cursor_t* cursor) const { mongoc_cursor_destroy(cursor); }
};
struct FreeCollection
{
    void operator()(mongoc_collection_t* collection) const
    {
        mongoc_collection_destroy(collection);
    }
};
struct FreeDatabase
{
    void operator()(mongoc_database_t* database) const { mongoc_database_destroy(database); }
};
using CollectionPtr = std::unique_ptr<mongoc_collection_t, FreeCollection>;

// The error in the server's reply, or else the driver's own.
Error commandError(const bson_error_t& error, const bson_t* reply)
{
    const auto answer = copied(reply);
    return driverError(error, answer ? answer->view() : bson::DocumentView());
}

// The driver takes names as C strings, so a NUL would make it use another name.
Result<void> checkName(const std::string& name)
{
    if (name.empty() || name.find('\0') != std::string::npos) {
        return base::failure(Errc::InvalidInput, "A database or collection name is not valid.");
    }
    return {};
}

Result<void> checkNames(const protocol::Namespace& ns)
{
    TRY(checkName(ns.database));
    return checkName(ns.collection);
}

CollectionPtr collectionOf(mongoc_client_t* client, const protocol::Namespace& ns)
{
    return CollectionPtr(
        mongoc_client_get_collection(client, ns.database.c_str(), ns.collection.c_str()));
}

// Whether a command is the handshake, which is sent as it is.
bool isHandshake(const bson::Document& command)
{
    const std::string_view name = command.view().begin()->key;
    return name == "hello" || name == "isMaster";
}

// Servers refuse a field that they do not know with these; 40: Cosmos DB, 238: FerretDB, 303:
// DocumentDB.
constexpr std::array kFieldRefusals{2, 9, 14, 40, 72, 115, 197, 238, 303, 40'415};

// Whether the server refuses a command because of its comment. The text may also speak of a
// collection or field of that name, which commented() finds out; a command that `changes` something
// and may have begun is not sent again.
bool mayRefuseComment(const Error& error, bool changes)
{
    const bool ofServer = error.code == Errc::Server && error.serverCode != 0
        && error.serverCode != static_cast<int>(protocol::ServerCode::NamespaceNotFound);
    const bool refused
        = !changes || std::ranges::find(kFieldRefusals, error.serverCode) != kFieldRefusals.end();
    return ofServer && refused && error.message.find("comment") != std::string::npos;
}

// Whether it is a command that takes a collation. Options of a find have no name in front.
bool comparesStrings(const bson::Document& command)
{
    if (command.empty()) {
        return false;
    }
    const std::string_view name = command.view().begin()->key;
    return name == "aggregate" || name == "find" || name == "count";
}

// Owned by the caller; never null: to find() that would mean the preference of the address.
mongoc_read_prefs_t* preferenceFor(mongoc_client_t* client, const ClientPool& pool, ReadFrom from)
{
    if (from == ReadFrom::Primary) {
        return mongoc_read_prefs_new(MONGOC_READ_PRIMARY);
    }
    const bool deleter = from == ReadFrom::Deleter;
    const bool named = pool.connection().namesReadPreference();
    const bool asTyped = deleter ? !named : named;
    if (from == ReadFrom::Preferred || asTyped) {
        return mongoc_read_prefs_copy(mongoc_client_get_read_prefs(client));
    }
    if (from == ReadFrom::PrimaryFirst || deleter) {
        return mongoc_read_prefs_new(MONGOC_READ_PRIMARY_PREFERRED);
    }
    mongoc_read_prefs_t* nearby = mongoc_read_prefs_new(MONGOC_READ_SECONDARY_PREFERRED);
    // a secondary that lags behind any longer does not tell what expires now; but the driver then
    // refuses to read from a set that does not tell
    if (ClientPool::tellsLastWrite(client)) {
        mongoc_read_prefs_set_max_staleness_seconds(nearby, MONGOC_SMALLEST_MAX_STALENESS_SECONDS);
    }
    return nearby;
}

} // namespace

Conversation::Conversation(ClientPool& pool, ClientPool::Client client, const CallScope& scope,
                           ReadFrom from)
    : m_pool(pool)
    , m_client(std::move(client))
    , m_scope(scope)
    , m_preference(preferenceFor(m_client.get(), pool, from))
    , m_from(from)
    , m_idle(pool.wasIdle(m_client.get()))
{
}

Conversation::~Conversation()
{
    mongoc_read_prefs_destroy(m_preference);
    if (m_sent) {
        m_pool.noteUse(m_client.get());
    }
}

void Conversation::readFrom(ReadFrom from)
{
    mongoc_read_prefs_destroy(m_preference);
    m_preference = preferenceFor(m_client.get(), m_pool, from);
    m_from = from;
}

void Conversation::noteUse(const protocol::Namespace& ns, const bson::Document& options) const
{
    // $indexStats is read from the primary: what a secondary has answered is not in it
    const bool single = connection().hosts().size() == 1 && !connection().isSeeded();
    const bool ofPrimary = m_from != ReadFrom::Nearby && !connection().namesReadPreference();
    if ((single || ofPrimary) && options["hint"].type() == bson::Type::String) {
        m_pool.ownUses().note({ns, std::string(options["hint"].asString())});
    }
}

template <typename Ask>
std::invoke_result_t<Ask&, bool> Conversation::commented(Ask ask, bool changes)
{
    // a call before this one may have got over its fault
    ReplyFaults::takeOfThisThread();
    if (!m_pool.takesComments(m_client.get())) {
        return ask(false);
    }
    auto answer = ask(true);
    if (answer || !mayRefuseComment(answer.error(), changes)) {
        return answer;
    }
    TRY(m_scope.check());
    // a command that was refused has done nothing, so it can be sent once more
    auto without = ask(false);
    if (without || !mayRefuseComment(without.error(), changes)) {
        m_pool.dropComments();
    }
    return without;
}

Result<bson::Document> Conversation::run(const std::string& database, const bson::Document& command,
                                         Access access)
{
    TRY(m_scope.check());
    TRY(checkName(database));
    if (command.empty()) {
        return base::failure(Errc::InvalidInput, "A command needs a name.");
    }

    const bool changes = access == Access::Write || !onlyReads(command);
    if (changes) {
        TRY(m_scope.checkMayChange());
    }
    if (isHandshake(command)) {
        ReplyFaults::takeOfThisThread();
        return send(database, command, access);
    }
    auto answer = commented(
        [&](bool comment) { return send(database, withEnvelope(command, comment), access); },
        changes);
    if (m_observed) {
        m_pool.observer().note(command, answer);
    }
    if (answer) {
        // find and aggregate begin with the name of the collection
        noteUse({database, std::string(command.view().begin()->value.asString())}, command);
    }
    return answer;
}

Result<bson::Document> Conversation::send(const std::string& database,
                                          const bson::Document& command, Access access)
{
    const bool idle = m_idle;
    noteSending();
    const Borrowed request(command);
    Outcome outcome;
    const bool sent = access == Access::Write
        ? mongoc_client_write_command_with_opts(m_client.get(), database.c_str(), request.get(),
                                                nullptr, outcome.reply.get(), &outcome.error)
        : mongoc_client_command_simple(m_client.get(), database.c_str(), request.get(),
                                       access == Access::Read ? m_preference : nullptr,
                                       outcome.reply.get(), &outcome.error);
    if (!sent) {
        Error error = failureOf(outcome.error, outcome.reply.get());
        // the driver repeats finds and aggregations itself, but not these commands
        const bool closed
            = outcome.error.domain == MONGOC_ERROR_STREAM && error.code == Errc::Network;
        const bool again = idle && closed && access != Access::Write && mayRepeat(command);
        return again && m_scope.check() ? send(database, command, access)
                                        : Result<bson::Document>(std::move(error));
    }
    auto answer = copied(outcome.reply.get());
    TRY(answer);
    // writeErrors come with {ok: 1}, which the driver takes for success
    if (auto reported = replyError(*answer)) {
        return masked(std::move(*reported));
    }
    return answer;
}

Result<std::vector<bson::Document>> Conversation::aggregate(const protocol::Namespace& ns,
                                                            const bson::Document& stages,
                                                            const std::string& hint)
{
    TRY(m_scope.check());
    TRY(checkNames(ns));
    const bool changes = !pipelineOnlyReads(stages);
    if (changes) {
        TRY(m_scope.checkMayChange());
    }
    bson::Builder command;
    command.append("aggregate", ns.collection).appendArray("pipeline", stages);
    command.append("cursor", bson::Document());
    if (!hint.empty()) {
        command.append("hint", hint);
    }
    const bson::Document asked = command.take();
    // not mongoc_collection_aggregate(): in Debian 13's libmongoc 1.30.4-1+deb13u3 it takes the
    // namespace for the name of a database and always fails
    auto answer = commented(
        [&](bool comment) -> Result<std::vector<bson::Document>> {
            const bson::Document sent = withEnvelope(asked, comment);
            Outcome outcome;
            noteSending();
            PinnedRead read(m_pool, m_client.get(), m_scope.cancelled());
            mongoc_cursor_t* cursor = read.open(ns.database, Borrowed(sent), m_preference, outcome);
            if (!cursor) {
                return failureOf(outcome.error, outcome.reply.get());
            }
            return drain(cursor);
        },
        changes);
    if (m_observed) {
        m_pool.observer().notePipeline(stages, answer ? nullptr : &answer.error());
    }
    if (answer) {
        noteUse(ns, asked);
    }
    return answer;
}

Result<std::vector<bson::Document>> Conversation::find(const protocol::Namespace& ns,
                                                       const bson::Document& filter,
                                                       const bson::Document& options)
{
    TRY(checkNames(ns));
    const CollectionPtr collection = collectionOf(m_client.get(), ns);
    bson::Builder all;
    all.appendAll(options);
    if (m_collation) {
        all.append("collation", *m_collation);
    }
    const bson::Document asked = all.take();
    auto answer = commented([&](bool comment) {
        const bson::Document sent = withEnvelope(asked, comment);
        noteSending();
        return drain(mongoc_collection_find_with_opts(collection.get(), Borrowed(filter).get(),
                                                      Borrowed(sent).get(), m_preference));
    });
    if (answer) {
        noteUse(ns, options);
    }
    return answer;
}

Result<std::vector<bson::Document>> Conversation::listCollections(const std::string& database)
{
    TRY(checkName(database));
    const std::unique_ptr<mongoc_database_t, FreeDatabase> handle(
        mongoc_client_get_database(m_client.get(), database.c_str()));
    return commented([&](bool comment) {
        const bson::Document options = withEnvelope({}, comment);
        noteSending();
        return drain(
            mongoc_database_find_collections_with_opts(handle.get(), Borrowed(options).get()));
    });
}

Result<std::vector<bson::Document>> Conversation::listIndexes(const protocol::Namespace& ns)
{
    TRY(checkNames(ns));
    const CollectionPtr collection = collectionOf(m_client.get(), ns);
    return commented([&](bool comment) {
        const bson::Document options = withEnvelope({}, comment);
        noteSending();
        return drain(
            mongoc_collection_find_indexes_with_opts(collection.get(), Borrowed(options).get()));
    });
}

bson::Document Conversation::withEnvelope(const bson::Document& options, bool comment) const
{
    bson::Builder envelope;
    envelope.appendAll(options);
    if (m_collation && comparesStrings(options)) {
        envelope.append("collation", *m_collation);
    }
    if (!options.contains("maxTimeMS") && !isIndexBuild(options)) {
        envelope.append("maxTimeMS",
                        std::min<std::int64_t>(m_scope.remaining().count(),
                                               std::numeric_limits<std::int32_t>::max()));
    }
    if (comment && !options.contains("comment")) {
        envelope.append("comment", kComment);
    }
    return envelope.take();
}

Result<std::vector<bson::Document>> Conversation::drain(DriverCursor* handle)
{
    const std::unique_ptr<mongoc_cursor_t, FreeCursor> cursor(handle);
    std::vector<bson::Document> documents;
    std::size_t bytes = 0;
    const bson_t* next = nullptr;
    while (true) {
        TRY(m_scope.check());
        if (!mongoc_cursor_next(cursor.get(), &next)) {
            break;
        }
        auto document = copied(next);
        TRY(document);
        bytes += document->bytes().size();
        if (bytes > kMaxResultBytes) {
            return base::failure(Errc::Protocol, "The server's reply is too large.");
        }
        documents.push_back(std::move(*document));
    }
    bson_error_t error{};
    const bson_t* reply = nullptr;
    // set when the cursor has stopped because of an error
    if (mongoc_cursor_error_document(cursor.get(), &error, &reply)) {
        return failureOf(error, reply);
    }
    return documents;
}

Error Conversation::failureOf(const DriverError& error, const DriverDocument* reply) const
{
    const bool unreached = error.domain == MONGOC_ERROR_SERVER_SELECTION;
    const std::string fault = unreached ? m_pool.replyFault() : ReplyFaults::takeOfThisThread();
    if (!fault.empty()) {
        return masked(base::failure(unreached ? Errc::Network : Errc::Protocol, fault));
    }
    return masked(reply ? commandError(error, reply) : driverError(error, {}));
}

Error Conversation::masked(Error error) const
{
    return connection().secrets().mask(std::move(error));
}

} // namespace sandglass::mongo
