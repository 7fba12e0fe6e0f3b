// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/option_table.h"
#include "app/base/result.h"

#include <QByteArray>
#include <QString>

#include <span>

namespace sandglass {

/// What the manual page of a program is made of.
struct ManualSource
{
    QString program; ///< "sandglass"
    QString summary; ///< one line, for NAME
    QString usage; ///< the arguments, for SYNOPSIS
    QString version; ///< for the foot
    QString date; ///< "2026-11-23", for the foot
    std::span<const base::OptionRow> options;
    QByteArray page; ///< the page of the help about the command line: well-formed HTML
};

/// The manual page (section 1) in the man macros. NAME, SYNOPSIS and OPTIONS come from the table of
/// --help; the other sections are those of the help page: its introduction, and each <h2> with its
/// paragraphs, lists and preformatted text. A section with `class="PROGRAM"` on its <h2> goes only
/// into the page of that program. Errors: InvalidInput with the line where the page is not
/// well-formed or has an element that is not known here. Pure; any thread.
Result<QByteArray> manualPage(const ManualSource& source);

} // namespace sandglass
