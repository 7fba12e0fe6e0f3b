// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/query/operand.h"

#include <cmath>
#include <cstdint>

namespace sandglass::engine::query {

/// Standard deviation of numbers, in one pass and without storing them (Welford).
class Deviation
{
public:
    /// Anything but a number is ignored.
    void add(bson::ValueView number)
    {
        if (!number.isNumber()) {
            return;
        }
        const double value = number.toDouble();
        ++m_count;
        const double distance = value - m_mean;
        m_mean += distance / static_cast<double>(m_count);
        m_squares += distance * (value - m_mean);
    }
    /// A double; null for no numbers.
    Operand ofPopulation() const { return m_count == 0 ? Operand::null() : root(m_count); }
    /// A double; null for fewer than two numbers.
    Operand ofSample() const { return m_count < 2 ? Operand::null() : root(m_count - 1); }

private:
    Operand root(std::int64_t divisor) const
    {
        const double variance = m_squares / static_cast<double>(divisor);
        // infinities among the numbers leave NaN, which MongoDB shows as null
        return std::isnan(variance) ? Operand::null() : Operand::of(std::sqrt(variance));
    }

    std::int64_t m_count = 0;
    double m_mean = 0;
    double m_squares = 0;
};

} // namespace sandglass::engine::query
