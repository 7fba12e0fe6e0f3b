// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace sandglass::widgets {

/// Brings the modeless dialog of this type over `parent` to the front: the one that is there, or a
/// new one, made of `arguments` and the parent. GUI thread.
template <typename Dialog, typename... Arguments>
Dialog& openOver(QWidget* parent, Arguments&... arguments)
{
    auto* dialog = parent->findChild<Dialog*>(QString(), Qt::FindDirectChildrenOnly);
    if (!dialog) {
        dialog = new Dialog(arguments..., parent);
    }
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
    return *dialog;
}

} // namespace sandglass::widgets
