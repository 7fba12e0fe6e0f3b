// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

class QWidget;

namespace sandglass::ui {

/// The page that opens when nothing else fits.
extern const QString kFirstHelpPage;

/// The names of all pages in the order of the contents list, such as "inventory". Any thread.
QStringList helpPages();

/// The folder of the pages in the language of the program: "en" or "zh_CN". It follows the
/// translation that is installed.
QString helpLanguage();

/// The compiled-in file of a page, ":/help/<language>/<page>.html". A page that does not exist in
/// that language is taken from English; empty when English has none either.
QString helpFile(const QString& page, const QString& language);

/// What a page file calls itself in its <title>; empty when it cannot be read.
QString helpTitle(const QString& file);

/// The page that belongs to a widget: that of the nearest parent which has one, and of a dialog
/// before that of the window behind it. Empty when none has.
QString helpPageOf(const QWidget* widget);

} // namespace sandglass::ui
