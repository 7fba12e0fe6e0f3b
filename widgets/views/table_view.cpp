// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/table_view.h"

#include "widgets/style/colors.h"
#include "widgets/style/metrics.h"
#include "widgets/views/csv_text.h"
#include "widgets/views/steady_order.h"
#include "widgets/views/table_columns.h"
#include "widgets/views/visible_text.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <QToolTip>

#include <algorithm>

namespace sandglass::widgets {

/// Shows cells and their tool tips as they are: names come from a server.
class PlainCells : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    /// See TableView::setNameColumn().
    void setNameColumn(int column) { m_names = column; }

    /// See TableView::setDimmed().
    void setDimmed(bool dimmed) { m_dimmed = dimmed; }
    /// Whether cells are drawn faintly.
    bool isDimmed() const { return m_dimmed; }

    QString displayText(const QVariant& value, const QLocale& locale) const override
    {
        return value.typeId() == QMetaType::QString
            ? visibleText(value.toString())
            : QStyledItemDelegate::displayText(value, locale);
    }

    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override
    {
        if (event->type() != QEvent::ToolTip) {
            return QStyledItemDelegate::helpEvent(event, view, option, index);
        }
        const QString text = visibleText(index.data(Qt::ToolTipRole).toString());
        QToolTip::showText(event->globalPos(), toolTipText(text), view, option.rect);
        return true;
    }

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        const QBrush faint = option->palette.brush(QPalette::Disabled, QPalette::Text);
        QStyledItemDelegate::initStyleOption(option, index);
        if (index.column() == m_names) {
            option->textElideMode = Qt::ElideMiddle;
        }
        if (m_dimmed && !option->state.testFlag(QStyle::State_Selected)) {
            // a colour of the model's own would be as strong as before
            option->palette.setBrush(QPalette::Disabled, QPalette::Text, faint);
            option->state.setFlag(QStyle::State_Enabled, false);
        }
    }

private:
    int m_names = -1; // −1: none
    bool m_dimmed = false;
};

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

/// A header aligned like its cells: right above numbers.
class ColumnHeader : public QHeaderView
{
public:
    explicit ColumnHeader(QWidget* parent)
        : QHeaderView(Qt::Horizontal, parent)
    {
        setSectionsClickable(true);
        setSectionsMovable(true);
    }

protected:
    void initStyleOptionForIndex(QStyleOptionHeader* option, int section) const override
    {
        QHeaderView::initStyleOptionForIndex(option, section);
        // Qt's styles point down for ascending values, all other programs up
        if (option->sortIndicator != QStyleOptionHeader::None) {
            option->sortIndicator = option->sortIndicator == QStyleOptionHeader::SortUp
                ? QStyleOptionHeader::SortDown
                : QStyleOptionHeader::SortUp;
        }
        // an empty table has no cells; then the model's own alignment of the header counts
        const QVariant alignment = model() && model()->rowCount(rootIndex()) > 0
            ? model()->index(0, section, rootIndex()).data(Qt::TextAlignmentRole)
            : QVariant();
        if (alignment.isValid()) {
            option->textAlignment = Qt::Alignment(alignment.toInt()) | Qt::AlignVCenter;
        }
        // the arrow of the sorted column is at the right edge, where its text would end
        if (isSortIndicatorShown() && sortIndicatorSection() == section
            && option->textAlignment.testFlag(Qt::AlignRight)) {
            // two spaces of the width of an em
            option->text += QString(2, QChar(0x2003));
        }
    }
};

} // namespace

TableView::TableView(QWidget* parent)
    : QTableView(parent)
{
    setHorizontalHeader(new ColumnHeader(this));
    m_columns = new TableColumns(*this);
    m_order = new SteadyOrder(*this);
    m_cells = new PlainCells(this);
    setItemDelegate(m_cells);
    setAlternatingRowColors(true);
    setShowGrid(false);
    setWordWrap(false);
    setTextElideMode(Qt::ElideRight);
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setEditTriggers(NoEditTriggers);
    // Tab leaves the table; the arrow keys move within it
    setTabKeyNavigation(false);
    // no arrow before the rows are sorted; Qt would claim the first column, descending
    horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    setSortingEnabled(true);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollMode(ScrollPerPixel);
    setCornerButtonEnabled(false);
    verticalHeader()->hide();
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setStretchLastSection(true);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeading | Qt::AlignVCenter);
    connect(horizontalHeader(), &QHeaderView::sortIndicatorChanged, this, &TableView::describe);
    fitRows();
}

void TableView::setNameColumn(int column)
{
    m_cells->setNameColumn(column);
}

void TableView::setDimmed(bool dimmed, const QString& asOf)
{
    if (dimmed != m_cells->isDimmed()) {
        m_cells->setDimmed(dimmed);
        viewport()->update();
    }
    m_dimmedAsOf = dimmed ? asOf : QString();
    describe();
}

void TableView::setAsOf(const QString& asOf)
{
    m_asOf = asOf;
    describe();
}

bool TableView::isDimmed() const
{
    return m_cells->isDimmed();
}

void TableView::fitRows()
{
    // the minimum of the style could be higher than the row
    verticalHeader()->setMinimumSectionSize(1);
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + emPixels(this, 0.5));
    // the style's width is in pixels
    horizontalHeader()->setDefaultSectionSize(emPixels(this, 8.5));
}

void TableView::fitColumns(double mostEms)
{
    m_columns->fit(mostEms);
}

QString TableView::lineOf(int row, const QList<int>& columns) const
{
    QStringList cells;
    for (const int column : columns) {
        const QModelIndex cell = model()->index(row, column, rootIndex());
        cells += tsvCell(cell.data(m_copyRole).toString());
    }
    return cells.join(u'\t');
}

QString TableView::selectionAsTsv() const
{
    if (!selectionModel() || !selectionModel()->hasSelection()) {
        return {};
    }
    QList<int> columns;
    // in the order shown, which the user may have changed
    for (int place = 0; place < horizontalHeader()->count(); ++place) {
        const int column = horizontalHeader()->logicalIndex(place);
        if (!isColumnHidden(column)) {
            columns += column;
        }
    }
    QStringList headers;
    for (const int column : std::as_const(columns)) {
        headers += tsvCell(columnTitle(*model(), column));
    }
    QList<int> rows;
    for (const QModelIndex& index : selectionModel()->selectedRows()) {
        rows += index.row();
    }
    // in the order of the table, not of the clicks
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

QSize TableView::minimumSizeHint() const
{
    // the header and one row: a table scrolls, the window around it does not
    const int frame = 2 * frameWidth();
    return {emPixels(this, 8) + frame,
            horizontalHeader()->sizeHint().height() + verticalHeader()->defaultSectionSize()
                + frame};
}

void TableView::setModel(QAbstractItemModel* newModel)
{
    if (model()) {
        disconnect(model(), &QAbstractItemModel::rowsInserted, this, &TableView::keepTop);
        disconnect(model(), &QAbstractItemModel::rowsRemoved, this, &TableView::keepTop);
        disconnect(model(), &QAbstractItemModel::rowsInserted, this, &TableView::describe);
        disconnect(model(), &QAbstractItemModel::rowsRemoved, this, &TableView::describe);
        disconnect(model(), &QAbstractItemModel::modelReset, this, &TableView::describe);
    }
    m_top = QModelIndex();
    QTableView::setModel(newModel);
    m_order->follow();
    describe();
    if (!newModel) {
        return;
    }
    // queued: the header learns of the rows later than this view
    connect(newModel, &QAbstractItemModel::rowsInserted, this, &TableView::keepTop,
            Qt::QueuedConnection);
    connect(newModel, &QAbstractItemModel::rowsRemoved, this, &TableView::keepTop,
            Qt::QueuedConnection);
    connect(newModel, &QAbstractItemModel::rowsInserted, this, &TableView::describe);
    connect(newModel, &QAbstractItemModel::rowsRemoved, this, &TableView::describe);
    connect(newModel, &QAbstractItemModel::modelReset, this, &TableView::describe);
}

void TableView::scrollContentsBy(int dx, int dy)
{
    QTableView::scrollContentsBy(dx, dy);
    const int value = verticalScrollBar()->value();
    m_top = value > 0 ? indexAt(QPoint(0, 0)) : QModelIndex();
    m_topOffset = m_top.isValid() ? value - verticalHeader()->sectionPosition(m_top.row()) : 0;
}

void TableView::keepTop()
{
    if (m_top.isValid()) {
        // the scroll bar does not know the new height yet
        updateGeometries();
        verticalScrollBar()->setValue(verticalHeader()->sectionPosition(m_top.row()) + m_topOffset);
    }
}

void TableView::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy)) {
        copySelection();
        event->accept();
        return;
    }
    if (event->key() == Qt::Key_Down && event->modifiers() == Qt::AltModifier) {
        openColumnsMenu();
        event->accept();
        return;
    }
    QTableView::keyPressEvent(event);
}

void TableView::contextMenuEvent(QContextMenuEvent* event)
{
    if (event->reason() != QContextMenuEvent::Keyboard) {
        QTableView::contextMenuEvent(event);
        return;
    }
    openColumnsMenu();
    event->accept();
}

void TableView::openColumnsMenu()
{
    const int current = std::max(currentIndex().column(), 0);
    const int column = isColumnHidden(current) ? horizontalHeader()->logicalIndexAt(0) : current;
    const int x = std::clamp(columnViewportPosition(column), 0, viewport()->width());
    m_columns->openMenu(column, viewport()->mapToGlobal(QPoint(x, 0)));
}

void TableView::describe()
{
    const bool filled = model() && model()->rowCount(rootIndex()) > 0;
    const int sorted = horizontalHeader()->sortIndicatorSection();
    QString text = m_placeholder;
    if (filled) {
        text.clear();
        if (isSortingEnabled() && sorted >= 0 && sorted < horizontalHeader()->count()) {
            const QString title = model()->headerData(sorted, Qt::Horizontal).toString();
            text = horizontalHeader()->sortIndicatorOrder() == Qt::AscendingOrder
                ? tr("Sorted by %1, ascending").arg(title)
                : tr("Sorted by %1, descending").arg(title);
        }
        const QString& asOf = m_dimmedAsOf.isEmpty() ? m_asOf : m_dimmedAsOf;
        if (!asOf.isEmpty()) {
            text += text.isEmpty() ? asOf : QStringLiteral(" · ") + asOf;
        }
    }
    if (text == accessibleDescription()) {
        return;
    }
    // announces the change
    setAccessibleDescription(text);
}

void TableView::changeEvent(QEvent* event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        fitRows();
    }
}

void TableView::setPlaceholderText(const QString& text)
{
    if (text == m_placeholder) {
        return;
    }
    m_placeholder = text;
    describe();
    viewport()->update();
}

void TableView::paintEvent(QPaintEvent* event)
{
    QTableView::paintEvent(event);
    const bool filled = !model() || model()->rowCount(rootIndex()) > 0;
    if (m_placeholder.isEmpty() || filled || viewport()->height() < fontMetrics().height()) {
        return;
    }
    QPainter painter(viewport());
    painter.setPen(color(ColorRole::MutedText));
    const int margin = emPixels(this, 1);
    painter.drawText(viewport()->rect().adjusted(margin, 0, -margin, 0),
                     Qt::AlignCenter | Qt::TextWordWrap, m_placeholder);
}

} // namespace sandglass::widgets

#include "moc_table_view.cpp"
