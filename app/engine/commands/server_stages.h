// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/commands/interrupt.h"
#include "app/engine/query/pipeline.h"
#include "app/protocol/namespace.h"

#include <memory>

namespace sandglass::engine::commands {

class Context;

/// What a pipeline asks of the server around it: other collections, and the stages that describe
/// the server: $collStats, $indexStats, $currentOp, $listSessions. `context` must outlive it.
class ServerStages final : public query::PipelineEnvironment
{
public:
    /// `ns`: what the aggregation runs on; the collection is "$cmd.aggregate" for {aggregate: 1}.
    ServerStages(Context& context, protocol::Namespace ns, std::shared_ptr<Interrupt> interrupt);

    Result<query::DocumentSourcePtr> openCollection(std::string_view collection,
                                                    const query::Filter& filter) override;
    /// Errors: 26 $collStats sizes of a missing collection, 73 and 20 for a stage on the wrong
    /// target, 40324 unknown.
    Result<query::DocumentSourcePtr> openServerStage(std::string_view name,
                                                     bson::ValueView specification) override;
    Result<void> checkInterrupt() override;

private:
    Result<query::DocumentSourcePtr> collectionStats(bson::ValueView specification);
    Result<query::DocumentSourcePtr> indexStats();
    Result<query::DocumentSourcePtr> currentOperations(bson::ValueView specification);

    Context& m_context;
    protocol::Namespace m_ns;
    std::shared_ptr<Interrupt> m_interrupt;
};

} // namespace sandglass::engine::commands
