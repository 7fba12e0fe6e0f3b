// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/json.h"
#include "app/ttl/types.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace sandglass::ttl {

/// The contents of the index form, unchecked.
struct TtlIndexDraft
{
    protocol::Namespace ns;
    std::string field;
    bool atStoredDate = false; ///< mode "at the date stored in the field": expireAfterSeconds 0
    std::optional<std::int64_t> seconds; ///< period; unset: none, or what is typed is none. Ignored
                                         ///< when atStoredDate
    bool descending = false;
    std::string name; ///< empty: generated
    std::string partialFilterJson; ///< empty: none
    bool hidden = false;
    bool buildFirst = false; ///< in two steps: firstStep() is built, and deletion begins later
};

/// The form's control at which a problem is shown.
enum class DraftField { Field, Duration, Name, PartialFilter, Hidden, Collection };

/// The rule that a draft breaks. Presenters turn it into a message.
enum class DraftRule {
    FieldEmpty,
    FieldIsId,
    FieldNameInvalid,
    FieldWildcard,
    FieldAlreadyIndexed, ///< an ordinary index on it exists: convert it. `detail` = its name
    FieldIndexedForGood, ///< the same on a server that cannot convert it. `detail` = its name
    FieldAlreadyTtl, ///< a TTL index on it exists: change it. `detail` = its name
    CosmosNeedsTs, ///< Cosmos DB takes TTL only on _ts
    CollectionCapped,
    CollectionIsView,
    CollectionTimeSeriesField,
    CollectionNameInvalid,
    DurationEmpty,
    DurationNegative,
    DurationTooLarge,
    DurationZero,
    NameTaken, ///< `detail` = the name
    NameInvalid,
    TooManyIndexes,
    FilterNotJson, ///< `detail` = the parser's message
    FilterNotSupported, ///< `detail` = the operator
    HiddenUnsupported, ///< server before 4.4
    DateInPastWarning, ///< only a warning, for callers that know the effect; check() never gives it
};

/// One violated rule.
struct DraftProblem
{
    DraftField field = DraftField::Field;
    DraftRule rule = DraftRule::FieldEmpty;
    std::string detail;
    bool blocks = true; ///< false: a warning that does not stop the command
    std::optional<bson::JsonProblem> json = {}; ///< of FilterNotJson
};

/// The server and collection that a draft is checked against.
struct DraftSurroundings
{
    ServerInfo server;
    CollectionSpec collection;
    std::vector<IndexSpec> indexes;
};

/// Checks a draft against every rule of app/ttl/SEMANTICS.md 1.1 to 1.4. Returns all problems,
/// blocking ones first; empty when the command may be sent. Pure; any thread.
std::vector<DraftProblem> check(const TtlIndexDraft& draft, const DraftSurroundings& surroundings);

/// A valid TTL index, ready to be created.
struct TtlIndexSpec
{
    protocol::Namespace ns;
    std::string name;
    bson::Document key;
    std::int64_t expireAfterSeconds = 0;
    std::optional<bson::Document> partialFilter;
    bool hidden = false;
    bool ordinary = false; ///< created without expireAfterSeconds: deletes nothing
};

/// Turns a draft without blocking problems into a spec. Checks the draft alone, not the server or
/// collection (see check()). Errors: InvalidInput while a problem blocks.
Result<TtlIndexSpec> toSpec(const TtlIndexDraft& draft);

/// What is built first when `wanted` is to begin deleting only in a second step, by collMod: an
/// ordinary index where the server is known to convert it; otherwise one with the longest period,
/// which deletes documents with a date of more than 68 years ago. Pure; any thread.
TtlIndexSpec firstStep(TtlIndexSpec wanted, const ServerInfo& server);

/// A change by collMod to an existing index, or to the expiry rule of the collection itself.
/// Members that are unset leave the present value.
struct IndexChange
{
    IndexRef index; ///< an empty name means the collection's own rule
    std::optional<std::int64_t>
        expireAfterSeconds; ///< also converts an ordinary single-field index
    std::optional<bool> hidden;
    bool switchedOff = false; ///< own rule only: removes it (expireAfterSeconds: "off")
};

/// The createIndexes command, exactly as it is sent and journalled; without `$db`.
/// expireAfterSeconds is an int32 where it fits, as servers list it.
bson::Document createIndexesCommand(const TtlIndexSpec& spec);
/// The collMod command. Names the index instead of its key pattern, which may fit several indexes.
bson::Document collModCommand(const IndexChange& change);
/// The dropIndexes command for one index by name. A collection's own rule cannot be dropped this
/// way: switch it off with collModCommand().
bson::Document dropIndexesCommand(const IndexRef& index);

/// The creation as one line for mongosh, every name quoted and escaped:
/// db.getSiblingDB("a").getCollection("b").createIndex(…).
std::string mongoshText(const TtlIndexSpec& spec);
/// The change as one line for mongosh: db.getSiblingDB("a").runCommand({ collMod: … }).
std::string mongoshText(const IndexChange& change);
/// The drop as one line for mongosh: db.getSiblingDB("a").getCollection("b").dropIndex(…).
std::string mongoshText(const IndexRef& dropped);

} // namespace sandglass::ttl
