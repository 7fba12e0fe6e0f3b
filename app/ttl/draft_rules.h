// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/draft.h"
#include "app/ttl/partial_filter.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

namespace sandglass::ttl {

/// The server's variant of the rules that need no collection.
struct DraftDialect
{
    bool cosmos = false; ///< Cosmos DB: -1 means "no default expiry", 0 is not allowed
    FilterGrammar grammar = FilterGrammar::Modern;
};

/// The rule that a field path breaks; nullopt for a path that a TTL index may use.
/// Source: app/ttl/SEMANTICS.md 1.2 and 1.3.
std::optional<DraftRule> fieldProblem(std::string_view path);

/// Whether an aggregation can follow a path through arrays: its expression doubles with each part
/// of the path, and trebles with a number. A server may list an index on any path. Pure; any
/// thread.
bool canBeFollowed(std::string_view path);

/// The seconds of a draft, or the rule that they break. 0 for "at the stored date"; a period of 0
/// is refused, because it would delete every dated document at the next pass.
/// Source: app/ttl/SEMANTICS.md 1.1.
std::variant<std::int64_t, DraftRule> secondsOf(const TtlIndexDraft& draft,
                                                const DraftDialect& dialect);

/// The draft's key pattern: {field: 1}, or {field: -1} when descending.
bson::Document keyOf(const TtlIndexDraft& draft);
/// The typed name; an empty one is replaced by the name that a server would generate ("at_1").
std::string nameOf(const TtlIndexDraft& draft);

/// The partial filter; nullopt when the text is empty or blank. Errors: InvalidInput when the text
/// is not a JSON object.
Result<std::optional<bson::Document>> filterOf(const TtlIndexDraft& draft);

/// Every problem that shows without looking at the collection, in the order of the form. Pure; any
/// thread.
std::vector<DraftProblem> ownProblems(const TtlIndexDraft& draft, const DraftDialect& dialect);

} // namespace sandglass::ttl
