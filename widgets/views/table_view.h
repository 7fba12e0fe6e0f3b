// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

namespace sandglass::widgets {

/// A table for reading: whole rows are selected, columns sort, Ctrl+C copies the selection as
/// tab-separated text, Enter activates a row, Tab leaves the table.
class TableView : public QTableView
{
    Q_OBJECT

public:
    explicit TableView(QWidget* parent = nullptr);

    /// The selected rows, visible columns only, in the order shown, with the headers as first line.
    /// Tabs and line breaks inside cells become blanks; a cell that a spreadsheet would run as a
    /// formula bears a leading apostrophe. Empty if nothing is selected.
    QString selectionAsTsv() const;

    /// Puts selectionAsTsv() on the clipboard, if it is not empty.
    void copySelection() const;

    /// What stands in the middle while there are no rows: why, and what would fill it. Plain text;
    /// empty shows nothing.
    void setPlaceholderText(const QString& text);
    QString placeholderText() const { return m_placeholder; }

    /// Makes the columns as wide as their contents, none wider than `mostEms`.
    void fitColumns(double mostEms = 24);

    QSize minimumSizeHint() const override;

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void fitRows();
    QString lineOf(int row, const QList<int>& columns) const;

    QString m_placeholder;
};

} // namespace sandglass::widgets
