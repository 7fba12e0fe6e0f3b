// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QObject>
#include <QPointer>
#include <QTimer>

#include <chrono>
#include <set>
#include <vector>

class QHeaderView;
class QMenu;
class QPoint;
class QTableView;

namespace sandglass::widgets {

/// The columns of a table: as wide as what they hold until the user sets a width, chosen and sorted
/// in a menu for mouse and keyboard, and saved as bytes in the settings.
class TableColumns : public QObject
{
    Q_OBJECT

public:
    /// `view` owns this object.
    explicit TableColumns(QTableView& view);

    /// Fits the columns to their contents from now on. If not all of them have room, each gets at
    /// most `mostEms`, less where the view would scroll sideways otherwise, and what is left goes
    /// to those that are cut. Does nothing once the user has set a width. Call it after
    /// QTableView::setModel().
    void fit(double mostEms);

    /// Gives the columns the widths that they are about to get: before a picture of them is taken.
    void settle();

    /// Columns that are left out where the view has no room for them, the first one first, unless
    /// the user asks for them in the menu. Call it before fit().
    void setSpare(std::vector<int> columns);

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
    /// The user has shown or hidden a column by its line in the menu. The header itself tells of a
    /// hidden one only with the next turn of the event loop.
    void shownChanged();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// Gives each column its width.
    void fitNow();
    /// The same by what was measured last.
    void placeColumns();
    /// Measures the columns, those left out too; 0 for one that the user has hidden.
    void measure();
    /// Leaves out what has no room next to the others, each at most `most` pixels wide; the widths
    /// of those become 0.
    void leaveOut(std::vector<int>& needed, int most);
    /// The width that no column may pass so that all fit, `most` pixels if there is room.
    int highestWidth(const std::vector<int>& needed, int most) const;
    /// The width of the view; without limit before it is shown.
    int room() const;
    /// Fits when rows have come: the first ones at once, since they are seen at once.
    void fitSoon();
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
    std::chrono::nanoseconds m_fittingTook{}; // the last time
    QTimer m_saving;
    QPointer<QMenu> m_menu; // while it is open
    QByteArray m_first; // the state before restore()
    std::vector<int> m_widest; // that each column has needed, in pixels
    std::vector<int> m_titles; // widths of the titles, in pixels; a hidden one cannot be asked
    std::vector<int> m_spare; // columns that may be left out, the first one first
    std::set<int> m_leftOut; // those without room now
    std::set<int> m_wanted; // spare ones that the user asked for
    int m_fittedRows = 0; // that there were when the columns were fitted
    double m_mostEms = 0; // 0: columns are not fitted
    bool m_chosen = false; // the user has set a width
    bool m_pressed = false; // the mouse holds the header
    bool m_kept = false; // changes are announced
};

} // namespace sandglass::widgets
