// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/help/reduced.h"

#include <QHash>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace sandglass::tests {

namespace {

constexpr std::size_t kColors = 256;

/// A colour and how many pixels have it.
struct Shade
{
    QRgb color;
    qint64 pixels;
};

using Shades = std::vector<Shade>;

int channel(QRgb color, int which)
{
    return static_cast<int>(color >> (8 * which)) & 0xff;
}

/// Colours of a picture that get one entry of the palette.
struct Box
{
    Shades shades;
    int widest = 0; ///< the channel in which they differ most
    double spread = 0; ///< how much they differ there, weighted by their pixels

    explicit Box(Shades colors)
        : shades(std::move(colors))
    {
        qint64 pixels = 0;
        for (const Shade& shade : shades) {
            pixels += shade.pixels;
        }
        for (int which = 0; which < 3; ++which) {
            const auto [low, high] = std::minmax_element(
                shades.begin(), shades.end(), [which](const Shade& a, const Shade& b) {
                    return channel(a.color, which) < channel(b.color, which);
                });
            const int range = channel(high->color, which) - channel(low->color, which);
            // by the root: rare colours, such as that of a small sign, keep an entry of their own
            const double weighted = range * std::sqrt(static_cast<double>(pixels));
            if (weighted > spread) {
                spread = weighted;
                widest = which;
            }
        }
    }

    QRgb mean() const
    {
        std::array<qint64, 3> sums{};
        qint64 pixels = 0;
        for (const Shade& shade : shades) {
            for (int which = 0; which < 3; ++which) {
                sums[static_cast<std::size_t>(which)] += channel(shade.color, which) * shade.pixels;
            }
            pixels += shade.pixels;
        }
        return qRgb(static_cast<int>(sums[2] / pixels), static_cast<int>(sums[1] / pixels),
                    static_cast<int>(sums[0] / pixels));
    }
};

/// Splits a box at the middle of its widest channel.
std::pair<Box, Box> split(Box box)
{
    const auto half = static_cast<std::ptrdiff_t>(box.shades.size() / 2);
    std::sort(box.shades.begin(), box.shades.end(),
              [which = box.widest](const Shade& a, const Shade& b) {
                  return channel(a.color, which) < channel(b.color, which);
              });
    return {Box(Shades(box.shades.begin(), box.shades.begin() + half)),
            Box(Shades(box.shades.begin() + half, box.shades.end()))};
}

Shades shadesOf(const QImage& picture)
{
    QHash<QRgb, qint64> counts;
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x) {
            ++counts[picture.pixel(x, y) | 0xff000000U];
        }
    }
    Shades shades;
    for (auto each = counts.cbegin(); each != counts.cend(); ++each) {
        shades.push_back({each.key(), each.value()});
    }
    // the order of a hash differs from run to run
    std::sort(shades.begin(), shades.end(),
              [](const Shade& a, const Shade& b) { return a.color < b.color; });
    return shades;
}

QVector<QRgb> paletteOf(const QImage& picture)
{
    std::vector<Box> boxes;
    boxes.emplace_back(shadesOf(picture));
    while (boxes.size() < kColors) {
        const auto widest
            = std::max_element(boxes.begin(), boxes.end(),
                               [](const Box& a, const Box& b) { return a.spread < b.spread; });
        if (widest->spread <= 0) {
            break;
        }
        auto [low, high] = split(std::move(*widest));
        *widest = std::move(low);
        boxes.push_back(std::move(high));
    }
    QVector<QRgb> palette;
    for (const Box& box : boxes) {
        palette << box.mean();
    }
    return palette;
}

} // namespace

QImage reduced(const QImage& picture, int width)
{
    const QImage opaque = picture.convertToFormat(QImage::Format_RGB32);
    const QImage scaled
        = opaque.width() > width ? opaque.scaledToWidth(width, Qt::SmoothTransformation) : opaque;
    return scaled.convertToFormat(QImage::Format_Indexed8, paletteOf(scaled),
                                  Qt::ThresholdDither | Qt::AvoidDither);
}

} // namespace sandglass::tests
