// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/bson/value.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::bench {

/// In which order the dates come.
enum class DateOrder {
    Ascending, ///< they grow with insertion, as those of a log do
    Random,
};

/// The documents of one run: 250 bytes each, with an ObjectId, a date, a random text of 12
/// characters, and filling. Same size and order, same documents. Source:
/// tests/bench/RESULTS.md, What is measured.
class Workload
{
public:
    static constexpr std::size_t kBatch = 1000;
    static constexpr std::size_t kDocumentBytes = 250;

    /// `documents`: a multiple of kBatch. The dates cover `documents` seconds from `firstDate` on.
    Workload(std::int64_t documents, DateOrder order, base::Time firstDate);

    std::int64_t documents() const { return m_documents; }
    std::int64_t batches() const { return m_documents / std::int64_t{kBatch}; }
    /// The documents of a batch, counted from 0.
    std::vector<bson::Document> batch(std::int64_t number) const;

    /// The moment at which the older half of the dates has passed, and how many documents that is.
    base::Time halfTime() const;
    std::int64_t dueAtHalfTime() const { return m_due; }

    /// 201 edges over all dates, for 200 buckets.
    std::vector<base::Time> forecastEdges() const;
    base::Time firstDate() const { return m_firstDate; }

    /// One document and its parts, counted from 0.
    bson::Document document(std::int64_t number) const;
    bson::Date date(std::int64_t number) const;
    bson::ObjectId id(std::int64_t number) const;
    DateOrder order() const { return m_order; }

private:
    std::int64_t m_documents;
    DateOrder m_order;
    base::Time m_firstDate;
    std::int64_t m_due = 0;
};

/// Field names of the documents.
inline constexpr std::string_view kDateField = "createdAt";
inline constexpr std::string_view kCodeField = "code";

} // namespace sandglass::bench
