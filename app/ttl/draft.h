// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/ttl/types.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace sandglass::ttl {

/// What the form holds, as typed.
struct TtlIndexDraft
{
    protocol::Namespace ns;
    std::string field;
    bool atStoredDate = false; ///< mode "at the date stored in the field": expireAfterSeconds 0
    std::string secondsText; ///< digits as typed; ignored when atStoredDate
    bool descending = false;
    std::string name; ///< empty: generated
    std::string partialFilterJson; ///< empty: none
    bool hidden = false;
};

/// Which control a problem belongs to.
enum class DraftField { Field, Duration, Name, PartialFilter, Hidden, Collection };

/// The rule that a draft breaks; presenters turn it into words.
enum class DraftRule {
    FieldEmpty,
    FieldIsId,
    FieldNameInvalid,
    FieldWildcard,
    FieldAlreadyIndexed, ///< an ordinary index on it exists: convert it. `detail` = its name
    FieldAlreadyTtl, ///< a TTL index on it exists: change it. `detail` = its name
    CosmosNeedsTs, ///< Cosmos DB takes TTL only on _ts
    CollectionCapped,
    CollectionIsView,
    CollectionTimeSeriesField,
    CollectionNameInvalid,
    DurationEmpty,
    DurationNotANumber,
    DurationNegative,
    DurationTooLarge,
    DurationZero,
    NameTaken, ///< `detail` = the name
    NameInvalid,
    TooManyIndexes,
    FilterNotJson, ///< `detail` = the parser's words
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
};

/// What the rules are checked against.
struct DraftSurroundings
{
    ServerInfo server;
    CollectionSpec collection;
    std::vector<IndexSpec> indexes;
};

/// Checks a draft against every rule of app/ttl/SEMANTICS.md 1.1 to 1.4. Pure; any thread.
/// Returns all problems, blocking ones first; empty when the command may be sent.
std::vector<DraftProblem> check(const TtlIndexDraft& draft, const DraftSurroundings& surroundings);

/// What will be created, once nothing blocks.
struct TtlIndexSpec
{
    protocol::Namespace ns;
    std::string name;
    bson::Document key;
    std::int64_t expireAfterSeconds = 0;
    std::optional<bson::Document> partialFilter;
    bool hidden = false;
};

/// The spec of a draft without blocking problems. Errors: InvalidInput otherwise.
Result<TtlIndexSpec> toSpec(const TtlIndexDraft& draft);

/// A change to an existing index, or to a collection's own rule, by collMod; unset parts stay.
struct IndexChange
{
    IndexRef index; ///< without a name: the collection's own rule
    std::optional<std::int64_t>
        expireAfterSeconds; ///< also converts an ordinary single-field index
    std::optional<bool> hidden;
    bool switchedOff = false; ///< an own rule only: it expires nothing any more
};

/// The documents sent to the server, for execution and for the journal.
bson::Document createIndexesCommand(const TtlIndexSpec& spec);
bson::Document collModCommand(const IndexChange& change);
bson::Document dropIndexesCommand(const IndexRef& index);

/// The same as text for mongosh, with every name quoted:
/// db.getSiblingDB("a").getCollection("b").createIndex(…).
std::string mongoshText(const TtlIndexSpec& spec);
std::string mongoshText(const IndexChange& change);
std::string mongoshText(const IndexRef& dropped);

} // namespace sandglass::ttl
