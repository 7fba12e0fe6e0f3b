// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/stage.h"

#include <algorithm>
#include <limits>

namespace sandglass::engine::query {

namespace {

/// A document with its sort key.
struct Keyed
{
    std::vector<bson::Value> key; ///< one value for each field of the sort
    std::uint64_t sequence = 0; ///< position in the input; makes the sort stable
    bson::Document document;
};

class SortStage final : public Stage
{
public:
    SortStage(Sort sort, std::optional<std::int64_t> limit)
        : m_sort(std::move(sort))
        , m_limit(limit ? static_cast<std::size_t>(*limit)
                        : std::numeric_limits<std::size_t>::max())
    {
    }
    Result<DocumentSourcePtr> open(DocumentSourcePtr input,
                                   PipelineEnvironment& environment) const override
    {
        return blockingSource(std::move(input), environment,
                              [this](DocumentSource& source, PipelineEnvironment& around) {
                                  return sorted(source, around);
                              });
    }

private:
    bool before(const Keyed& left, const Keyed& right) const
    {
        const std::strong_ordering order = m_sort.compareKeys(left.key, right.key);
        return std::is_lt(order) || (std::is_eq(order) && left.sequence < right.sequence);
    }
    static std::size_t bytesOf(const Keyed& item)
    {
        std::size_t bytes = sizeof(Keyed) + item.document.bytes().size();
        for (const bson::Value& value : item.key) {
            bytes += sizeof(bson::Value) + value.view().raw().size();
        }
        return bytes;
    }

    // Keeps the m_limit smallest items in a max-heap: a new item needs to be compared with the
    // front only. Without a limit there is no heap, as sorted() orders the items anyway.
    Result<std::vector<Keyed>> collect(DocumentSource& source, PipelineEnvironment& environment,
                                       MemoryBudget& budget) const
    {
        std::vector<Keyed> kept;
        InterruptGate gate(environment);
        const auto order
            = [this](const Keyed& left, const Keyed& right) { return before(left, right); };
        for (std::uint64_t sequence = 0;; ++sequence) {
            Result<std::optional<bson::Document>> document = source.next();
            TRY(document);
            if (!*document) {
                return kept;
            }
            TRY(gate.pass());
            Keyed item{m_sort.keyOf(**document), sequence, {}};
            const bool full = kept.size() == m_limit;
            if (full && !before(item, kept.front())) {
                continue;
            }
            // the document is moved only now, as most documents beyond the limit are dropped by key
            // alone
            item.document = std::move(**document);
            if (full) {
                std::pop_heap(kept.begin(), kept.end(), order);
                budget.give(bytesOf(kept.back()));
                kept.pop_back();
            }
            TRY(budget.take(bytesOf(item)));
            kept.push_back(std::move(item));
            if (m_limit != std::numeric_limits<std::size_t>::max()) {
                std::push_heap(kept.begin(), kept.end(), order);
            }
        }
    }

    Result<std::vector<bson::Document>> sorted(DocumentSource& source,
                                               PipelineEnvironment& environment) const
    {
        MemoryBudget budget("$sort", environment);
        Result<std::vector<Keyed>> items = collect(source, environment, budget);
        TRY(items);
        std::sort(items->begin(), items->end(),
                  [this](const Keyed& left, const Keyed& right) { return before(left, right); });
        std::vector<bson::Document> documents;
        documents.reserve(items->size());
        for (Keyed& item : *items) {
            documents.push_back(std::move(item.document));
        }
        return documents;
    }

    Sort m_sort;
    std::size_t m_limit; // the largest number: no limit
};

} // namespace

StagePtr sortStage(Sort sort, std::optional<std::int64_t> limit)
{
    return std::make_shared<SortStage>(std::move(sort), limit);
}

Result<void> parseSort(bson::ValueView specification, StageList& list)
{
    if (specification.type() != bson::Type::Document) {
        return expressionError(15973, "the $sort key specification must be an object");
    }
    if (specification.asDocument().empty()) {
        return expressionError(15976, "$sort stage must have at least one sort key");
    }
    // only find and its like know the order of storage
    if (specification.asDocument().contains("$natural")) {
        return expressionError(16410,
                               "FieldPath field names may not start with '$'. Consider using "
                               "$getField or $setField.");
    }
    Result<Sort> sort = Sort::parse(specification.asDocument(), list.context.evaluation.collation);
    TRY(sort);
    // without a stage yet: joinStages() makes it, when it knows the limit
    StageItem item{"$sort", nullptr};
    item.sort = std::move(*sort);
    list.items.push_back(std::move(item));
    return {};
}

} // namespace sandglass::engine::query
