// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/simple8b.h"
#include "app/bson/value.h"

#include <cstddef>

namespace sandglass::bson {

/// The values of one field in a compressed column: a value written out, then the differences to it.
/// Values are borrowed from the column, or made. One thread.
class ColumnValues
{
public:
    /// Starts without a value: the rows that follow have none, until literal().
    ColumnValues() = default;
    /// Starts with a value that is no row, as the fields of a reference object do.
    explicit ColumnValues(ValueView reference) { setLiteral(reference); }

    /// Sets the value that was written out. It is not one of the rows that next() returns.
    void setLiteral(ValueView value);
    /// Starts as a column whose last row was `value`, which can only be repeated.
    void repeatOnly(ValueView value);
    /// Starts with blocks of differences. `control`: the byte before them, which has the scale of
    /// doubles. Errors: InvalidInput for a byte that does not fit the type.
    Result<void> openDeltas(std::uint8_t control, Bytes blocks);
    /// Whether differences are left.
    bool hasDeltas() const { return !m_deltas.atEnd(); }
    /// The value of the next row after hasDeltas(); Missing: the row has none. Valid until the next
    /// call. Errors: InvalidInput.
    Result<ValueView> next();
    /// The last value.
    ValueView last() const { return m_last; }

private:
    /// Applies a difference that is not zero, or of the second order.
    Result<void> apply(Wide difference);
    Result<Value> made() const;
    Result<Value> madeWide() const;

    Value m_last; // Missing before the first value
    Simple8bReader m_deltas{false};
    bool m_isWide = false; // numbers of 128 bits
    bool m_secondOrder = false; // differences of differences
    int m_scale = 0; // of doubles: index of the table of scales
    Wide m_number = 0; // the last value as number
    Wide m_difference = 0; // the last one, for the second order
};

} // namespace sandglass::bson
