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
    bson::ValueView id;
};

/// How many documents have a date of a range, by groups. Views live as long as the command.
struct DateQuestion
{
    DateRangeFilter filter;
    std::variant<OneDateGroup, DateTruncation, DateBuckets> grouping;
    CountedGroup shown;

    /// Whether the filter matches a document with an array exactly if its earliest date does, and
    /// the grouping takes arrays.
    bool allowsArrays() const;
};

/// A question, or why there is none.
struct DateQuestionFit
{
    std::optional<DateQuestion> question;
    std::string_view whyNot; ///< an English clause
};

/// Reads the filter of a count.
DateQuestionFit countQuestion(bson::DocumentView filter);
/// Reads the first two stages of a pipeline that Pipeline::parse() has taken: a $match, and a
/// $count, $group or $bucket that only counts.
DateQuestionFit pipelineQuestion(bson::ValueView stages);

/// What an index tells.
struct DateAnswer
{
    std::vector<bson::Document> groups; ///< of the pipeline; without meaning for a count
    std::int64_t documents = 0; ///< in all groups together
    bool byDirectory = false; ///< as in catalog::DateClassification
    std::int64_t mostOff = 0; ///< each number is off by at most this
};

/// The answer, or why there is none.
struct DateAnswerFit
{
    std::optional<DateAnswer> answer;
    std::string_view whyNot; ///< an English clause
};

/// Answers from an index that ttlIndexFor() gave. Errors: 175, Storage.
Result<DateAnswerFit> answerQuestion(const DateQuestion& question,
                                     const catalog::Collection& collection,
                                     std::string_view indexName, catalog::DatePrecision precision);

} // namespace sandglass::engine::plan
