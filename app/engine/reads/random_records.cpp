// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/reads/random_records.h"

#include "app/engine/query/work_memory.h"
#include "app/engine/request/operation_figures.h"

#include <memory>
#include <random>
#include <unordered_set>
#include <utility>

namespace sandglass::engine::reads {

namespace {

using catalog::Collection;
using catalog::Direction;
using catalog::RecordCursor;
using catalog::RecordId;

// Looking up a record costs no more than reading so many in a row: 12 on a quiet computer, 60 while
// RocksDB compacts.
constexpr double kReadsPerLookup = 100.0;
// Records may be deleted while the sample is drawn, so that more look-ups miss than expected.
constexpr double kPatience = 4.0;

// The first or the last record id; nullopt without documents.
Result<std::optional<RecordId>> endOf(const Collection& collection, Direction direction)
{
    const std::unique_ptr<RecordCursor> cursor = collection.scan(direction);
    if (cursor->next()) {
        return std::optional(cursor->id());
    }
    TRY(cursor->status());
    return std::optional<RecordId>();
}

} // namespace

std::optional<std::int64_t> sampleSizeOf(bson::DocumentView stage)
{
    const bson::ValueView size = stage["$sample"].asDocument()["size"];
    return stage.contains("$sample") ? std::optional(size.toInt64()) : std::nullopt;
}

Result<std::optional<std::vector<bson::Document>>> drawRecords(const Collection& collection,
                                                               std::int64_t size, std::size_t bytes,
                                                               operations::Interrupt& interrupt)
{
    using Drawn = std::optional<std::vector<bson::Document>>;
    const auto first = endOf(collection, Direction::Forward);
    TRY(first);
    const auto last = endOf(collection, Direction::Backward);
    TRY(last);
    const auto all = static_cast<double>(collection.figures().documents);
    if (!*first || !*last || **last < **first || all < 1.0) {
        return Drawn();
    }
    const double lookups
        = static_cast<double>(size) * (static_cast<double>(**last - **first) + 1.0) / all;
    if (lookups * kReadsPerLookup > all) {
        return Drawn();
    }

    std::mt19937_64 random{std::random_device{}()};
    std::uniform_int_distribution<RecordId> place(**first, **last);
    std::unordered_set<RecordId> taken;
    std::vector<bson::Document> drawn;
    query::WorkMemory memory("$sample");
    std::size_t used = 0;
    auto left = static_cast<std::int64_t>(lookups * kPatience + kReadsPerLookup);
    while (std::cmp_less(drawn.size(), size)) {
        TRY(interrupt.checkSometimes());
        if (left-- == 0) {
            return Drawn();
        }
        const RecordId chosen = place(random);
        const std::unique_ptr<RecordCursor> cursor = collection.scanFrom(chosen);
        const bool found = cursor->next();
        TRY(cursor->status());
        ++interrupt.figures().documentsExamined;
        // the next record instead would favour those behind gaps
        if (!found || cursor->id() != chosen || !taken.insert(chosen).second) {
            continue;
        }
        drawn.emplace_back(cursor->document());
        used += drawn.back().bytes().size();
        if (used > bytes || !memory.use(used)) {
            return Drawn();
        }
    }
    return Drawn(std::move(drawn));
}

} // namespace sandglass::engine::reads
