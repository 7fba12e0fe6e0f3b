// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/builder.h"
#include "app/engine/operations/interrupt.h"
#include "app/engine/plan/data_access.h"
#include "app/engine/query/pipeline.h"
#include "app/protocol/namespace.h"

#include <memory>

namespace sandglass::engine::plan {
struct ResolvedView;
}

namespace sandglass::engine::reads {

/// Gives a pipeline access to the server: to other collections, and to the stages that report on
/// the server ($collStats, $indexStats, $currentOp, $listSessions). What `access` refers to
/// must outlive it.
class ServerStages final : public query::PipelineEnvironment
{
public:
    /// `ns`: the target of the aggregation; its collection is "$cmd.aggregate" for {aggregate: 1}.
    /// `depth`: the number of views that are being read around it.
    ServerStages(const plan::DataAccess& access, protocol::Namespace ns,
                 std::shared_ptr<operations::Interrupt> interrupt, int depth = 0);

    /// The matching documents of a collection, view or time series of the same database. Errors
    /// (server): ViewDepthLimitExceeded, those of a view's stages.
    Result<query::DocumentSourcePtr> openCollection(std::string_view collection,
                                                    const query::Filter& filter) override;
    /// The documents of a stage that reports on the server. Errors (server): NamespaceNotFound for
    /// the sizes of a missing collection, CommandNotSupportedOnView, InvalidNamespace for
    /// $currentOp on another target than {aggregate: 1} of admin, FailedToParse, TypeMismatch,
    /// UnknownField, Location40324 for an unknown stage.
    Result<query::DocumentSourcePtr> openServerStage(std::string_view name,
                                                     bson::ValueView specification,
                                                     std::string_view collection) override;
    Result<void> checkInterrupt() override;
    bool findsByIndex(std::string_view collection, std::string_view path,
                      const bson::Collation* collation) const override;
    std::size_t memoryLimit() const override { return m_memoryLimit; }

    /// Sets the memory limit of each stage, in bytes.
    void limitMemory(std::size_t bytes) { m_memoryLimit = bytes; }
    /// Sets the collation of the command, which applies to the views that it joins. May be null.
    void setCollation(bson::CollationPtr collation) { m_collation = std::move(collation); }

private:
    Result<query::DocumentSourcePtr> openForeignView(const plan::ResolvedView& view,
                                                     const protocol::Namespace& ns,
                                                     const query::Filter& filter);
    /// Errors (server): OptionNotSupportedOnView (167) for a view with another collation than the
    /// command's.
    Result<void> checkViewCollation(const protocol::Namespace& ns) const;
    Result<query::DocumentSourcePtr> collectionStats(bson::ValueView specification);
    Result<void> appendLatencyStats(bson::ValueView specification, bson::Builder& stats);
    Result<query::DocumentSourcePtr> indexStats(bson::ValueView specification);
    Result<query::DocumentSourcePtr> sessions(std::string_view name,
                                              bson::ValueView specification) const;
    Result<query::DocumentSourcePtr> planCacheStats(bson::ValueView specification) const;
    Result<query::DocumentSourcePtr> currentOperations(bson::ValueView specification);

    plan::DataAccess m_access; // a copy: cursors keep this object after the command has ended
    protocol::Namespace m_ns;
    std::shared_ptr<operations::Interrupt> m_interrupt;
    int m_depth;
    bson::CollationPtr m_collation;
    std::size_t m_memoryLimit = query::kStageMemoryBytes; // bytes, for each stage
};

} // namespace sandglass::engine::reads
