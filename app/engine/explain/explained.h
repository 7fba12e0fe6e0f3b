// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/plan/explain_stage.h"
#include "app/engine/request/request.h"
#include "app/engine/writes/write_access.h"
#include "app/protocol/namespace.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace sandglass::engine::explain {

/// The plan of a command and, if it was executed, its counts. Views are valid as long as the
/// request.
struct Explained
{
    protocol::Namespace ns;
    bson::DocumentView filter;
    std::shared_ptr<plan::MatchCursor> walk; ///< null when no documents are read
    std::vector<plan::ExplainStage> stages; ///< outermost first
    std::int64_t returned = 0; ///< documents returned by the command
    std::vector<bson::DocumentView>
        laterStages; ///< of an aggregation: the stages that the planner does not take over
    std::vector<bson::Document> viewStages
        = {}; ///< of a view: its own stages, which come before the later ones
    std::string shape = {}; ///< the query without its values; see shapeOfCommand()
};

/// A command to explain.
struct ExplainTask
{
    const request::Request& request;
    const writes::WriteAccess& access;
    std::shared_ptr<operations::Interrupt> interrupt; ///< not null
    bool execute = false; ///< run it, for its counts
};

/// Explains a find. Errors, of all these functions: those of the command.
Result<Explained> explainFind(const ExplainTask& task);
/// Explains an aggregate; $out and $merge are not executed.
Result<Explained> explainAggregate(const ExplainTask& task);
/// Explains a count.
Result<Explained> explainCount(const ExplainTask& task);
/// Explains a distinct.
Result<Explained> explainDistinct(const ExplainTask& task);
/// Explains a delete with one statement; deletes nothing.
Result<Explained> explainDelete(const ExplainTask& task);
/// Explains an update with one statement; changes nothing.
Result<Explained> explainUpdate(const ExplainTask& task);
/// Explains a findAndModify; changes nothing.
Result<Explained> explainFindAndModify(const ExplainTask& task);

} // namespace sandglass::engine::explain
