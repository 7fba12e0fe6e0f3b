// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/count_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace sandglass::widgets {

namespace {

struct CountWords
{
    Q_DECLARE_TR_FUNCTIONS(sandglass::widgets::CountText)

public:
    static QString scaled(int thousands, const QString& number)
    {
        switch (thousands) {
        case 1:
            //: thousands on an axis, such as 12 k
            return tr("%1 k").arg(number);
        case 2:
            //: millions on an axis, such as 1.2 M
            return tr("%1 M").arg(number);
        case 3:
            //: thousand millions on an axis, such as 1.2 bn
            return tr("%1 bn").arg(number);
        default:
            return number;
        }
    }

    static QString percent(const QString& number)
    {
        //: a share, such as 3.4 %
        return tr("%1 %").arg(number);
    }
};

struct Scaled
{
    double number = 0; // below a thousand
    int thousands = 0; // how often it was divided by a thousand
};

/// `slack`: a number that rounds up to a thousand (by so much or less) already counts as one.
Scaled scaledDown(double count, double slack)
{
    Scaled scaled{std::max(count, 0.0), 0};
    // numbers above 999 bn keep that unit
    while (scaled.thousands < 3 && scaled.number >= 1000 - slack) {
        scaled.number /= 1000;
        ++scaled.thousands;
    }
    return scaled;
}

} // namespace

QString countText(double count, const QLocale& locale)
{
    // a double may be larger than any integer
    constexpr double kMost = 9.2e18;
    return locale.toString(std::llround(std::clamp(count, -kMost, kMost)));
}

QString shortCount(double count, const QLocale& locale)
{
    const Scaled scaled = scaledDown(count, 0.5);
    // two significant digits: a decimal only below ten
    const bool fraction = scaled.thousands > 0 && scaled.number < 9.95
        && std::abs(scaled.number - std::round(scaled.number)) >= 0.05;
    return CountWords::scaled(scaled.thousands,
                              locale.toString(scaled.number, 'f', fraction ? 1 : 0));
}

QString axisCount(double count, const QLocale& locale)
{
    const Scaled scaled = scaledDown(count, 0);
    int digits = 0;
    double shown = std::round(scaled.number);
    // as few decimals as tell this tick from its neighbours
    while (digits < 2 && std::abs(shown - scaled.number) > 1e-6) {
        ++digits;
        const double power = std::pow(10, digits);
        shown = std::round(scaled.number * power) / power;
    }
    return CountWords::scaled(scaled.thousands, locale.toString(shown, 'f', digits));
}

QString axisBytes(double bytes, const QLocale& locale)
{
    const char* const units[] = {"B", "kB", "MB", "GB", "TB", "PB"};
    std::size_t unit = 0;
    double shown = bytes;
    while (shown >= 999.5 && unit + 1 < std::size(units)) {
        shown /= 1000;
        ++unit;
    }
    int digits = 0;
    while (digits < 2 && shown < 100
           && std::abs(std::round(shown * std::pow(10, digits)) / std::pow(10, digits) - shown)
               > 0.004) {
        ++digits;
    }
    //: a size that was estimated: number, unit
    return CountWords::tr("\u2248 %1 %2")
        .arg(locale.toString(shown, 'f', digits), QLatin1String(units[unit]));
}

QString shareText(double share, const QLocale& locale)
{
    const double percent = share * 100;
    // rounding to 0.0 % would hide the few documents
    if (percent > 0 && percent < 0.1) {
        return QStringLiteral("< ") + CountWords::percent(locale.toString(0.1, 'f', 1));
    }
    // no decimals at the ends, so that 100 % is only shown when it is exact enough
    const bool whole = percent <= 0 || percent >= 99.95;
    return CountWords::percent(locale.toString(percent, 'f', whole ? 0 : 1));
}

} // namespace sandglass::widgets
