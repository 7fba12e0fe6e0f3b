// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace sandglass::ui {

/// Asks where to save (without blocking) and writes the text there as UTF-8. A file that cannot be
/// written is told in a message box. `parent` owns the dialogs.
void saveText(QWidget* parent, const QString& title, const QString& suggestedName,
              const QString& text);

} // namespace sandglass::ui
