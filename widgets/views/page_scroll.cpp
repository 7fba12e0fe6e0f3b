// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/page_scroll.h"

namespace sandglass::widgets {

PageScroll::PageScroll(const QString& objectName, const QString& name, QWidget* parent)
    : QScrollArea(parent)
{
    setObjectName(objectName);
    setAccessibleName(name);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setWidgetResizable(true);
}

} // namespace sandglass::widgets

#include "moc_page_scroll.cpp"
