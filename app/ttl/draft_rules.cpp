// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ttl/draft_rules.h"

#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/bson/validate.h"
#include "app/protocol/limits.h"
#include "app/protocol/names.h"

#include <algorithm>

namespace sandglass::ttl {

namespace {

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view kSpace = " \t\r\n";
    const std::size_t first = text.find_first_not_of(kSpace);
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

// Text that BSON can hold as a key: no NUL, valid UTF-8.
bool isKeyText(std::string_view text)
{
    if (text.find('\0') != std::string_view::npos) {
        return false;
    }
    return bson::validate(bson::makeDocument("", text).bytes()).has_value();
}

bool isFieldName(std::string_view name, bool first)
{
    if (name.empty()) {
        return false;
    }
    // the fields of a database reference are the only indexable names that begin with a dollar
    const bool ofReference = !first && (name == "$id" || name == "$ref" || name == "$db");
    return name.front() != '$' || ofReference;
}

bool isWildcard(std::string_view path)
{
    return path == "$**" || path.ends_with(".$**");
}

bool isIndexName(const std::string& name)
{
    // dropIndexes reads "*" as all indexes; "_id_" is the name of the index on _id
    return isKeyText(name) && name != "*" && name != "_id_";
}

std::optional<DraftProblem> filterProblem(const TtlIndexDraft& draft, const DraftDialect& dialect)
{
    const auto filter = filterOf(draft);
    if (!filter) {
        return DraftProblem{DraftField::PartialFilter, DraftRule::FilterNotJson,
                            filter.error().message, true,
                            bson::parseJson(draft.partialFilterJson).error()};
    }
    if (!*filter) {
        return std::nullopt;
    }
    if (auto word = unsupportedInPartialFilter(**filter, dialect.grammar)) {
        return DraftProblem{DraftField::PartialFilter, DraftRule::FilterNotSupported, *word};
    }
    return std::nullopt;
}

} // namespace

std::optional<DraftRule> fieldProblem(std::string_view path)
{
    if (path.empty()) {
        return DraftRule::FieldEmpty;
    }
    if (path == "_id") {
        return DraftRule::FieldIsId;
    }
    if (isWildcard(path)) {
        return DraftRule::FieldWildcard;
    }
    if (!isKeyText(path)) {
        return DraftRule::FieldNameInvalid;
    }
    // as BSON, {path: int32} takes 11 bytes besides the path: document length 4, type 1, NUL 1,
    // int32 4, end 1
    if (path.size() + 11 > protocol::kMaxKeyPatternBytes) {
        return DraftRule::FieldNameInvalid;
    }

    bool first = true;
    for (std::string_view rest = path;;) {
        const std::size_t dot = rest.find('.');
        if (!isFieldName(rest.substr(0, dot), first)) {
            return DraftRule::FieldNameInvalid;
        }
        if (dot == std::string_view::npos) {
            return std::nullopt;
        }
        rest.remove_prefix(dot + 1);
        first = false;
    }
}

bool canBeFollowed(std::string_view path)
{
    constexpr int kMostExpressions = 4'096; // about a megabyte
    int expressions = 1;
    for (std::size_t dot = path.find('.'); dot != std::string_view::npos; dot = path.find('.')) {
        path.remove_prefix(dot + 1);
        const std::string_view part = path.substr(0, path.find('.'));
        const bool number = part.find_first_not_of("0123456789") == std::string_view::npos;
        expressions *= number ? 3 : 2;
        if (expressions > kMostExpressions) {
            return false;
        }
    }
    return true;
}

std::variant<std::int64_t, DraftRule> secondsOf(const TtlIndexDraft& draft,
                                                const DraftDialect& dialect)
{
    if (draft.atStoredDate) {
        // Cosmos DB counts from the last write and reads no date field, so this mode means nothing
        if (dialect.cosmos) {
            return DraftRule::DurationZero;
        }
        return std::int64_t{0};
    }
    if (!draft.seconds) {
        return DraftRule::DurationEmpty;
    }
    const std::int64_t seconds = *draft.seconds;
    if (seconds == 0) {
        return DraftRule::DurationZero;
    }
    if (seconds < (dialect.cosmos ? -1 : 0)) {
        return DraftRule::DurationNegative;
    }
    if (seconds > protocol::kMaxExpireAfterSeconds) {
        return DraftRule::DurationTooLarge;
    }
    return seconds;
}

bson::Document keyOf(const TtlIndexDraft& draft)
{
    return bson::makeDocument(draft.field, draft.descending ? -1 : 1);
}

std::string nameOf(const TtlIndexDraft& draft)
{
    return draft.name.empty() ? protocol::generatedIndexName(keyOf(draft)) : draft.name;
}

Result<std::optional<bson::Document>> filterOf(const TtlIndexDraft& draft)
{
    if (trimmed(draft.partialFilterJson).empty()) {
        return std::optional<bson::Document>();
    }
    auto parsed = bson::fromJson(draft.partialFilterJson);
    TRY(parsed);
    return std::optional(std::move(*parsed));
}

std::vector<DraftProblem> ownProblems(const TtlIndexDraft& draft, const DraftDialect& dialect)
{
    std::vector<DraftProblem> problems;
    if (const auto rule = fieldProblem(draft.field)) {
        problems.push_back({DraftField::Field, *rule, draft.field});
    }
    const auto seconds = secondsOf(draft, dialect);
    if (const auto* rule = std::get_if<DraftRule>(&seconds)) {
        problems.push_back({DraftField::Duration, *rule, {}});
    }
    if (!draft.name.empty() && !isIndexName(draft.name)) {
        problems.push_back({DraftField::Name, DraftRule::NameInvalid, draft.name});
    }
    if (auto problem = filterProblem(draft, dialect)) {
        problems.push_back(std::move(*problem));
    }
    return problems;
}

} // namespace sandglass::ttl
