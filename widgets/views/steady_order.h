// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>

class QSortFilterProxyModel;
class QTableView;

namespace sandglass::widgets {

/// Keeps the rows of a table in their place while the user works with them: the pointer is over
/// them, or some are selected. When both end, the rows are sorted and filtered again. Only for
/// tables over a QSortFilterProxyModel that sorts by itself; a click on the header sorts at any
/// time.
class SteadyOrder : public QObject
{
    Q_OBJECT

public:
    /// `view` owns this object.
    explicit SteadyOrder(QTableView& view);

    /// Follows the view's model and selection from now on; call it after QTableView::setModel().
    void follow();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// Whether the user works with the rows now.
    bool isUsed() const;
    /// Holds the order, or lets it go soon.
    void update();
    /// Sorts and filters again, unless the user works with the rows.
    void release();

    QTableView& m_view;
    QPointer<QSortFilterProxyModel> m_sorted; // null: the rows are never sorted by themselves
    bool m_pointerOver = false;
    bool m_steady = false;
};

} // namespace sandglass::widgets
