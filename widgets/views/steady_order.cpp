// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/steady_order.h"

#include <QEvent>
#include <QSortFilterProxyModel>
#include <QTableView>

namespace sandglass::widgets {

SteadyOrder::SteadyOrder(QTableView& view)
    : QObject(&view)
    , m_view(view)
{
    view.viewport()->installEventFilter(this);
}

void SteadyOrder::follow()
{
    if (m_steady && m_sorted) {
        m_sorted->setDynamicSortFilter(true);
    }
    m_steady = false;
    auto* sorted = qobject_cast<QSortFilterProxyModel*>(m_view.model());
    m_sorted = sorted && sorted->dynamicSortFilter() ? sorted : nullptr;
    if (m_sorted) {
        connect(m_view.selectionModel(), &QItemSelectionModel::selectionChanged, this,
                &SteadyOrder::update);
        // rows that are replaced take the selection along without a word
        connect(m_sorted, &QAbstractItemModel::modelReset, this, &SteadyOrder::update);
        connect(m_sorted, &QAbstractItemModel::rowsRemoved, this, &SteadyOrder::update,
                Qt::QueuedConnection);
        update();
    }
}

bool SteadyOrder::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Enter || event->type() == QEvent::Leave
        || event->type() == QEvent::Hide) {
        m_pointerOver = event->type() == QEvent::Enter;
        update();
    }
    return QObject::eventFilter(watched, event);
}

void SteadyOrder::update()
{
    const bool selected = m_view.selectionModel() && m_view.selectionModel()->hasSelection();
    const bool steady = m_sorted && (m_pointerOver || selected);
    if (steady == m_steady || !m_sorted) {
        return;
    }
    m_steady = steady;
    m_sorted->setDynamicSortFilter(!steady);
    if (!steady) {
        // rows that have changed meanwhile may no longer fit the filter
        m_sorted->invalidate();
    }
}

} // namespace sandglass::widgets

#include "moc_steady_order.cpp"
