// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/query/filter.h"
#include "app/engine/query/sort_projection.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::engine::query {

/// A stream of documents. Each stage of a pipeline reads from the previous one. Not thread-safe.
class DocumentSource
{
public:
    virtual ~DocumentSource() = default;
    /// The next document, owned by the caller; nullopt at the end. Errors: the stage's.
    virtual Result<std::optional<bson::Document>> next() = 0;
    /// As next(), but only a view: valid until the next call of either function. Saves a copy where
    /// the source already has the bytes.
    virtual Result<std::optional<bson::DocumentView>> nextView()
    {
        auto document = next();
        TRY(document);
        if (!document->has_value()) {
            return std::optional<bson::DocumentView>();
        }
        m_shown = std::move(**document);
        return std::optional(m_shown.view());
    }

private:
    bson::Document m_shown;
};

using DocumentSourcePtr = std::unique_ptr<DocumentSource>;

/// Default memory limit of a stage, in bytes. MongoDB writes to disk beyond 100 MB; this engine
/// does not.
inline constexpr std::size_t kStageMemoryBytes = std::size_t{512} * 1024 * 1024;

/// What a pipeline needs from the server. The commands implement it.
class PipelineEnvironment
{
public:
    virtual ~PipelineEnvironment() = default;
    /// The documents of another collection of the same database ($lookup, $unionWith). An empty
    /// stream when it does not exist.
    virtual Result<DocumentSourcePtr> openCollection(std::string_view collection,
                                                     const Filter& filter)
        = 0;
    /// A first stage that only the server can provide: "$collStats", "$indexStats", "$currentOp",
    /// "$listSessions", … `collection`: what it reports on; empty: the command's.
    virtual Result<DocumentSourcePtr> openServerStage(std::string_view name,
                                                      bson::ValueView specification,
                                                      std::string_view collection)
        = 0;
    /// Whether openCollection() can find documents by the value at that path with an index. If not,
    /// a join reads the collection once instead of once per document. `collation`: of the
    /// comparison; may be null.
    virtual bool findsByIndex(std::string_view collection, std::string_view path,
                              const bson::Collation* collation) const
    {
        static_cast<void>(collection);
        static_cast<void>(path);
        static_cast<void>(collation);
        return false;
    }
    /// Memory limit of one stage, in bytes.
    virtual std::size_t memoryLimit() const { return kStageMemoryBytes; }
    /// Fails when the operation was cancelled or its time limit has passed. Errors: the one to
    /// return.
    virtual Result<void> checkInterrupt() = 0;
};

/// The request of a final $out or $merge. The pipeline ends before that stage; the caller writes
/// the documents.
struct PipelineOutput
{
    /// The stage.
    enum class Kind { Out, Merge };
    /// What $merge does with a document that exists.
    enum class WhenMatched { Replace, KeepExisting, Merge, Fail, Pipeline };
    /// What $merge does with a document that does not exist.
    enum class WhenNotMatched { Insert, Discard, Fail };

    Kind kind = Kind::Out;
    std::string database; ///< empty: the database of the command
    std::string collection;
    bson::Value timeseries; ///< $out only: the document of options; Missing when not given
    std::vector<std::string> on; ///< $merge only: empty means _id
    WhenMatched whenMatched = WhenMatched::Merge;
    bson::Value pipeline; ///< the array for WhenMatched::Pipeline
    bson::Value
        let; ///< expressions over the incoming document ("$$new" is it); Missing when not given
    WhenNotMatched whenNotMatched = WhenNotMatched::Insert;
    EvaluationContext context; ///< of the command: `let` and `pipeline` see its variables
};

class PipelinePlan;

/// A parsed aggregation pipeline. Immutable; cheap to copy.
class Pipeline
{
public:
    /// Parses an array of one-field documents. Errors (server): location codes for an unknown stage
    /// ("Unrecognized pipeline stage name: '$foo'"), a stage with more or fewer than one field, a
    /// stage in a wrong place; the stages' own.
    static Result<Pipeline> parse(bson::ValueView stages, const EvaluationContext& context);

    /// Whether the first stage produces documents itself ($collStats, $indexStats, $currentOp,
    /// $documents), so that no collection is read.
    bool producesItself() const;
    /// The filter of the leading $match stages. The source may use it to choose an index. It need
    /// not apply it: the pipeline does.
    const Filter& leadingFilter() const;
    /// The sort that directly follows the leading filter, if any. A source may deliver this order;
    /// it need not.
    std::optional<Sort> leadingSort() const;
    /// The request of a final $out or $merge; nullopt when there is none.
    const std::optional<PipelineOutput>& output() const;
    /// Connects the stages to a source (ignored if producesItself(); null means empty).
    /// `environment` must outlive the result; this pipeline need not. Errors: the stages'.
    Result<DocumentSourcePtr> run(DocumentSourcePtr source, PipelineEnvironment& environment) const;

private:
    std::shared_ptr<const PipelinePlan> m_plan;
};

} // namespace sandglass::engine::query
