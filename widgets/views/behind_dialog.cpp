// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/behind_dialog.h"

#include <QApplication>
#include <QWidget>

namespace sandglass::widgets {

bool isBehindDialog(const QWidget& widget)
{
    const QWidget* window = widget.window();
    // the one in front; the other dialogs are among those that it is opened over
    const QWidget* dialog = QApplication::activeModalWidget();
    if (!dialog || dialog->window() == window) {
        return false;
    }
    if (dialog->windowModality() == Qt::ApplicationModal) {
        return true;
    }
    for (const QWidget* below = dialog->parentWidget(); below; below = below->parentWidget()) {
        if (below->window() == window) {
            return true;
        }
    }
    return false;
}

} // namespace sandglass::widgets
