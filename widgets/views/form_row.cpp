// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/form_row.h"

#include <QFormLayout>
#include <QLabel>

namespace sandglass::widgets {

void addFormRow(QFormLayout& form, const QString& label, QWidget* field)
{
    auto* caption = new QLabel(label);
    // QFormLayout would make a label that guesses whether the text is HTML
    caption->setTextFormat(Qt::PlainText);
    caption->setBuddy(field);
    form.addRow(caption, field);
}

} // namespace sandglass::widgets
