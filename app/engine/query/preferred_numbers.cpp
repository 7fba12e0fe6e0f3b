// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/preferred_numbers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

namespace sandglass::engine::query {

namespace {

// Source: MongoDB manual, $bucketAuto, Granularity. The Renard series and those of resistors.
constexpr std::array kR5{10., 16., 25., 40., 63.};
constexpr std::array kR10{100., 125., 160., 200., 250., 315., 400., 500., 630., 800.};
constexpr std::array kR20{100., 112., 125., 140., 160., 180., 200., 224., 250., 280.,
                          315., 355., 400., 450., 500., 560., 630., 710., 800., 900.};
constexpr std::array kR40{100., 106., 112., 118., 125., 132., 140., 150., 160., 170.,
                          180., 190., 200., 212., 224., 236., 250., 265., 280., 300.,
                          315., 335., 355., 375., 400., 425., 450., 475., 500., 530.,
                          560., 600., 630., 670., 710., 750., 800., 850., 900., 950.};
constexpr std::array kR80{103., 109., 115., 122., 128., 136., 145., 155., 165., 175.,
                          185., 195., 206., 218., 230., 243., 258., 272., 290., 307.,
                          325., 345., 365., 387., 412., 437., 462., 487., 515., 545.,
                          575., 615., 650., 690., 730., 775., 825., 875., 925., 975.};
constexpr std::array k125{10., 20., 50.};
constexpr std::array kE6{10., 15., 22., 33., 47., 68.};
constexpr std::array kE12{10., 12., 15., 18., 22., 27., 33., 39., 47., 56., 68., 82.};
constexpr std::array kE24{10., 11., 12., 13., 15., 16., 18., 20., 22., 24., 27., 30.,
                          33., 36., 39., 43., 47., 51., 56., 62., 68., 75., 82., 91.};

struct NamedSeries
{
    std::string_view name;
    std::span<const double> numbers;
};

constexpr std::array<NamedSeries, 10> kSeries{{{"R5", kR5},
                                               {"R10", kR10},
                                               {"R20", kR20},
                                               {"R40", kR40},
                                               {"R80", kR80},
                                               {"1-2-5", k125},
                                               {"E6", kE6},
                                               {"E12", kE12},
                                               {"E24", kE24},
                                               {"POWERSOF2", {}}}};

// The finer series follow a formula, except for one number.
std::vector<double> threeDigitSeries(int steps)
{
    constexpr double kComputed = 919;
    constexpr double kStandard = 920;
    std::vector<double> series;
    for (int i = 0; i < steps; ++i) {
        const double number = std::round(100 * std::pow(10, double(i) / steps));
        series.push_back(number == kComputed ? kStandard : number);
    }
    return series;
}

} // namespace

std::optional<PreferredNumbers> PreferredNumbers::find(std::string_view name)
{
    for (const auto& [fine, steps] :
         {std::pair<std::string_view, int>("E48", 48), std::pair<std::string_view, int>("E96", 96),
          std::pair<std::string_view, int>("E192", 192)}) {
        if (name == fine) {
            return PreferredNumbers(threeDigitSeries(steps));
        }
    }
    const auto* found = std::ranges::find(kSeries, name, &NamedSeries::name);
    if (found == kSeries.end()) {
        return std::nullopt;
    }
    return PreferredNumbers({found->numbers.begin(), found->numbers.end()});
}

double PreferredNumbers::above(double number) const
{
    if (number == 0 || std::isinf(number)) {
        return number;
    }
    if (m_series.empty()) {
        return std::exp2(std::floor(std::log2(number)) + 1);
    }
    double scale = 1;
    while (number >= m_series.back() * scale) {
        scale *= 10;
    }
    while (number < m_series.front() * scale) {
        const double least = m_series.front() * scale;
        scale /= 10;
        // between the largest of one power and the least of the next
        if (number >= m_series.back() * scale) {
            return least;
        }
    }
    return scale
        * *std::ranges::find_if(m_series, [&](double one) { return number < one * scale; });
}

double PreferredNumbers::below(double number) const
{
    if (number == 0 || std::isinf(number)) {
        return number;
    }
    if (m_series.empty()) {
        return std::exp2(std::ceil(std::log2(number)) - 1);
    }
    double scale = 1;
    while (number <= m_series.front() * scale) {
        scale /= 10;
    }
    while (number > m_series.back() * scale) {
        const double most = m_series.back() * scale;
        scale *= 10;
        if (number <= m_series.front() * scale) {
            return most;
        }
    }
    const auto next
        = std::ranges::find_if(m_series, [&](double one) { return number <= one * scale; });
    return scale * *std::prev(next);
}

} // namespace sandglass::engine::query
