// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/plan/counted_group.h"
#include "app/engine/plan/date_buckets.h"
#include "app/engine/plan/date_range_filter.h"
#include "app/engine/plan/date_truncation.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

namespace sandglass::engine::plan {

/// All dates of the range in one group.
struct OneDateGroup
{
    bson::ValueView id; ///< the group's _id
};

/// A query for the number of documents with a date in a range, by groups. Views are valid as long
/// as the command.
struct DateQuestion
{
    DateRangeFilter filter;
    std::variant<OneDateGroup, DateTruncation, DateBuckets> grouping;
    CountedGroup shown; ///< the output of each group; unused for a count

    /// Whether the index counts documents with an array correctly: the filter matches such a
    /// document exactly if it matches the earliest date, and all matches are in one group.
    bool allowsArrays() const;
};

/// A query for dates, or the reason why the command is not one.
struct DateQuestionFit
{
    std::optional<DateQuestion> question;
    std::string_view whyNot; ///< an English clause
};

/// Reads the filter of a count.
DateQuestionFit countQuestion(bson::DocumentView filter);
/// Reads the first two stages of a pipeline that Pipeline::parse() has accepted: a $match, and a
/// $count, $group or $bucket that only counts.
DateQuestionFit pipelineQuestion(bson::ValueView stages);

/// The result of a DateQuestion or DateGrouping.
struct DateAnswer
{
    std::vector<bson::Document> groups; ///< the stages' result; meaningless for a count
    std::int64_t documents = 0; ///< in all groups together
    bool byDirectory = false; ///< as in catalog::DateClassification
    std::int64_t mostOff = 0; ///< each number is wrong by at most this; 0: exact
};

/// A result, or the reason why there is none.
struct DateAnswerFit
{
    std::optional<DateAnswer> answer;
    std::string_view whyNot; ///< an English clause
};

/// Answers with an index that ttlIndexFor() returned. No answer when the documents must be read.
/// Errors: QueryPlanKilled (server) when the index was dropped, Storage.
Result<DateAnswerFit> answerQuestion(const DateQuestion& question,
                                     const catalog::Collection& collection,
                                     std::string_view indexName, catalog::DatePrecision precision);

} // namespace sandglass::engine::plan
