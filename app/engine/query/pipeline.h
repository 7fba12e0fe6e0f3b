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

/// A stream of documents; each stage of a pipeline is one that draws from the one before. One
/// thread at a time.
class DocumentSource
{
public:
    virtual ~DocumentSource() = default;
    /// The next document; nullopt at the end. The bytes are the caller's.
    virtual Result<std::optional<bson::Document>> next() = 0;
    /// The same document for who only looks at it: valid until the next call of either function.
    /// Saves a copy where the source has the bytes at hand.
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

/// Most bytes that a stage keeps unless it is told otherwise. MongoDB goes on disk at 100 MB; this
/// server does not.
inline constexpr std::size_t kStageMemoryBytes = std::size_t{512} * 1024 * 1024;

/// What a pipeline needs from the server around it; the commands implement it.
class PipelineEnvironment
{
public:
    virtual ~PipelineEnvironment() = default;
    /// Documents of another collection of the same database ($lookup, $unionWith); an empty stream
    /// when it is missing.
    virtual Result<DocumentSourcePtr> openCollection(std::string_view collection,
                                                     const Filter& filter)
        = 0;
    /// A first stage that only the server can answer: "$collStats", "$indexStats", "$currentOp",
    /// "$listSessions", …
    virtual Result<DocumentSourcePtr> openServerStage(std::string_view name,
                                                      bson::ValueView specification)
        = 0;
    /// Whether openCollection() finds the documents that hold a value at that path by an index; if
    /// not, a join reads the whole collection once instead of once per document.
    virtual bool findsByIndex(std::string_view collection, std::string_view path) const
    {
        static_cast<void>(collection);
        static_cast<void>(path);
        return false;
    }
    /// Most bytes that one stage may keep.
    virtual std::size_t memoryLimit() const { return kStageMemoryBytes; }
    /// False when somebody asked to stop or the time limit passed; then the error to return.
    virtual Result<void> checkInterrupt() = 0;
};

/// What a final $out or $merge asks for. The pipeline ends before it; who runs the pipeline writes
/// its documents.
struct PipelineOutput
{
    enum class Kind { Out, Merge };
    enum class WhenMatched { Replace, KeepExisting, Merge, Fail, Pipeline };
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
};

class PipelinePlan;

/// A parsed aggregation pipeline. Immutable; cheap to copy.
class Pipeline
{
public:
    /// `stages`: an array of one-field documents. Errors: 40324 "Unrecognized pipeline stage name:
    /// '$foo'", 40323 for a stage with other than one field, 40602 and the like for stages in a
    /// wrong place, the stages' own codes.
    static Result<Pipeline> parse(bson::ValueView stages, const EvaluationContext& context);

    /// True when the first stage produces documents itself ($collStats, $indexStats, $currentOp,
    /// $documents): no collection is read.
    bool producesItself() const;
    /// A filter that every document must pass first (leading $match stages); the source may use an
    /// index for it and need not apply it: the pipeline does so again.
    const Filter& leadingFilter() const;
    /// The sort that follows the leading filter directly, if any; a source delivering this order is
    /// not required.
    std::optional<Sort> leadingSort() const;
    /// What a final $out or $merge asks for; nullopt when there is none.
    const std::optional<PipelineOutput>& output() const;
    /// Joins the stages to a source (ignored when producesItself()). The environment must outlive
    /// the result; this pipeline need not. `source` may be null for an empty one.
    Result<DocumentSourcePtr> run(DocumentSourcePtr source, PipelineEnvironment& environment) const;

private:
    std::shared_ptr<const PipelinePlan> m_plan;
};

} // namespace sandglass::engine::query
