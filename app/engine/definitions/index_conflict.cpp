// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/definitions/index_conflict.h"

#include "app/bson/compare.h"
#include "app/bson/json.h"
#include "app/engine/plan/index_key.h"
#include "app/engine/query/filter_equivalence.h"
#include "app/protocol/names.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <array>
#include <string>

namespace sandglass::engine::definitions {

using catalog::IndexDefinition;
using plan::indexPlugin;
using protocol::commandError;
using protocol::ServerCode;

namespace {

// Options that are not compared: how an index was built, and the versions of its format.
constexpr std::array<std::string_view, 3> kUncomparedOptions{"2dsphereIndexVersion", "background",
                                                             "textIndexVersion"};
constexpr std::string_view kWildcardProjection = "wildcardProjection";

bool sameOptional(const std::optional<bson::Document>& left,
                  const std::optional<bson::Document>& right)
{
    if (left.has_value() != right.has_value()) {
        return false;
    }
    return !left || bson::compare(left->view(), right->view()) == std::strong_ordering::equal;
}

/// Whether two partial filters have the same meaning: {a: 1, b: 1} and {$and: [{b: 1}, {a: 1}]}.
bool samePartialFilter(const std::optional<bson::Document>& left,
                       const std::optional<bson::Document>& right)
{
    return left.has_value() == right.has_value() && (!left || query::sameFilter(*left, *right));
}

/// Whether two indexes have the same entries, whatever they are called.
bool sameIdentity(const IndexDefinition& left, const IndexDefinition& right)
{
    return protocol::sameKeyPattern(left.key, right.key) && left.unique == right.unique
        && left.sparse == right.sparse && sameOptional(left.collation, right.collation)
        && samePartialFilter(left.partialFilter, right.partialFilter)
        && bson::equal(left.otherOptions[kWildcardProjection],
                       right.otherOptions[kWildcardProjection]);
}

/// Whether every compared option of `left` has the same value in `right`.
bool optionsWithin(bson::DocumentView left, bson::DocumentView right)
{
    return std::ranges::all_of(left, [&](const bson::Element& element) {
        return std::ranges::find(kUncomparedOptions, element.key) != kUncomparedOptions.end()
            || bson::equal(element.value, right[element.key]);
    });
}

bool sameOtherOptions(const IndexDefinition& left, const IndexDefinition& right)
{
    return left.hidden == right.hidden
        && left.expireAfterSeconds.isMissing() == right.expireAfterSeconds.isMissing()
        && bson::equal(left.expireAfterSeconds, right.expireAfterSeconds)
        && optionsWithin(left.otherOptions, right.otherOptions)
        && optionsWithin(right.otherOptions, left.otherOptions);
}

std::string bothEntries(const IndexDefinition& requested, const IndexDefinition& existing)
{
    return "Requested index: " + bson::toShellText(requested.listEntry())
        + ", existing index: " + bson::toShellText(existing.listEntry());
}

Result<IndexNovelty> compareSameName(const IndexDefinition& requested,
                                     const IndexDefinition& existing)
{
    if (!sameIdentity(requested, existing)) {
        return commandError(ServerCode::IndexKeySpecsConflict,
                            "An existing index has the same name as the requested index. When index"
                            " names are not specified, they are auto generated and can cause"
                            " conflicts. Please refer to our documentation. "
                                + bothEntries(requested, existing));
    }
    if (!sameOtherOptions(requested, existing)) {
        return commandError(ServerCode::IndexOptionsConflict,
                            "An equivalent index already exists with the same name but different"
                            " options. "
                                + bothEntries(requested, existing));
    }
    return IndexNovelty::Identical;
}

Error otherNameError(const IndexDefinition& requested, const IndexDefinition& existing)
{
    if (sameOtherOptions(requested, existing)) {
        return commandError(ServerCode::IndexOptionsConflict,
                            "Index already exists with a different name: " + existing.name);
    }
    return commandError(ServerCode::IndexOptionsConflict,
                        "An equivalent index already exists with a different name and options. "
                            + bothEntries(requested, existing));
}

} // namespace

Result<IndexNovelty> compareWithExisting(const IndexDefinition& requested,
                                         std::span<const IndexDefinition> existing)
{
    // the name decides first: with the same name, any difference is an error
    const auto named = std::ranges::find(existing, requested.name, &IndexDefinition::name);
    if (named != existing.end()) {
        return compareSameName(requested, *named);
    }
    const auto equivalent = std::ranges::find_if(
        existing, [&](const IndexDefinition& other) { return sameIdentity(requested, other); });
    if (equivalent != existing.end()) {
        return otherNameError(requested, *equivalent);
    }
    const auto isText
        = [](const IndexDefinition& definition) { return indexPlugin(definition.key) == "text"; };
    if (isText(requested) && std::ranges::any_of(existing, isText)) {
        return commandError(ServerCode::CannotCreateIndex,
                            "only one text index per collection allowed, found existing text"
                            " index");
    }
    return IndexNovelty::New;
}

} // namespace sandglass::engine::definitions
