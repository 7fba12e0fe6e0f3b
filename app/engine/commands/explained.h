// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/commands/command.h"
#include "app/engine/plan/explain_stage.h"
#include "app/protocol/namespace.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace sandglass::engine::commands {

/// What explain found out about one command. Views live as long as the request.
struct Explained
{
    protocol::Namespace ns;
    bson::DocumentView filter;
    std::shared_ptr<plan::MatchCursor> walk; ///< null when no documents are read
    std::vector<plan::ExplainStage> stages; ///< outermost first
    std::int64_t returned = 0;
    std::vector<bson::DocumentView>
        laterStages; ///< of an aggregation: what follows the leading $match stages
    std::vector<bson::Document> viewStages
        = {}; ///< of a view: what makes its documents, before the later stages
    std::string shape = {}; ///< the query without its values; see shapeOfCommand()
};

/// What all of these take: the explained command, and whether to run it for its counts.
struct ExplainTask
{
    const request::Request& request;
    Context& context;
    std::shared_ptr<operations::Interrupt> interrupt;
    bool execute = false;
};

/// One per command. Writes only find their documents. Errors: those of the command.
Result<Explained> explainFind(const ExplainTask& task);
Result<Explained> explainAggregate(const ExplainTask& task);
Result<Explained> explainCount(const ExplainTask& task);
Result<Explained> explainDistinct(const ExplainTask& task);
Result<Explained> explainDelete(const ExplainTask& task);
Result<Explained> explainUpdate(const ExplainTask& task);
Result<Explained> explainFindAndModify(const ExplainTask& task);

} // namespace sandglass::engine::commands
