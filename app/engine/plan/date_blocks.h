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

/// The catalog in which to look for the index, and the server whose properties restrict its use.
struct DatesPlace
{
    const catalog::Catalog& catalog;
    const request::EngineFacts& facts;
    const bson::Collation* collation = nullptr; ///< of the command; may be null
};

/// A count, or the first stages of a pipeline, that the block directory of an index answers.
struct DateBlocks
{
    std::shared_ptr<catalog::Collection> collection;
    catalog::IndexInfo index;
    std::variant<DateQuestion, DateGrouping> question;
    std::size_t stages = 0; ///< number of the pipeline's stages that are answered; 0 for a count
};

/// A plan that uses the block directory, or the reason why there is none.
struct DateBlocksFit
{
    std::optional<DateBlocks> blocks;
    std::string_view whyNot; ///< an English clause for the error of {sandglassBounded: true}
};

/// The plan for a count with that filter. `hint`: as in QueryShape. The result views into `filter`.
DateBlocksFit dateBlocksForCount(const DatesPlace& place, const protocol::Namespace& ns,
                                 bson::DocumentView filter, bson::ValueView hint);
/// The plan for a pipeline that Pipeline::parse() has accepted. The result views into `stages`.
DateBlocksFit dateBlocksForPipeline(const DatesPlace& place, const protocol::Namespace& ns,
                                    bson::ValueView stages, bson::ValueView hint);

/// Executes the plan, exactly or (Bounded) from the directory alone. No answer when documents must
/// be read after all. Errors: QueryPlanKilled (server) when the index was dropped, Storage.
Result<DateAnswerFit> answerByBlocks(const DateBlocks& blocks, catalog::DatePrecision precision);

/// The error BadValue for {sandglassBounded: true} where the directory cannot answer. `whyNot`: an
/// English clause.
Error boundedRefused(std::string_view whyNot);

/// The plan in one line, for the profiler: "DATE_BLOCKS { t: 1 }".
std::string planSummary(const DateBlocks& blocks);

/// The stage DATE_BLOCKS as explain shows it. `answer`: the result of executing the plan; null when
/// it was not executed. The stage's `returned` is the number of groups, or for a count the number
/// of documents counted.
ExplainStage dateBlocksStage(const DateBlocks& blocks, const DateAnswer* answer,
                             catalog::DatePrecision precision);

} // namespace sandglass::engine::plan
