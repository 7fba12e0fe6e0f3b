// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QObject>
#include <QPointer>
#include <QTimer>

#include <vector>

class QHeaderView;
class QMenu;
class QPoint;
class QTableView;

namespace sandglass::widgets {

/// The columns of a table: as wide as what they hold until the user sets a width, chosen and sorted
/// in a menu for mouse and keyboard, and kept as bytes for the settings.
class TableColumns : public QObject
{
    Q_OBJECT

public:
    /// `view` owns this object.
    explicit TableColumns(QTableView& view);

    /// Fits the columns to their contents from now on. If not all of them have room, each gets at
    /// most `mostEms`, and what is left goes to those that are cut. Does nothing once the user has
    /// set a width. Call it after QTableView::setModel().
    void fit(double mostEms);

    /// Order, widths, hidden columns and sorting.
    QByteArray state() const;
    /// Restores state() and announces what the user changes from now on. Bytes of another table,
    /// or of a version with other columns, are ignored.
    void restore(const QByteArray& state);

    /// Opens the menu of sorting and columns. `column`: from which it is opened. `place`: on the
    /// screen.
    void openMenu(int column, const QPoint& place);

Q_SIGNALS:
    /// The user has changed state(); at most twice a second. Not before restore().
    void changed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// Gives each column its width.
    void fitNow();
    /// Whether the column can be hidden: another one is visible.
    bool canHide(int column) const;
    /// Adds "Sort by", with its columns and directions.
    void addSorting(QMenu& menu, int column);
    /// Adds a line for each column.
    void addColumns(QMenu& menu);
    /// Notes that the user has changed something.
    void noteChange();
    /// Shows all columns in their first order, fitted.
    void reset();
    /// The header of the view.
    QHeaderView& header() const;
    /// The title of a column.
    QString titleOf(int column) const;

    QTableView& m_view;
    QTimer m_fitting;
    QTimer m_saving;
    QPointer<QMenu> m_menu; // while it is open
    QByteArray m_first; // the state before restore()
    std::vector<int> m_widest; // that each column has needed, in pixels
    double m_mostEms = 0; // 0: columns are not fitted
    bool m_chosen = false; // the user has set a width
    bool m_pressed = false; // the mouse holds the header
    bool m_kept = false; // changes are announced
};

} // namespace sandglass::widgets
