// SPDX-License-Identifier: GPL-3.0-or-later
// Stages that drop documents but do not change them: $match, $limit, $skip and $sample.
#include "app/bson/json.h"
#include "app/engine/query/stage.h"

#include <algorithm>
#include <random>

namespace sandglass::engine::query {

namespace {

using bson::ValueView;
using MaybeDocument = std::optional<bson::Document>;

class MatchStage final : public Stage
{
public:
    explicit MatchStage(Filter filter)
        : m_filter(std::move(filter))
    {
    }
    Result<DocumentSourcePtr> open(DocumentSourcePtr input,
                                   PipelineEnvironment& environment) const override
    {
        // {$match: {}} adds no source of its own
        if (m_filter.matchesAll()) {
            return input;
        }
        return changingSource(std::move(input), environment,
                              [this](bson::Document document) -> Result<MaybeDocument> {
                                  auto matched = m_filter.evaluate(document);
                                  TRY(matched);
                                  return *matched ? MaybeDocument(std::move(document))
                                                  : MaybeDocument();
                              });
    }

private:
    Filter m_filter;
};

class LimitSource final : public DocumentSource
{
public:
    LimitSource(DocumentSourcePtr input, std::int64_t limit)
        : m_input(std::move(input))
        , m_left(limit)
    {
    }
    Result<MaybeDocument> next() override
    {
        // the input is not read again, so a limit also ends the work of the stages before it
        if (m_left == 0) {
            return MaybeDocument();
        }
        --m_left;
        return m_input->next();
    }

private:
    DocumentSourcePtr m_input;
    std::int64_t m_left;
};

class LimitStage final : public Stage
{
public:
    explicit LimitStage(std::int64_t limit)
        : m_limit(limit)
    {
    }
    Result<DocumentSourcePtr> open(DocumentSourcePtr input,
                                   PipelineEnvironment& /*environment*/) const override
    {
        return DocumentSourcePtr(std::make_unique<LimitSource>(std::move(input), m_limit));
    }

private:
    std::int64_t m_limit;
};

class SkipStage final : public Stage
{
public:
    explicit SkipStage(std::int64_t count)
        : m_count(count)
    {
    }
    Result<DocumentSourcePtr> open(DocumentSourcePtr input,
                                   PipelineEnvironment& environment) const override
    {
        return changingSource(
            std::move(input), environment,
            [left = m_count](bson::Document document) mutable -> Result<MaybeDocument> {
                if (left == 0) {
                    return MaybeDocument(std::move(document));
                }
                --left;
                return MaybeDocument();
            });
    }

private:
    std::int64_t m_count;
};

class SampleStage final : public Stage
{
public:
    explicit SampleStage(std::size_t size)
        : m_size(size)
    {
    }
    Result<DocumentSourcePtr> open(DocumentSourcePtr input,
                                   PipelineEnvironment& environment) const override
    {
        return blockingSource(std::move(input), environment,
                              [this](DocumentSource& source, PipelineEnvironment& around) {
                                  return sample(source, around);
                              });
    }

private:
    // Reservoir sampling (Vitter's algorithm R): every document has the same chance, and memory
    // holds the sample only.
    Result<std::vector<bson::Document>> sample(DocumentSource& source,
                                               PipelineEnvironment& environment) const
    {
        std::mt19937_64 random{std::random_device{}()};
        std::vector<bson::Document> kept;
        MemoryBudget budget("$sample", environment);
        InterruptGate gate(environment);
        for (std::size_t seen = 0;; ++seen) {
            Result<MaybeDocument> document = source.next();
            TRY(document);
            if (!*document) {
                break;
            }
            TRY(gate.pass());
            const std::size_t size = (*document)->bytes().size();
            if (kept.size() < m_size) {
                kept.push_back(std::move(**document));
            } else {
                const std::size_t place
                    = std::uniform_int_distribution<std::size_t>(0, seen)(random);
                if (place >= m_size) {
                    continue;
                }
                budget.give(kept[place].bytes().size());
                kept[place] = std::move(**document);
            }
            TRY(budget.take(size));
        }
        // early documents tend to sit at early places of the reservoir
        std::shuffle(kept.begin(), kept.end(), random);
        return kept;
    }

    std::size_t m_size;
};

} // namespace

Result<void> parseMatch(ValueView specification, StageList& list)
{
    if (specification.type() != bson::Type::Document) {
        return expressionError(15959, "the match filter must be an expression in an object");
    }
    Result<Filter> filter = Filter::parse(specification.asDocument(), list.context.evaluation);
    TRY(filter);
    StageItem item{"$match", std::make_shared<MatchStage>(std::move(*filter))};
    // at the start of a pipeline the filter also chooses the index: see PipelinePlan::readLeading()
    item.match = bson::Document(specification.asDocument());
    list.items.push_back(std::move(item));
    return {};
}

Result<void> parseLimit(ValueView specification, StageList& list)
{
    const std::optional<std::int64_t> limit = specification.toExactInt64();
    if (!limit || *limit < 0) {
        return expressionError(5107201,
                               std::string("invalid argument to $limit stage: Expected ")
                                   + (limit ? "a non-negative number" : "a number")
                                   + " in: $limit: " + bson::toShellText(specification));
    }
    if (*limit == 0) {
        return expressionError(15958, "the limit must be positive");
    }
    StageItem item{"$limit", std::make_shared<LimitStage>(*limit)};
    // a $sort before it keeps only so many documents: see PipelinePlan::joinStages()
    item.limit = *limit;
    list.items.push_back(std::move(item));
    return {};
}

Result<void> parseSkip(ValueView specification, StageList& list)
{
    const std::optional<std::int64_t> count = specification.toExactInt64();
    if (!count || *count < 0) {
        return expressionError(5107200,
                               std::string("invalid argument to $skip stage: Expected ")
                                   + (count ? "a non-negative number" : "a number")
                                   + " in: $skip: " + bson::toShellText(specification));
    }
    StageItem item{"$skip", std::make_shared<SkipStage>(*count)};
    item.skip = *count;
    list.items.push_back(std::move(item));
    return {};
}

Result<void> parseSample(ValueView specification, StageList& list)
{
    if (specification.type() != bson::Type::Document) {
        return expressionError(28745, "the $sample stage specification must be an object");
    }
    ValueView size;
    for (const bson::Element& element : specification.asDocument()) {
        if (element.key != "size") {
            return expressionError(28748,
                                   "unrecognized option to $sample: " + std::string(element.key));
        }
        size = element.value;
    }
    if (size.isMissing()) {
        return expressionError(28749, "$sample stage must specify a size");
    }
    if (!size.isNumber()) {
        return expressionError(28746, "size argument to $sample must be a number");
    }
    if (size.toInt64() <= 0) {
        return expressionError(28747, "size argument to $sample must be a positive integer");
    }
    list.items.push_back(
        {"$sample", std::make_shared<SampleStage>(static_cast<std::size_t>(size.toInt64()))});
    return {};
}

} // namespace sandglass::engine::query
