// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/table_view.h"

#include "widgets/style/metrics.h"
#include "widgets/views/csv_text.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>

#include <algorithm>

namespace sandglass::widgets {

namespace {

QString tsvCell(QString text)
{
    for (QChar& unit : text) {
        if (unit == u'\t' || unit == u'\n' || unit == u'\r') {
            unit = u' ';
        }
    }
    return spreadsheetSafe(text);
}

} // namespace

TableView::TableView(QWidget* parent)
    : QTableView(parent)
{
    setAlternatingRowColors(true);
    setShowGrid(false);
    setWordWrap(false);
    setTextElideMode(Qt::ElideRight);
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setEditTriggers(NoEditTriggers);
    setTabKeyNavigation(false);
    setSortingEnabled(true);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollMode(ScrollPerPixel);
    setCornerButtonEnabled(false);
    verticalHeader()->hide();
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setStretchLastSection(true);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeading | Qt::AlignVCenter);
    fitRows();
}

void TableView::fitRows()
{
    verticalHeader()->setMinimumSectionSize(1);
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + emPixels(this, 0.5));
}

void TableView::fitColumns(double mostEms)
{
    resizeColumnsToContents();
    const int most = emPixels(this, mostEms);
    const int last = horizontalHeader()->count() - 1;
    for (int column = 0; column < last; ++column) {
        setColumnWidth(column, std::min(columnWidth(column) + emPixels(this, 0.8), most));
    }
}

QString TableView::lineOf(int row, const QList<int>& columns) const
{
    QStringList cells;
    for (const int column : columns) {
        cells += tsvCell(model()->index(row, column, rootIndex()).data().toString());
    }
    return cells.join(u'\t');
}

QString TableView::selectionAsTsv() const
{
    if (!selectionModel() || !selectionModel()->hasSelection()) {
        return {};
    }
    QList<int> columns;
    for (int place = 0; place < horizontalHeader()->count(); ++place) {
        const int column = horizontalHeader()->logicalIndex(place);
        if (!isColumnHidden(column)) {
            columns += column;
        }
    }
    QStringList headers;
    for (const int column : std::as_const(columns)) {
        headers += tsvCell(model()->headerData(column, Qt::Horizontal).toString());
    }
    QList<int> rows;
    for (const QModelIndex& index : selectionModel()->selectedRows()) {
        rows += index.row();
    }
    std::sort(rows.begin(), rows.end());
    QStringList lines{headers.join(u'\t')};
    for (const int row : std::as_const(rows)) {
        lines += lineOf(row, columns);
    }
    return lines.join(u'\n') + u'\n';
}

void TableView::copySelection() const
{
    const QString text = selectionAsTsv();
    if (!text.isEmpty()) {
        QGuiApplication::clipboard()->setText(text);
    }
}

void TableView::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy)) {
        copySelection();
        event->accept();
        return;
    }
    QTableView::keyPressEvent(event);
}

void TableView::changeEvent(QEvent* event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        fitRows();
    }
}

} // namespace sandglass::widgets
