// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/plan/query_sources.h"

#include "app/bson/builder.h"
#include "app/engine/plan/row_sources.h"
#include "app/engine/query/held_memory.h"
#include "app/engine/query/row_metadata.h"
#include "app/engine/query/work_memory.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <utility>

namespace sandglass::engine::plan {

using query::DocumentSource;
using query::DocumentSourcePtr;
using Next = Result<std::optional<bson::Document>>;

namespace {

class ListSource final : public DocumentSource
{
public:
    explicit ListSource(std::vector<bson::Document> documents)
        : m_documents(std::move(documents))
    {
    }

    Next next() override
    {
        if (m_at == m_documents.size()) {
            return std::optional<bson::Document>();
        }
        return std::optional(std::move(m_documents[m_at++]));
    }

private:
    std::vector<bson::Document> m_documents;
    std::size_t m_at = 0;
};

/// Reads its whole input at the first call, sorts it in memory and returns it.
class SortSource final : public DocumentSource
{
public:
    SortSource(DocumentSourcePtr input, query::Sort sort, SortTask task)
        : m_input(std::move(input))
        , m_sort(std::move(sort))
        , m_limit(task.limit ? static_cast<std::size_t>(*task.limit) : 0)
        , m_maxBytes(task.maxBytes)
    {
    }

    Next next() override
    {
        if (m_input) {
            TRY(fill());
        }
        if (m_at == m_rows.size()) {
            return std::optional<bson::Document>();
        }
        m_held.give(m_rows[m_at].bytes);
        return std::optional(std::move(m_rows[m_at++].document));
    }

private:
    struct Row
    {
        std::vector<bson::Value> key;
        std::size_t number; ///< in the input: equal keys keep their order
        bson::Document document;
        std::size_t bytes; ///< estimate of its memory
    };

    Result<void> fill();
    void keepBest();
    bool before(const Row& left, const Row& right) const;

    DocumentSourcePtr m_input; // null once it is read
    query::Sort m_sort;
    std::size_t m_limit; // 0: none
    std::size_t m_maxBytes;
    std::vector<Row> m_rows;
    std::size_t m_bytes = 0; // of m_rows
    std::size_t m_at = 0; // the next row to return
    query::WorkMemory m_work{"a sort"}; // of m_rows, until they are sorted
    query::HeldMemory m_held; // by m_rows, once they are sorted
};

bool SortSource::before(const Row& left, const Row& right) const
{
    const std::strong_ordering order = m_sort.compareKeys(left.key, right.key);
    return order == std::strong_ordering::equal ? left.number < right.number
                                                : order == std::strong_ordering::less;
}

// Keeps only the first m_limit rows in sort order. It is called when there are twice as many, so
// that the work per row stays constant.
void SortSource::keepBest()
{
    const auto cut = m_rows.begin() + static_cast<std::ptrdiff_t>(m_limit);
    std::nth_element(m_rows.begin(), cut, m_rows.end(),
                     [this](const Row& left, const Row& right) { return before(left, right); });
    m_rows.erase(cut, m_rows.end());
    m_bytes = 0;
    for (const Row& row : m_rows) {
        m_bytes += row.bytes;
    }
}

Result<void> SortSource::fill()
{
    constexpr std::size_t kBytesPerRow = 128;
    constexpr std::size_t kSmallestCut = 1000;
    std::size_t number = 0;
    while (true) {
        auto document = m_input->next();
        TRY(document);
        if (!document->has_value()) {
            break;
        }
        const bson::DocumentView view = **document;
        Row row{m_sort.keyOf(view), number++, {}, kBytesPerRow + view.size()};
        for (const bson::Value& part : row.key) {
            row.bytes += sizeof(bson::Value) + part.view().raw().size();
        }
        m_bytes += row.bytes;
        row.document = std::move(**document);
        m_rows.push_back(std::move(row));
        if (m_limit > 0 && m_rows.size() >= kSmallestCut && m_rows.size() / 2 >= m_limit) {
            keepBest();
        }
        // rows beyond the limit must not count toward the memory limit
        if (m_bytes > m_maxBytes && m_limit > 0 && m_rows.size() > m_limit) {
            keepBest();
        }
        if (m_bytes > m_maxBytes) {
            return protocol::commandError(protocol::ServerCode::QueryExceededMemoryLimit,
                                          "Sort exceeded memory limit of "
                                              + std::to_string(m_maxBytes)
                                              + " bytes, but did not opt in to external sorting.");
        }
        TRY(m_work.use(m_bytes));
    }
    m_input.reset();
    if (m_limit > 0 && m_rows.size() > m_limit) {
        keepBest();
    }
    std::ranges::sort(m_rows, [this](const Row& l, const Row& r) { return before(l, r); });
    m_held.take(m_bytes);
    static_cast<void>(m_work.use(0).has_value()); // less than before never fails
    return {};
}

class SliceSource final : public DocumentSource
{
public:
    SliceSource(DocumentSourcePtr input, std::int64_t skip, std::optional<std::int64_t> limit)
        : m_input(std::move(input))
        , m_skip(skip)
        , m_left(limit)
    {
    }

    Next next() override
    {
        const auto more = reachNext();
        TRY(more);
        return *more ? m_input->next() : std::optional<bson::Document>();
    }

    Result<std::optional<bson::DocumentView>> nextView() override
    {
        const auto more = reachNext();
        TRY(more);
        return *more ? m_input->nextView() : std::optional<bson::DocumentView>();
    }

private:
    // Skips the first documents at the first call; false when the limit is reached.
    Result<bool> reachNext()
    {
        if (m_left && *m_left <= 0) {
            return false;
        }
        for (; m_skip > 0; --m_skip) {
            const auto skipped = m_input->nextView();
            TRY(skipped);
            if (!skipped->has_value()) {
                return false;
            }
        }
        if (m_left) {
            --*m_left;
        }
        return true;
    }

    DocumentSourcePtr m_input;
    std::int64_t m_skip;
    std::optional<std::int64_t> m_left;
};

class ProjectSource final : public DocumentSource
{
public:
    ProjectSource(DocumentSourcePtr input, ProjectTask task)
        : m_input(std::move(input))
        , m_task(std::move(task))
    {
    }

    Next next() override
    {
        auto document = m_input->next();
        if (!document || !document->has_value()) {
            return document;
        }
        // the position of a positional projection is known only to the filter, which is evaluated
        // again for it
        std::optional<std::size_t> arrayIndex;
        if (m_task.projection.needsArrayIndex()) {
            TRY(m_task.filter.evaluate(**document, arrayIndex));
        }
        auto projected = m_task.projection.apply(**document, arrayIndex);
        TRY(projected);
        if (m_task.dropMetadata) {
            *projected = query::withoutMetadata(*projected);
        }
        const bson::ValueView recordId = (**document)[kRecordIdField];
        if (!m_task.keepRecordId || projected->contains(kRecordIdField)) {
            return std::optional(std::move(*projected));
        }
        bson::Builder built;
        built.appendAll(*projected).append(kRecordIdField, recordId);
        return std::optional(built.take());
    }

private:
    DocumentSourcePtr m_input;
    ProjectTask m_task;
};

} // namespace

DocumentSourcePtr listSource(std::vector<bson::Document> documents)
{
    return std::make_unique<ListSource>(std::move(documents));
}

DocumentSourcePtr sortSource(DocumentSourcePtr input, query::Sort sort, SortTask task)
{
    return std::make_unique<SortSource>(std::move(input), std::move(sort), task);
}

DocumentSourcePtr sliceSource(DocumentSourcePtr input, std::int64_t skip,
                              std::optional<std::int64_t> limit)
{
    return std::make_unique<SliceSource>(std::move(input), skip, limit);
}

DocumentSourcePtr projectSource(DocumentSourcePtr input, ProjectTask task)
{
    return std::make_unique<ProjectSource>(std::move(input), std::move(task));
}

} // namespace sandglass::engine::plan
