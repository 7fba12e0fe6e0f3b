// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace sandglass::engine::query {

/// A series of round numbers that repeats with every power of ten, or the powers of two: the
/// granularity of $bucketAuto. Immutable; any thread.
class PreferredNumbers
{
public:
    /// The series of that name ("R5", "1-2-5", "E24", "POWERSOF2"); nullopt for an unknown one.
    static std::optional<PreferredNumbers> find(std::string_view name);

    /// The least number of the series above `number`, which is not negative; 0 stays 0.
    double above(double number) const;
    /// The largest number of the series below `number`, which is not negative; 0 stays 0.
    double below(double number) const;

private:
    explicit PreferredNumbers(std::vector<double> series)
        : m_series(std::move(series))
    {
    }

    std::vector<double> m_series; ///< ascending, of one power of ten; empty for powers of two
};

} // namespace sandglass::engine::query
