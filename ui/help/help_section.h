// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

namespace sandglass::ui {

/// A section of a help page: a heading and the text up to the next heading.
struct HelpSection
{
    QString anchor; ///< the id of the heading; empty: the section has none
    QString heading; ///< plain text; that of the first section is the title of the page
    QString text; ///< plain text; blocks and table cells are separated by a space
};

/// The sections of a page in their order. The first one begins at <h1>, the others at <h2> to <h6>.
/// Text before the first heading and the <head> are left out. Malformed HTML is read as the help
/// window shows it. GUI thread.
std::vector<HelpSection> helpSections(const QString& html);

} // namespace sandglass::ui
