// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/definitions/wildcard_projection.h"

#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/engine/plan/index_key.h"
#include "app/engine/query/sort_projection.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace sandglass::engine::definitions {

using protocol::commandError;
using protocol::ServerCode;

namespace {

using bson::Type;
using bson::ValueView;

constexpr std::string_view kAllFields = "$**";
constexpr int kInclusionInExclusion = 31253;
constexpr int kExclusionInInclusion = 31254;
constexpr int kPositional = 31324;
constexpr int kComputedField = 51271;
constexpr int kOverlapInProjection = 7246200;
constexpr int kNoNumber = 7246207;
constexpr int kOverlapWithKey = 7246208;
constexpr int kNotExcluded = 7246210;
constexpr int kMixed = 7246211;

/// Whether a path is the other one or leads to it.
bool isPrefix(std::string_view path, std::string_view of)
{
    return of == path || (of.starts_with(path) && of[path.size()] == '.');
}

/// The paths that a projection includes and those that it excludes, without `_id`.
struct ProjectedPaths
{
    std::vector<std::string_view> included;
    std::vector<std::string_view> excluded;
};

bool isFlag(ValueView value)
{
    return value.isNumber() || value.type() == Type::Bool;
}

/// Whether a value is a document of fields, and not an expression.
bool isNested(ValueView value)
{
    return value.type() == Type::Document
        && (value.asDocument().empty() || !value.asDocument().begin()->key.starts_with('$'));
}

Error unparsable(int code, const std::string& why)
{
    return commandError(code,
                        "Failed to parse projection: wildcardProjection :: caused by :: " + why);
}

/// Checks that a projection only includes or only excludes. Fields of nested documents belong to it
/// as well. `excludes`: what the fields so far do.
Result<void> checkOneKind(bson::DocumentView projection, std::optional<bool>& excludes)
{
    for (const bson::Element& element : projection) {
        if (element.key.ends_with(".$")) {
            return unparsable(kPositional,
                              "Cannot use positional projection in aggregation projection");
        }
        if (isNested(element.value)) {
            TRY(checkOneKind(element.value.asDocument(), excludes));
            continue;
        }
        if (!isFlag(element.value)) {
            return unparsable(kComputedField,
                              "Bad projection specification, cannot use computed fields: "
                                  + bson::toShellText(projection));
        }
        const bool isExcluded = !element.value.toBool();
        if (element.key == "_id") {
            continue;
        }
        if (excludes && *excludes != isExcluded) {
            return unparsable(isExcluded ? kExclusionInInclusion : kInclusionInExclusion,
                              "Cannot do " + std::string(isExcluded ? "exclusion" : "inclusion")
                                  + " on field " + std::string(element.key) + " in "
                                  + (isExcluded ? "inclusion" : "exclusion") + " projection");
        }
        excludes = isExcluded;
    }
    return {};
}

/// Checks the names and that no path leads through another one, as in any projection.
Result<void> checkPaths(bson::DocumentView projection)
{
    bson::Builder paths; // without _id, which may go with either kind
    for (const bson::Element& element : projection) {
        if (element.key != "_id") {
            paths.append(element.key, element.value);
        }
    }
    const bson::Document parsed = paths.take();
    const auto good = query::Projection::parse(parsed, {});
    return good ? Result<void>() : unparsable(good.error().serverCode, good.error().message);
}

Result<void> checkNoOverlap(const std::vector<std::string_view>& paths)
{
    for (std::size_t at = 0; at < paths.size(); ++at) {
        for (std::size_t other = 0; other < paths.size(); ++other) {
            if (at != other && isPrefix(paths[at], paths[other])) {
                return commandError(kOverlapInProjection,
                                    "Fields in Wildcard Projection cannot overlap, however '"
                                        + std::string(paths[at]) + "' is overlapped with '"
                                        + std::string(paths[other]) + "'");
            }
        }
    }
    return {};
}

Result<ProjectedPaths> projectedPaths(bson::DocumentView projection)
{
    ProjectedPaths paths;
    for (const bson::Element& element : projection) {
        if (!isFlag(element.value)) {
            return commandError(kNoNumber,
                                "Fields in wildcardProjection must be numbers, however '"
                                    + std::string(element.key) + "' is a "
                                    + std::string(bson::typeAlias(element.value.type())) + ".");
        }
        (element.value.toBool() ? paths.included : paths.excluded).push_back(element.key);
    }
    return paths;
}

/// Checks the paths against the other fields of a compound index.
Result<void> checkCompound(bson::DocumentView key, bson::DocumentView projection)
{
    const auto paths = projectedPaths(projection);
    TRY(paths);
    TRY(checkNoOverlap(paths->included));
    TRY(checkNoOverlap(paths->excluded));
    const auto covered = [](const std::vector<std::string_view>& some, std::string_view field) {
        return std::ranges::any_of(some,
                                   [&](std::string_view path) { return isPrefix(path, field); });
    };
    for (const bson::Element& field : key) {
        if (field.key == kAllFields) {
            continue;
        }
        if (covered(paths->included, field.key)) {
            return commandError(kOverlapWithKey,
                                "Index Key and Wildcard Projection cannot contain overlapping"
                                " fields, however '"
                                    + std::string(field.key)
                                    + "' index field is overlapping with the wildcardProjection.");
        }
        if (!paths->excluded.empty() && !covered(paths->excluded, field.key)) {
            return commandError(kNotExcluded,
                                "wildcardProjection paths must exclude all regular index fields,"
                                " however '"
                                    + std::string(field.key) + "' is not excluded.");
        }
    }
    const auto onlyId = [](const std::vector<std::string_view>& some) {
        return some.size() == 1 && some.front() == "_id";
    };
    if (!paths->included.empty() && !paths->excluded.empty() && !onlyId(paths->included)
        && !onlyId(paths->excluded)) {
        return commandError(kMixed,
                            "Inclusion and exclusion statements cannot combine in the"
                            " wildcardProjection with an exception of explicitly including _id"
                            " field");
    }
    return {};
}

} // namespace

Result<void> checkWildcardProjection(bson::DocumentView key, ValueView projection)
{
    if (plan::indexPlugin(key) != "wildcard") {
        return commandError(ServerCode::BadValue,
                            "The field 'wildcardProjection' is only allowed in 'wildcard' indexes");
    }
    if (projection.type() != Type::Document) {
        return commandError(ServerCode::TypeMismatch,
                            "The field 'wildcardProjection' must be a non-empty object, but got "
                                + std::string(bson::typeAlias(projection.type())));
    }
    if (!key.contains(kAllFields)) {
        return commandError(ServerCode::FailedToParse,
                            R"(The field 'wildcardProjection' is only allowed when 'key' is)"
                            R"( {"$**": ±1})");
    }
    if (projection.asDocument().empty()) {
        return commandError(ServerCode::FailedToParse,
                            "The 'wildcardProjection' field can't be an empty object");
    }
    if (key.count() > 1) {
        TRY(checkCompound(key, projection.asDocument()));
    }
    std::optional<bool> excludes;
    TRY(checkOneKind(projection.asDocument(), excludes));
    return checkPaths(projection.asDocument());
}

} // namespace sandglass::engine::definitions
