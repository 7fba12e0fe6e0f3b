// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/view.h"
#include "app/engine/query/loop_guard.h"
#include "app/engine/query/operand.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace sandglass::engine::query {

/// Counts the work with one value: its share of the bytes, and one unit for what each value takes.
/// Errors: those of the LoopGuard.
inline Result<void> countValue(bson::ValueView value)
{
    return LoopGuard::work(1 + value.raw().size() / LoopGuard::kBytesPerUnit);
}

/// The elements of an array, which may have millions; they point into it. Errors: those of the
/// LoopGuard.
Result<std::vector<bson::ValueView>> elementsOf(bson::ValueView array);

/// A new array of these values. Errors: those of the LoopGuard.
Result<Operand> arrayOfElements(std::span<const bson::ValueView> elements);

/// Sorts values; equal ones keep their order. `before`: of two values, as for std::stable_sort. The
/// LoopGuard is asked between comparisons, as one with a collation takes long. Errors: those of the
/// LoopGuard; then the values are in no order.
template <typename Before>
Result<void> sortValues(std::vector<bson::ValueView>& values, const Before& before)
{
    // nothing else ends a sort of the library early
    struct Ended
    {
        Error error;
    };
    try {
        std::stable_sort(
            values.begin(), values.end(), [&before](bson::ValueView left, bson::ValueView right) {
                const std::size_t bytes = left.raw().size() + right.raw().size();
                Result<void> more = LoopGuard::work(1 + bytes / LoopGuard::kBytesPerUnit);
                if (!more) {
                    throw Ended{std::move(more.error())};
                }
                return before(left, right);
            });
    } catch (Ended& ended) {
        return std::move(ended.error);
    }
    return {};
}

} // namespace sandglass::engine::query
