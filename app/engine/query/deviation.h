// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/query/operand.h"

#include <cmath>
#include <cstdint>

namespace sandglass::engine::query {

/// Standard deviation of numbers in one pass, without storing them (Welford's algorithm).
class Deviation
{
public:
    /// Adds a number; ignores other types.
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
    /// Population standard deviation, a double; null without numbers.
    Operand ofPopulation() const { return m_count == 0 ? Operand::null() : root(m_count); }
    /// Sample standard deviation, a double; null for fewer than two numbers.
    Operand ofSample() const { return m_count < 2 ? Operand::null() : root(m_count - 1); }

private:
    /// Root of the squares divided by `divisor`.
    Operand root(std::int64_t divisor) const
    {
        const double variance = m_squares / static_cast<double>(divisor);
        // infinities among the numbers give NaN, which MongoDB returns as null
        return std::isnan(variance) ? Operand::null() : Operand::of(std::sqrt(variance));
    }

    std::int64_t m_count = 0;
    double m_mean = 0;
    double m_squares = 0;
};

} // namespace sandglass::engine::query
