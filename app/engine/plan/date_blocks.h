// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/plan/date_grouping.h"
#include "app/engine/plan/date_question.h"
#include "app/engine/plan/explain_stage.h"
#include "app/protocol/namespace.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace sandglass::engine::catalog {
class Catalog;
}

namespace sandglass::engine::request {
struct EngineFacts;
}

namespace sandglass::engine::plan {

/// Where the collections are, and what server they are shown by.
struct DatesPlace
{
    const catalog::Catalog& catalog;
    const request::EngineFacts& facts;
};

/// A count or the first stages of a pipeline, as an index's directory of date blocks answers them.
struct DateBlocks
{
    std::shared_ptr<catalog::Collection> collection;
    catalog::IndexInfo index;
    std::variant<DateQuestion, DateGrouping> question;
    std::size_t stages = 0; ///< of the pipeline that are answered
};

/// The way, or why there is none.
struct DateBlocksFit
{
    std::optional<DateBlocks> blocks;
    std::string_view whyNot; ///< an English clause
};

/// A count with that filter. `hint`: as in QueryShape. The result views into `filter`.
DateBlocksFit dateBlocksForCount(const DatesPlace& place, const protocol::Namespace& ns,
                                 bson::DocumentView filter, bson::ValueView hint);
/// A pipeline that Pipeline::parse() has taken. The result views into `stages`.
DateBlocksFit dateBlocksForPipeline(const DatesPlace& place, const protocol::Namespace& ns,
                                    bson::ValueView stages, bson::ValueView hint);

/// The answer, exact or (with Bounded) from the directory alone; none when documents have to be
/// read after all. Errors: 175, Storage.
Result<DateAnswerFit> answerByBlocks(const DateBlocks& blocks, catalog::DatePrecision precision);

/// Error 2 for {sandglassBounded: true} where the directory cannot answer.
Error boundedRefused(std::string_view whyNot);

/// The way in one line, for the profiler: "DATE_BLOCKS { t: 1 }".
std::string planSummary(const DateBlocks& blocks);

/// DATE_BLOCKS as explain shows it. `answer`: what running it gave; null when it was not run.
/// `returned`: groups, or for a count the documents counted.
ExplainStage dateBlocksStage(const DateBlocks& blocks, const DateAnswer* answer,
                             catalog::DatePrecision precision);

} // namespace sandglass::engine::plan
