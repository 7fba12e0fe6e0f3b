// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/plan/date_question.h"

#include "app/bson/path.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sandglass::engine::plan {

namespace {

using bson::Element;
using bson::Type;
using catalog::DatePrecision;

constexpr std::string_view kNoRange = "the filter is not a range of dates of one field";
constexpr std::string_view kNoCounting
    = "the stage after $match is no $count, $group or $bucket that only counts by the date";
constexpr std::string_view kNotByDates = "the index does not count by date just now";

/// Whether a part of a path is a number. In an expression it is only a field's name, in an index
/// also a position in an array, so the two would group by different values.
bool hasPosition(std::string_view path)
{
    while (true) {
        const std::size_t dot = path.find('.');
        if (bson::arrayPosition(path.substr(0, dot))) {
            return true;
        }
        if (dot == std::string_view::npos) {
            return false;
        }
        path.remove_prefix(dot + 1);
    }
}

/// Reads the stage after $match; false when it does more than count by the date.
bool readGrouping(const Element& stage, DateQuestion& question)
{
    if (const auto counting = countingStage(stage)) {
        question.grouping = OneDateGroup{counting->groupId};
        question.shown = counting->shown;
        return true;
    }
    const std::string_view field = question.filter.field;
    if (hasPosition(field) || stage.value.type() != Type::Document) {
        return false;
    }
    const bson::DocumentView specification = stage.value.asDocument();
    if (stage.key == "$bucket") {
        auto buckets = dateBuckets(stage.value, field, question.shown);
        if (buckets) {
            question.grouping = std::move(*buckets);
        }
        return buckets.has_value();
    }
    if (stage.key != "$group") {
        return false;
    }
    const auto truncation = dateTruncation(specification["_id"], field);
    auto shown = countedGroup(specification);
    if (!truncation || !shown) {
        return false;
    }
    question.grouping = *truncation;
    question.shown = std::move(*shown);
    return true;
}

/// The oldest and newest date in the range; nullopt when it has none, or when the index does not
/// count by date (then `whyNot` is set).
Result<std::optional<catalog::DateClass>> presentDates(const DateRangeFilter& range,
                                                       const catalog::Collection& collection,
                                                       std::string_view indexName,
                                                       std::string_view& whyNot)
{
    DateGroups all(range.from);
    all.extend(range.to.millis, all.add({}));
    const auto found = collection.dateClasses(indexName, all.bounds(), DatePrecision::Exact);
    TRY(found);
    if (!*found) {
        whyNot = kNotByDates;
    }
    if (!*found || (*found)->classes.back().documents == 0) {
        return std::optional<catalog::DateClass>();
    }
    return std::optional((*found)->classes.back());
}

/// The groups for the dates of the range; nullopt when there are no dates, or too many groups (then
/// `whyNot` is set).
Result<std::optional<DateGroups>> groupsFor(const DateQuestion& question,
                                            const catalog::Collection& collection,
                                            std::string_view indexName, std::string_view& whyNot)
{
    const DateRangeFilter& range = question.filter;
    if (range.isEmpty()) {
        return std::optional<DateGroups>();
    }
    if (const auto* one = std::get_if<OneDateGroup>(&question.grouping)) {
        DateGroups groups(range.from);
        groups.extend(range.to.millis, groups.add(bson::Value(one->id)));
        return std::optional(std::move(groups));
    }
    if (const auto* buckets = std::get_if<DateBuckets>(&question.grouping)) {
        return std::optional(bucketGroups(*buckets, range.from, range.to));
    }
    // $dateTrunc over an open range would give endless bins; only those with dates matter
    const auto present = presentDates(range, collection, indexName, whyNot);
    TRY(present);
    if (!*present) {
        return std::optional<DateGroups>();
    }
    auto groups = truncatedGroups(std::get<DateTruncation>(question.grouping), (*present)->oldest,
                                  (*present)->newest);
    if (!groups) {
        whyNot = "$dateTrunc makes too many groups";
    }
    return groups;
}

bool hasUngrouped(const DateGroups& groups)
{
    return std::ranges::find(groups.groups(), DateGroups::kNoGroup) != groups.groups().end();
}

DateAnswer answerFrom(const DateQuestion& question, const DateGroups& groups,
                      const CountedGroups& counted)
{
    DateAnswer answer;
    answer.byDirectory = counted.byDirectory;
    answer.mostOff = counted.mostOff;
    for (std::size_t i = 0; i < counted.documents.size(); ++i) {
        const std::int64_t documents = counted.documents[i];
        answer.documents += documents;
        if (documents > 0) {
            answer.groups.push_back(question.shown.document(groups.ids()[i], documents));
        }
    }
    return answer;
}

} // namespace

bool DateQuestion::allowsArrays() const
{
    return std::holds_alternative<OneDateGroup>(grouping) && !filter.hasLower;
}

DateQuestionFit countQuestion(bson::DocumentView filter)
{
    auto range = dateRangeFilter(filter);
    if (!range) {
        return {std::nullopt, kNoRange};
    }
    DateQuestion question;
    question.filter = std::move(*range);
    return {std::move(question), {}};
}

DateQuestionFit pipelineQuestion(bson::ValueView stages)
{
    std::array<Element, 2> first;
    std::size_t read = 0;
    for (const Element& stage : stages.asDocument()) {
        if (read == first.size() || stage.value.asDocument().empty()) {
            break;
        }
        first[read++] = *stage.value.asDocument().begin();
    }
    if (read < first.size() || first[0].key != "$match"
        || first[0].value.type() != Type::Document) {
        return {std::nullopt, "the pipeline does not begin with a $match and a stage that counts"};
    }
    auto fit = countQuestion(first[0].value.asDocument());
    if (fit.question && !readGrouping(first[1], *fit.question)) {
        return {std::nullopt, kNoCounting};
    }
    return fit;
}

Result<DateAnswerFit> answerQuestion(const DateQuestion& question,
                                     const catalog::Collection& collection,
                                     std::string_view indexName, DatePrecision precision)
{
    std::string_view whyNot;
    const auto groups = groupsFor(question, collection, indexName, whyNot);
    TRY(groups);
    if (!whyNot.empty()) {
        return DateAnswerFit{std::nullopt, whyNot};
    }
    if (!*groups) {
        return DateAnswerFit{DateAnswer{{}, 0, true, 0}, {}};
    }
    if (precision == DatePrecision::Bounded && hasUngrouped(**groups)) {
        return DateAnswerFit{std::nullopt, "$bucket has no default and not all dates lie inside"};
    }
    auto counted = countGroups(collection, indexName, **groups, precision);
    TRY(counted);
    if (!*counted) {
        return DateAnswerFit{std::nullopt, kNotByDates};
    }
    if ((*counted)->ungrouped > 0) { // an error; running the stage gives its text
        return DateAnswerFit{std::nullopt, "a date lies in no bucket"};
    }
    return DateAnswerFit{answerFrom(question, **groups, **counted), {}};
}

} // namespace sandglass::engine::plan
