// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/doctor/finding.h"

#include <QString>
#include <QTimeZone>

namespace sandglass::presenters {

/// The words of a check: title and evidence for the report, `trouble` for the inventory. The table
/// of all checks is checked when it is compiled: words may only be missing where a check is not
/// shown.
struct CheckWords
{
    ttl::doctor::CheckId id;
    QString (*title)(); ///< what it checks: "Field present"
    /// Returns what it has found, a whole sentence; empty without evidence. `zone`: of moments.
    QString (*evidence)(const ttl::doctor::Finding& finding, const QTimeZone& zone);
    QString (*trouble)() = nullptr; ///< a failure in the inventory: "two rules on one collection"
};

/// Returns the words of a check, valid for ever. GUI thread.
const CheckWords& wordsOf(ttl::doctor::CheckId id);

} // namespace sandglass::presenters
