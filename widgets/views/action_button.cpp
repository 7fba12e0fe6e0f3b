// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/action_button.h"

#include "widgets/style/icon.h"

#include <QLayout>
#include <QPushButton>

namespace sandglass::widgets {

QPushButton* addActionButton(QWidget& bar, const QString& objectName, const QString& iconName,
                             const QString& text)
{
    auto* button = new QPushButton(icon(iconName), text, &bar);
    button->setObjectName(objectName);
    button->setAccessibleName(QString(text).remove(QLatin1Char('&')).remove(QChar(0x2026)));
    bar.layout()->addWidget(button);
    return button;
}

} // namespace sandglass::widgets
