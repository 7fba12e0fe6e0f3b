// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPersistentModelIndex>
#include <QTableView>

namespace sandglass::widgets {

class PlainCells;
class SteadyOrder;
class TableColumns;

/// A read-only table: selects whole rows, sorts by column. Ctrl+C copies the selection as
/// tab-separated text, Enter activates a row, Tab leaves the table. A right click on the header, or
/// Alt+Down, opens the menu of sorting and columns. Rows that are added or removed above the
/// visible ones do not move these, unless the table is at its top, and rows that are selected or
/// under the pointer are not sorted anew.
class TableView : public QTableView
{
    Q_OBJECT

public:
    explicit TableView(QWidget* parent = nullptr);

    /// The selected rows as shown, or as setCopyRole() says, visible columns only, after a line of
    /// headers. Tabs and line breaks in cells become blanks; a cell that a spreadsheet would treat
    /// as a formula gets a leading apostrophe. Empty without a selection.
    QString selectionAsTsv() const;

    /// The role of the text that is copied of a cell: for a table that shows long values shortened.
    void setCopyRole(int role) { m_copyRole = role; }

    /// Puts selectionAsTsv() on the clipboard, if it is not empty.
    void copySelection() const;

    /// The text in the middle of a table without rows: why there are none, and what would add some.
    /// Plain text; empty: none. It is the accessible description as long as there are no rows; a
    /// table with rows describes how it is sorted, and of when the rows are.
    void setPlaceholderText(const QString& text);
    /// The text of setPlaceholderText().
    QString placeholderText() const { return m_placeholder; }

    /// Draws the rows faintly, as disabled text: they are out of date. What is selected is drawn as
    /// usual. `asOf`: of when they are, "as of 12:04:31"; part of the accessible description while
    /// the rows are dimmed.
    void setDimmed(bool dimmed, const QString& asOf = {});
    /// Whether the rows are drawn faintly.
    bool isDimmed() const;
    /// Of when the rows are, "as of 12:04:31", also while they are not dimmed; part of the
    /// accessible description. Empty: the rows follow what they show.
    void setAsOf(const QString& asOf);

    /// The column has names whose beginning and end both matter, such as "database.collection": a
    /// long one is cut in its middle. All of it is the tool tip and what screen readers say.
    void setNameColumn(int column);

    /// As TableColumns::fit().
    void fitColumns(double mostEms = 24);
    /// Order, widths and choice of the columns.
    TableColumns& columns() { return *m_columns; }

    QSize minimumSizeHint() const override;
    void setModel(QAbstractItemModel* model) override;

protected:
    void scrollContentsBy(int dx, int dy) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    /// Fits the height of the rows to the font.
    void fitRows();
    /// A row as tab-separated text.
    QString lineOf(int row, const QList<int>& columns) const;

    /// Opens the menu of the current column, below its title.
    void openColumnsMenu();
    /// Tells screen readers why there are no rows, or how they are sorted and of when they are.
    void describe();

    /// Scrolls m_top back to where it was.
    void keepTop();

    TableColumns* m_columns;
    SteadyOrder* m_order;
    PlainCells* m_cells;
    int m_copyRole = Qt::DisplayRole;
    QString m_placeholder;
    QString m_dimmedAsOf; // of when dimmed rows are
    QString m_asOf; // see setAsOf()
    QPersistentModelIndex m_top; // first visible row; invalid at the top of the table
    int m_topOffset = 0; // pixels of it that are out of sight
};

} // namespace sandglass::widgets
