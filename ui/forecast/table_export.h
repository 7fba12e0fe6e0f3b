// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace sandglass::ui {

/// Makes the text of a file from values that it holds. Called on another thread.
using TextMaker = std::function<QString()>;

/// Opens a file dialog and writes the text there as UTF-8, as FileSaver does. Returns at once; the
/// rest follows by signals. If the file cannot be written, a message box says so and an existing
/// file stays as it was. `parent` owns the dialogs; behind a dialog nothing happens. GUI thread.
void saveText(QWidget* parent, const QString& title, const QString& suggestedName,
              const TextMaker& text);

} // namespace sandglass::ui
