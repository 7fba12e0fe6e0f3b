// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/bson/builder.h"
#include "app/ttl/expiry_rule.h"
#include "app/ttl/forecast.h"
#include "app/ttl/sampling.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>
#include <random>
#include <string_view>
#include <vector>

namespace sandglass::tests {

/// How the dates of a collection are distributed.
enum class Shape { Uniform, Bursts, HeavyTail, Missing, Strings, Arrays };

/// All shapes with their names.
inline constexpr std::array<std::pair<Shape, std::string_view>, 6> kShapes{{
    {Shape::Uniform, "uniform"},
    {Shape::Bursts, "bursts"},
    {Shape::HeavyTail, "heavy tail"},
    {Shape::Missing, "1 % missing"},
    {Shape::Strings, "5 % strings"},
    {Shape::Arrays, "arrays"},
}};

/// A document of a shape with the field "t". Its dates lie between two hours before `now` and some
/// days after it.
inline bson::Document shapedDocument(Shape shape, std::int32_t id, base::Time now,
                                     std::mt19937& random)
{
    constexpr double kHour = 3'600'000.0;
    std::uniform_real_distribution<double> any(0.0, 1.0);
    const auto date = [now](double hours) {
        return bson::Date::from(now + base::Millis(std::llround(hours * kHour)));
    };
    const double even = -2.0 + 26.0 * any(random);
    bson::Builder builder;
    builder.append("_id", id);
    switch (shape) {
    case Shape::Bursts: // nine of ten in three minutes of the day
        builder.append("t",
                       date(any(random) < 0.9
                                ? 1.0 + 5.0 * std::floor(3.0 * any(random)) + any(random) / 60.0
                                : even));
        break;
    case Shape::HeavyTail: // half of them within an hour, few after weeks
        builder.append("t", date(-2.0 + 3.0 * (std::pow(1.0 - any(random), -0.8) - 1.0)));
        break;
    case Shape::Missing:
        if (any(random) >= 0.01) {
            builder.append("t", date(even));
        }
        break;
    case Shape::Strings:
        if (any(random) < 0.05) {
            builder.append("t", "tomorrow");
        } else {
            builder.append("t", date(even));
        }
        break;
    case Shape::Arrays: // of one to three values, of which the last is not always a date
        builder.beginArray("t").push(date(even));
        if (any(random) < 0.5) {
            builder.push(date(-2.0 + 26.0 * any(random)));
        }
        if (any(random) < 0.3) {
            builder.push("never");
        }
        builder.end();
        break;
    case Shape::Uniform:
        builder.append("t", date(even));
        break;
    }
    return builder.take();
}

/// How many of the stated intervals hold the truth, and how wide they are.
struct Calibration
{
    int stated = 0;
    int held = 0;
    double widest = 0.0; ///< ± as a share of all documents

    /// Checks one estimate out of `documents`.
    void check(std::int64_t estimate, std::int64_t truth, std::int64_t documents, double share,
               std::int64_t together)
    {
        const double error
            = ttl::samplingError(static_cast<double>(estimate), documents, share, together);
        ++stated;
        held += std::abs(static_cast<double>(estimate - truth)) <= error ? 1 : 0;
        widest = std::max(widest, error / static_cast<double>(documents));
    }
    /// Checks every figure of an estimate that is not counted exactly.
    void check(const ttl::ExpiryHistogram& estimate, const ttl::ExpiryHistogram& truth)
    {
        const std::int64_t documents = truth.documents();
        const double share = estimate.sampledShare;
        const std::int64_t together = estimate.drawnTogether;
        for (std::size_t i = 0; i < truth.counts.size(); ++i) {
            check(estimate.counts[i], truth.counts[i], documents, share, together);
        }
        check(estimate.later, truth.later, documents, share, together);
        check(estimate.never.noField, truth.never.noField, documents, share, together);
        check(estimate.never.notADate, truth.never.notADate, documents, share, together);
        if (!estimate.overdueExact) {
            check(estimate.overdue, truth.overdue, documents, share, together);
        }
    }
    double share() const { return static_cast<double>(held) / std::max(stated, 1); }
};

} // namespace sandglass::tests
