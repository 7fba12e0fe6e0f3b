// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

namespace sandglass::widgets {

/// Lets a page scroll where the window is smaller than the page can be, instead of cutting it. It
/// has no frame, and Tab goes on to the controls in it. One for each page, and none around another.
class PageScroll : public QScrollArea
{
    Q_OBJECT

public:
    /// `name`: its accessible name.
    PageScroll(const QString& objectName, const QString& name, QWidget* parent = nullptr);
};

} // namespace sandglass::widgets
