// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/builder.h"
#include "app/engine/operations/interrupt.h"
#include "app/engine/query/pipeline.h"
#include "app/protocol/namespace.h"

#include <memory>

namespace sandglass::engine::plan {
struct ResolvedView;
}

namespace sandglass::engine::commands {

class Context;

/// What a pipeline asks of the server around it: other collections, and the stages that describe
/// the server: $collStats, $indexStats, $currentOp, $listSessions. `context` must outlive it.
class ServerStages final : public query::PipelineEnvironment
{
public:
    /// `ns`: what the aggregation runs on; the collection is "$cmd.aggregate" for {aggregate: 1}.
    /// `depth`: how many views are being read around it.
    ServerStages(Context& context, protocol::Namespace ns,
                 std::shared_ptr<operations::Interrupt> interrupt, int depth = 0);

    Result<query::DocumentSourcePtr> openCollection(std::string_view collection,
                                                    const query::Filter& filter) override;
    /// Errors: 26 $collStats sizes of a missing collection, 73 and 20 for a stage on the wrong
    /// target, 40324 unknown.
    Result<query::DocumentSourcePtr> openServerStage(std::string_view name,
                                                     bson::ValueView specification) override;
    Result<void> checkInterrupt() override;
    bool findsByIndex(std::string_view collection, std::string_view path) const override;
    std::size_t memoryLimit() const override { return m_memoryLimit; }

    /// Most bytes that a stage may keep from now on.
    void limitMemory(std::size_t bytes) { m_memoryLimit = bytes; }

private:
    Result<query::DocumentSourcePtr> openForeignView(const plan::ResolvedView& view,
                                                     const protocol::Namespace& ns,
                                                     const query::Filter& filter);
    Result<query::DocumentSourcePtr> collectionStats(bson::ValueView specification);
    Result<void> appendLatencyStats(bson::ValueView specification, bson::Builder& stats);
    Result<query::DocumentSourcePtr> indexStats();
    Result<query::DocumentSourcePtr> currentOperations(bson::ValueView specification);

    Context& m_context;
    protocol::Namespace m_ns;
    std::shared_ptr<operations::Interrupt> m_interrupt;
    int m_depth;
    std::size_t m_memoryLimit = query::kStageMemoryBytes;
};

} // namespace sandglass::engine::commands
