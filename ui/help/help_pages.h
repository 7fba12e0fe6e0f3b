// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace sandglass::ui {

/// The page that is shown if no other one fits.
extern const QString kFirstHelpPage;

/// The names of all pages in the order of the contents list, such as "inventory". The order is that
/// of resources/help/contents.txt; pages that it does not list come last. Any thread.
QStringList helpPages();

/// The language of the help pages: "en" or "zh_CN". It follows the installed translation. GUI
/// thread.
QString helpLanguage();

/// The compiled-in file of a page: ":/help/<language>/<page>.html". If the page does not exist in
/// that language, its English file; empty if there is none either. Any thread.
QString helpFile(const QString& page, const QString& language);

/// The <title> of a page file; empty if the file cannot be read. Any thread.
QString helpTitle(const QString& file);

} // namespace sandglass::ui
