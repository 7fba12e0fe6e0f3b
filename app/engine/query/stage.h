// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/query/expression_node.h"
#include "app/engine/query/held_memory.h"
#include "app/engine/query/pipeline.h"
#include "app/engine/query/work_memory.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace sandglass::engine::query {

/// A parsed stage. Immutable; any thread.
class Stage
{
public:
    Stage() = default;
    Stage(const Stage&) = delete;
    Stage& operator=(const Stage&) = delete;
    virtual ~Stage() = default;
    /// Connects the stage to its input and returns its output. Stage and environment must outlive
    /// it.
    virtual Result<DocumentSourcePtr> open(DocumentSourcePtr input,
                                           PipelineEnvironment& environment) const = 0;
};

using StagePtr = std::shared_ptr<const Stage>;

/// A stage, with what the pipeline must know to check and merge stages.
struct StageItem
{
    std::string_view name;
    StagePtr stage;
    std::optional<bson::Document> match = {}; ///< the filter of $match
    std::optional<Sort> sort = {}; ///< of $sort
    std::optional<std::int64_t> limit = {}; ///< of $limit
    std::optional<std::int64_t> skip = {}; ///< of $skip
};

/// What contains a pipeline. Some stages are not allowed everywhere.
enum class Surroundings { Top, Facet, Lookup, Union };

/// The context in which a list of stages is parsed.
struct StageContext
{
    const EvaluationContext& evaluation;
    Surroundings surroundings = Surroundings::Top;
    int depth = 0; ///< number of enclosing pipelines
    std::string_view collection = {}; ///< that an enclosed pipeline reads; empty: the command's
    bool insideFacet = false; ///< a $facet contains the pipeline, or one that encloses it
};

/// A list of stages during parsing.
struct StageList
{
    StageContext context;
    std::vector<StageItem> items;
    std::optional<PipelineOutput> output = {};
};

/// Parses a stage's specification and appends one or more stages. Errors: the stage's.
using StageParse = Result<void> (*)(bson::ValueView specification, StageList& list);

/// Where a stage may stand. FirstProducing: only first, and it produces documents itself.
enum class StagePlace { Anywhere, FirstProducing, Last };

/// The levels of a command's readConcern that a stage accepts.
enum class StageLevels { All, Local, Majority, AllButLinearizable };

/// A stage that pipelines may use.
struct StageEntry
{
    std::string_view name;
    StageParse parse;
    StagePlace place = StagePlace::Anywhere;
    bool inFacet = true; ///< allowed inside $facet
    bool stable = true; ///< part of API version 1
    StageLevels levels = StageLevels::All;
};

/// The stage of that name; nullptr for an unknown one.
const StageEntry* findStage(std::string_view name);

/// Whether the command's readConcern and API version allow the stage. Errors (server):
/// ApiStrictError, InvalidOptions.
Result<void> checkCommandAllows(const StageEntry& entry, bson::ValueView specification,
                                const EvaluationContext& context);

/// A parsed pipeline.
class PipelinePlan
{
public:
    /// Parses a list of stages. Errors: as Pipeline::parse(); MaxSubPipelineDepthExceeded (server
    /// error).
    static Result<std::shared_ptr<const PipelinePlan>> parse(bson::ValueView stages,
                                                             const StageContext& context);
    /// Connects the stages. The result keeps `plan` alive.
    static Result<DocumentSourcePtr> run(const std::shared_ptr<const PipelinePlan>& plan,
                                         DocumentSourcePtr source,
                                         PipelineEnvironment& environment);

    Filter leadingFilter;
    std::optional<Sort> leadingSort;
    std::vector<StagePtr> stages;
    bool producesItself = false;
    std::optional<PipelineOutput> output;

private:
    /// Collects the leading filter and sort.
    Result<void> readLeading(const std::vector<StageItem>& items, const EvaluationContext& context);
    /// Merges stages that can run as one, such as $sort with $limit.
    void joinStages(std::vector<StageItem> items);
};

/// Checks for interruption every 256 documents; a check for each one would cost too much.
class InterruptGate
{
public:
    explicit InterruptGate(PipelineEnvironment& environment)
        : m_environment(environment)
    {
    }
    /// Call once per document. Errors: PipelineEnvironment::checkInterrupt()'s.
    Result<void> pass()
    {
        constexpr std::uint32_t kEvery = 256;
        return ++m_count % kEvery == 0 ? m_environment.checkInterrupt() : Result<void>();
    }

private:
    PipelineEnvironment& m_environment;
    std::uint32_t m_count = 0;
};

/// The memory limit of a stage, and its part of what all stages may have. Must live as long as what
/// it counts.
class MemoryBudget
{
public:
    /// `stage`: as WorkMemory's taker.
    MemoryBudget(std::string_view stage, const PipelineEnvironment& environment)
        : m_stage(stage)
        , m_most(environment.memoryLimit())
        , m_work(stage)
    {
    }
    /// Charges memory. Errors (server): QueryExceededMemoryLimit when the stage has too much,
    /// ExceededMemoryLimit when all stages together have.
    Result<void> take(std::size_t bytes);
    /// Returns memory that was charged.
    void give(std::size_t bytes);
    /// Bytes that are charged.
    std::size_t used() const { return m_used; }

private:
    std::string_view m_stage;
    std::size_t m_most;
    std::size_t m_used = 0;
    WorkMemory m_work;
};

/// A source of documents that are in memory.
class MemorySource final : public DocumentSource
{
public:
    explicit MemorySource(std::vector<bson::Document> documents)
        : m_documents(std::move(documents))
    {
        for (const bson::Document& document : m_documents) {
            m_held.take(document.bytes().size());
        }
    }
    Result<std::optional<bson::Document>> next() override
    {
        if (m_next == m_documents.size()) {
            return std::optional<bson::Document>();
        }
        m_held.give(m_documents[m_next].bytes().size());
        return std::optional<bson::Document>(std::move(m_documents[m_next++]));
    }

private:
    std::vector<bson::Document> m_documents;
    std::size_t m_next = 0;
    HeldMemory m_held;
};

/// Reads a source to its end. Errors: the source's; those of the budget and of an interruption.
Result<std::vector<bson::Document>> drain(DocumentSource& source, MemoryBudget& budget,
                                          PipelineEnvironment& environment);

/// A source that reads all its input before it returns the first document. `Work`:
/// Result<std::vector<bson::Document>>(DocumentSource&, PipelineEnvironment&).
template <typename Work>
class BlockingSource final : public DocumentSource
{
public:
    BlockingSource(DocumentSourcePtr input, PipelineEnvironment& environment, Work work)
        : m_input(std::move(input))
        , m_environment(environment)
        , m_work(std::move(work))
    {
    }
    Result<std::optional<bson::Document>> next() override
    {
        if (!m_output) {
            Result<std::vector<bson::Document>> output = m_work(*m_input, m_environment);
            TRY(output);
            m_output.emplace(std::move(*output));
            m_input.reset();
        }
        return m_output->next();
    }

private:
    DocumentSourcePtr m_input;
    PipelineEnvironment& m_environment;
    Work m_work;
    std::optional<MemorySource> m_output;
};

/// A BlockingSource of that work.
template <typename Work>
DocumentSourcePtr blockingSource(DocumentSourcePtr input, PipelineEnvironment& environment,
                                 Work work)
{
    return std::make_unique<BlockingSource<Work>>(std::move(input), environment, std::move(work));
}

/// A source that maps each document to one document or none. `Change`:
/// Result<std::optional<bson::Document>>(bson::Document).
template <typename Change>
class ChangingSource final : public DocumentSource
{
public:
    ChangingSource(DocumentSourcePtr input, PipelineEnvironment& environment, Change change)
        : m_input(std::move(input))
        , m_gate(environment)
        , m_change(std::move(change))
    {
    }
    Result<std::optional<bson::Document>> next() override
    {
        while (true) {
            Result<std::optional<bson::Document>> document = m_input->next();
            if (!document || !*document) {
                return document;
            }
            Result<std::optional<bson::Document>> changed = m_change(std::move(**document));
            if (!changed || *changed) {
                return changed;
            }
            TRY(m_gate.pass());
        }
    }

private:
    DocumentSourcePtr m_input;
    InterruptGate m_gate;
    Change m_change;
};

/// A ChangingSource of that change.
template <typename Change>
DocumentSourcePtr changingSource(DocumentSourcePtr input, PipelineEnvironment& environment,
                                 Change change)
{
    return std::make_unique<ChangingSource<Change>>(std::move(input), environment,
                                                    std::move(change));
}

/// A copy of the document with a dotted path set. Creates documents on the way and replaces values
/// that are not documents. Missing removes the field.
bson::Document withPath(bson::DocumentView document, std::span<const std::string> path,
                        bson::ValueView value);
/// The value at a path, through documents only; Missing when absent.
bson::ValueView documentPath(bson::DocumentView document, std::span<const std::string> path);

/// A $sort stage. `limit`: number of documents wanted, if not all.
StagePtr sortStage(Sort sort, std::optional<std::int64_t> limit);

// The parsers of the stages. Each appends its stages to `list`, or sets list.output. Errors: server
// errors with the codes and texts of MongoDB.

/// {field: expression, …}; also $set.
Result<void> parseAddFields(bson::ValueView specification, StageList& list);
/// {groupBy, boundaries, default, output}: a $group and a $sort by `_id`.
Result<void> parseBucket(bson::ValueView specification, StageList& list);
/// {groupBy, buckets, output}; `granularity` is refused.
Result<void> parseBucketAuto(bson::ValueView specification, StageList& list);
/// The name of the field for the count: a $group and an $unset of `_id`.
Result<void> parseCount(bson::ValueView specification, StageList& list);
/// An expression that gives an array of documents. First stage only.
Result<void> parseDocuments(bson::ValueView specification, StageList& list);
/// {name: pipeline, …}; every pipeline reads the same input.
Result<void> parseFacet(bson::ValueView specification, StageList& list);
/// {from, startWith, connectFromField, connectToField, as, maxDepth, depthField,
/// restrictSearchWithMatch}.
Result<void> parseGraphLookup(bson::ValueView specification, StageList& list);
/// {_id: expression, field: {accumulator: expression}, …}.
Result<void> parseGroup(bson::ValueView specification, StageList& list);
/// A positive number of documents.
Result<void> parseLimit(bson::ValueView specification, StageList& list);
/// {from, localField, foreignField, let, pipeline, as}.
Result<void> parseLookup(bson::ValueView specification, StageList& list);
/// A filter, as of find.
Result<void> parseMatch(bson::ValueView specification, StageList& list);
/// A collection's name or {into, on, let, whenMatched, whenNotMatched}. Sets list.output.
Result<void> parseMerge(bson::ValueView specification, StageList& list);
/// A collection's name or {db, coll, timeseries}. Sets list.output.
Result<void> parseOut(bson::ValueView specification, StageList& list);
/// {field: 1, 0 or expression, …}, either including or excluding.
Result<void> parseProject(bson::ValueView specification, StageList& list);
/// An expression that gives $$KEEP, $$DESCEND or $$PRUNE.
Result<void> parseRedact(bson::ValueView specification, StageList& list);
/// {newRoot: expression}.
Result<void> parseReplaceRoot(bson::ValueView specification, StageList& list);
/// The expression of the new document.
Result<void> parseReplaceWith(bson::ValueView specification, StageList& list);
/// {size: positive number}.
Result<void> parseSample(bson::ValueView specification, StageList& list);
/// A number of documents, 0 or more.
Result<void> parseSkip(bson::ValueView specification, StageList& list);
/// {field: 1 or -1, …}, not empty.
Result<void> parseSort(bson::ValueView specification, StageList& list);
/// The expression to count by: a $group and a $sort by descending `count`.
Result<void> parseSortByCount(bson::ValueView specification, StageList& list);
/// A collection's name or {coll, pipeline}.
Result<void> parseUnionWith(bson::ValueView specification, StageList& list);
/// A field's name or an array of such names.
Result<void> parseUnset(bson::ValueView specification, StageList& list);
/// A path such as "$items" or {path, includeArrayIndex, preserveNullAndEmptyArrays}.
Result<void> parseUnwind(bson::ValueView specification, StageList& list);
/// The error of a stage that joins a collection without a name.
Error emptyForeignName(std::string_view stage);
/// A first stage that the environment provides. `collection`: as in StageContext.
StagePtr serverStage(std::string_view name, bson::ValueView specification,
                     std::string_view collection);

} // namespace sandglass::engine::query
