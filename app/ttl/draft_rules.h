// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/draft.h"
#include "app/ttl/partial_filter.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

namespace sandglass::ttl {

/// What a draft's parts must obey whatever the collection looks like.
struct DraftDialect
{
    bool cosmos = false; ///< Cosmos DB: -1 means "no default expiry", 0 is not allowed
    FilterGrammar grammar = FilterGrammar::Modern;
};

/// The rule that a field path breaks; nullopt for a path that a TTL index may have.
/// Source: app/ttl/SEMANTICS.md 1.2 and 1.3.
std::optional<DraftRule> fieldProblem(std::string_view path);

/// The seconds of a draft, or the rule that its text breaks. 0 for "at the stored date".
/// Source: app/ttl/SEMANTICS.md 1.1; a typed 0 is refused so that nobody deletes everything by a
/// slip.
std::variant<std::int64_t, DraftRule> secondsOf(const TtlIndexDraft& draft,
                                                const DraftDialect& dialect);

/// The key pattern and the name that the draft asks for.
bson::Document keyOf(const TtlIndexDraft& draft);
std::string nameOf(const TtlIndexDraft& draft);

/// The partial filter; nullopt when none is typed. Errors: InvalidInput when it is no JSON.
Result<std::optional<bson::Document>> filterOf(const TtlIndexDraft& draft);

/// Problems of the draft alone, in the order of the form. Pure; any thread.
std::vector<DraftProblem> ownProblems(const TtlIndexDraft& draft, const DraftDialect& dialect);

} // namespace sandglass::ttl
