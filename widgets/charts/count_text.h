// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QString>

namespace sandglass::widgets {

/// A count in full: "1 284 310". Rounded to an integer, grouped by the locale.
QString countText(double count, const QLocale& locale = {});

/// A count for a label, with two significant digits: "950", "12 k", "1.2 M".
QString shortCount(double count, const QLocale& locale = {});

/// A round count for an axis, precise enough to tell neighbours apart: "1.25 k", "1.5 k", "2 k".
QString axisCount(double count, const QLocale& locale = {});

/// Bytes for an axis or a label: "≈ 1.25 MB". Decimal units, at most two decimals.
QString axisBytes(double bytes, const QLocale& locale = {});

/// A share (0 to 1) in per cent: "3.4 %", "0 %", "< 0.1 %".
QString shareText(double share, const QLocale& locale = {});

} // namespace sandglass::widgets
