// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/next_step.h"

#include <QAbstractItemView>

namespace sandglass::widgets {

NextStep::NextStep(const QString& objectName, QAbstractItemView& view, QWidget* parent)
    : QPushButton(parent)
    , m_view(view)
{
    setObjectName(objectName);
    setAccessibleName(tr("Suggested action")); // while it is hidden and has no text
    // outside dialogs Enter presses no other buttons
    setAutoDefault(true);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    hide();
    const QAbstractItemModel* model = view.model();
    connect(model, &QAbstractItemModel::rowsInserted, this, &NextStep::follow);
    connect(model, &QAbstractItemModel::rowsRemoved, this, &NextStep::follow);
    connect(model, &QAbstractItemModel::modelReset, this, &NextStep::follow);
    connect(model, &QAbstractItemModel::layoutChanged, this, &NextStep::follow);
}

void NextStep::setStep(const QString& step)
{
    setText(step);
    if (!step.isEmpty()) {
        setAccessibleName(QString(step).remove(u'&').remove(QChar(0x2026)));
    }
    follow();
}

void NextStep::follow()
{
    const bool shown = !text().isEmpty() && m_view.model()->rowCount(m_view.rootIndex()) == 0;
    // otherwise the keyboard would continue somewhere else in the window
    if (!shown && hasFocus()) {
        m_view.setFocus();
    }
    setVisible(shown);
}

} // namespace sandglass::widgets

#include "moc_next_step.cpp"
