// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/doctor/finding.h"

#include <QString>
#include <QTimeZone>

namespace sandglass::presenters {

/// The words of one check: title and evidence for the report, `trouble` for the inventory. A check
/// without the words for where it is shown does not compile.
struct CheckWords
{
    ttl::doctor::CheckId id;
    QString (*title)(); ///< what it looks for, short: "Field present"
    /// What it saw, a whole sentence; empty when there is nothing to say.
    QString (*evidence)(const ttl::doctor::Finding& finding, const QTimeZone& zone);
    QString (*trouble)() = nullptr; ///< in the inventory: "two rules on one collection"
};

/// The words of a check. GUI thread.
const CheckWords& wordsOf(ttl::doctor::CheckId id);

} // namespace sandglass::presenters
