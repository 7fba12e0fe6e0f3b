// SPDX-License-Identifier: GPL-3.0-or-later
// usage: libmongoc_client URI
// libmongoc on its own, as an administrator's program uses it; commands are written as JSON.
#include <bson/bson.h>
#include <mongoc/mongoc.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>

namespace {

constexpr std::int64_t kHour = 3'600'000;
constexpr std::int64_t kStep = 1100;
constexpr int kMostAsked = 200'000;

/// Owns a document. No unique_ptr: the compiler warns of bson_t as a template's argument.
class Bson
{
public:
    explicit Bson(bson_t* document)
        : m_document(document)
    {
    }
    Bson(Bson&& other) noexcept
        : m_document(std::exchange(other.m_document, nullptr))
    {
    }
    Bson(const Bson&) = delete;
    Bson& operator=(const Bson&) = delete;
    Bson& operator=(Bson&&) = delete;
    ~Bson() { bson_destroy(m_document); }

    [[nodiscard]] bson_t* get() const { return m_document; }

private:
    bson_t* m_document;
};

using Client = std::unique_ptr<mongoc_client_t, decltype(&mongoc_client_destroy)>;
using Collection = std::unique_ptr<mongoc_collection_t, decltype(&mongoc_collection_destroy)>;
using Cursor = std::unique_ptr<mongoc_cursor_t, decltype(&mongoc_cursor_destroy)>;

void check(bool condition, const std::string& text, int line = __builtin_LINE())
{
    if (condition) {
        return;
    }
    std::fprintf(stderr, "line %d failed: %s\n", line, text.c_str());
    std::exit(1);
}

/// By reference: the text is there only after the condition was computed.
void check(bool condition, const bson_error_t& error, int line = __builtin_LINE())
{
    check(condition, condition ? std::string() : std::string(error.message), line);
}

Bson json(const std::string& text)
{
    bson_error_t error;
    bson_t* document = bson_new_from_json(reinterpret_cast<const std::uint8_t*>(text.data()),
                                          static_cast<ssize_t>(text.size()), &error);
    check(document, error);
    return Bson(document);
}

/// A reply, and the server's code (0 when the command went well).
struct Answer
{
    Bson reply;
    std::uint32_t code = 0;

    /// A number of the reply by its dotted path; -1 when there is none.
    [[nodiscard]] std::int64_t number(const char* path) const
    {
        bson_iter_t from;
        bson_iter_t found;
        bson_iter_init(&from, reply.get());
        return bson_iter_find_descendant(&from, path, &found) ? bson_iter_as_int64(&found) : -1;
    }
};

Answer run(mongoc_client_t* client, const char* database, const std::string& command)
{
    bson_error_t error{};
    bson_t reply;
    const bool well = mongoc_client_command_simple(client, database, json(command).get(), nullptr,
                                                   &reply, &error);
    Answer answer{Bson(bson_copy(&reply)), well ? 0 : error.code};
    bson_destroy(&reply);
    return answer;
}

/// Moves the engine's clock at least `offset` ms past the real time; returns after a whole TTL pass
/// that began there.
void passAt(mongoc_client_t* client, std::int64_t offset)
{
    static std::int64_t moved = 0;
    moved = std::max(moved, offset);
    const auto passes = [&] {
        return run(client, "admin", R"({"serverStatus": 1})").number("metrics.ttl.passes");
    };
    // the first pass may have begun before the clock moved
    for (int round = 1; round <= 2; ++round) {
        const std::int64_t before = passes();
        for (int asked = 0; passes() == before; ++asked) {
            check(asked < kMostAsked, "a TTL pass");
            if (asked % 100 != 0) {
                continue;
            }
            // when the monitor went to sleep only after a step, the next step wakes it
            moved += kStep;
            run(client, "admin",
                R"({"setParameter": 1, "sandglassClockOffsetMillis": )" + std::to_string(moved)
                    + "}");
        }
    }
}

std::int64_t count(mongoc_collection_t* collection)
{
    bson_error_t error;
    const Bson all = json("{}");
    const std::int64_t found = mongoc_collection_count_documents(collection, all.get(), nullptr,
                                                                 nullptr, nullptr, &error);
    check(found >= 0, error);
    return found;
}

void expiry(mongoc_client_t* client)
{
    const auto index = [&](const char* key, const char* seconds) {
        return run(client, "c",
                   std::string(R"({"createIndexes": "events", "indexes": [{"name": "ttl", "key": )")
                       + key + R"(, "expireAfterSeconds": )" + seconds + "}]}");
    };
    check(index(R"({"at": 1})", "3600").number("numIndexesAfter") == 2, "create a TTL index");
    check(index(R"({"at": 1})", "3600").number("numIndexesBefore") == 2,
          "once more: nothing changes");
    check(index(R"({"at": 1})", "60").code == 85, "other seconds");
    check(index(R"({"a": 1, "b": 1})", "60").code == 67, "a compound index");

    const Collection events(mongoc_client_get_collection(client, "c", "events"),
                            mongoc_collection_destroy);
    const std::int64_t now = std::chrono::duration_cast<std::chrono::milliseconds>(
                                 std::chrono::system_clock::now().time_since_epoch())
                                 .count();
    bson_error_t error;
    for (const std::int64_t at : {now - 2 * kHour, now, now + kHour}) {
        const Bson document(bson_new());
        BSON_APPEND_DATE_TIME(document.get(), "at", at);
        check(mongoc_collection_insert_one(events.get(), document.get(), nullptr, nullptr, &error),
              error);
    }
    passAt(client, 0);
    check(count(events.get()) == 2, "what is old has gone");
    const auto change = [&](const char* seconds) {
        return run(
            client, "c",
            std::string(R"({"collMod": "events", "index": {"name": "ttl", "expireAfterSeconds": )")
                + seconds + "}}");
    };
    check(change("86400").number("expireAfterSeconds_old") == 3600, "the old seconds");
    passAt(client, 3 * kHour);
    check(count(events.get()) == 2, "more seconds, nothing goes");
    check(change("60").number("expireAfterSeconds_new") == 60, "the new seconds");
    passAt(client, 3 * kHour);
    check(count(events.get()) == 0, "fewer seconds");
}

int rowsOf(mongoc_cursor_t* rows)
{
    const Cursor cursor(rows, mongoc_cursor_destroy);
    const bson_t* document = nullptr;
    int seen = 0;
    while (mongoc_cursor_next(cursor.get(), &document)) {
        ++seen;
    }
    bson_error_t error;
    check(!mongoc_cursor_error(cursor.get(), &error), error);
    return seen;
}

// The command itself: mongoc_collection_aggregate() of Debian 13's libmongoc 1.30.4 fails.
int groupsOf(mongoc_client_t* client, mongoc_collection_t* numbers)
{
    bson_t reply;
    bson_error_t error;
    const Bson command = json(R"({"aggregate": "numbers", "cursor": {"batchSize": 1}, "pipeline":
                                  [{"$group": {"_id": "$third", "n": {"$sum": 1}}}]})");
    // the cursor must ask the server that opened it
    mongoc_server_description_t* server
        = mongoc_client_select_server(client, false, nullptr, &error);
    check(server, error);
    const Bson where(
        BCON_NEW("serverId", BCON_INT32(static_cast<int>(mongoc_server_description_id(server)))));
    mongoc_server_description_destroy(server);
    check(mongoc_collection_read_command_with_opts(numbers, command.get(), nullptr, where.get(),
                                                   &reply, &error),
          error);
    const Bson options(bson_copy(where.get()));
    BSON_APPEND_INT32(options.get(), "batchSize", 1);
    // the cursor takes the reply
    return rowsOf(mongoc_cursor_new_from_command_reply_with_opts(client, &reply, options.get()));
}

void documents(mongoc_client_t* client)
{
    const Collection numbers(mongoc_client_get_collection(client, "c", "numbers"),
                             mongoc_collection_destroy);
    const std::unique_ptr<mongoc_bulk_operation_t, decltype(&mongoc_bulk_operation_destroy)> bulk(
        mongoc_collection_create_bulk_operation_with_opts(numbers.get(), nullptr),
        mongoc_bulk_operation_destroy);
    for (int n = 0; n < 500; ++n) {
        mongoc_bulk_operation_insert(
            bulk.get(),
            json("{\"_id\": " + std::to_string(n) + ", \"third\": " + std::to_string(n % 3) + "}")
                .get());
    }
    bson_error_t error;
    check(mongoc_bulk_operation_execute(bulk.get(), nullptr, &error) != 0, error);
    check(rowsOf(mongoc_collection_find_with_opts(numbers.get(), json("{}").get(),
                                                  json(R"({"batchSize": 50})").get(), nullptr))
              == 500,
          "getMore");
    check(groupsOf(client, numbers.get()) == 3, "aggregate");
    check(mongoc_collection_update_many(numbers.get(), json(R"({"third": 0})").get(),
                                        json(R"({"$currentDate": {"seen": true}})").get(), nullptr,
                                        nullptr, &error),
          error);
    check(mongoc_collection_delete_many(numbers.get(),
                                        json(R"({"seen": {"$gt": {"$date": 0}}})").get(), nullptr,
                                        nullptr, &error),
          error);
    check(count(numbers.get()) == 333, "updated and deleted");
    check(!mongoc_collection_insert_one(numbers.get(), json(R"({"_id": 1})").get(), nullptr,
                                        nullptr, &error)
              && error.code == MONGOC_ERROR_DUPLICATE_KEY,
          "a duplicate");
    check(rowsOf(mongoc_collection_find_indexes_with_opts(numbers.get(), nullptr)) == 1, "indexes");
    check(run(client, "c", R"({"dropDatabase": 1})").code == 0, "dropDatabase");
}

} // namespace

int main(int, char** arguments)
{
    mongoc_init();
    {
        const Client client(mongoc_client_new(arguments[1]), mongoc_client_destroy);
        check(client != nullptr, "the URI");
        expiry(client.get());
        documents(client.get());
    }
    mongoc_cleanup();
    std::puts("ok");
    return 0;
}
