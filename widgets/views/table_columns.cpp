// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/table_columns.h"

#include "widgets/style/metrics.h"
#include "widgets/views/kept_columns.h"
#include "widgets/views/visible_text.h"

#include <QActionGroup>
#include <QElapsedTimer>
#include <QEvent>
#include <QHeaderView>
#include <QMenu>
#include <QTableView>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <utility>
#include <vector>

namespace sandglass::widgets {

namespace {

// rows often come one after the other
constexpr std::chrono::milliseconds kFitAfter{50};
constexpr std::chrono::milliseconds kFitCellsAtLatest{2'000};
constexpr int kFitCellsShare = 100; // cells that change take at most that part of the time
constexpr std::chrono::milliseconds kSaveAfter{500};
constexpr double kUsualMostEms = 24;
constexpr double kLeastMostEms = 10; // below it, scrolling sideways is better than cutting

// In a menu, & would mark an access key.
QString menuText(const QString& title)
{
    return visibleText(title).replace(u'&', QStringLiteral("&&"));
}

} // namespace

TableColumns::TableColumns(QTableView& view)
    : QObject(&view)
    , m_view(view)
{
    m_fitting.setSingleShot(true);
    connect(&m_fitting, &QTimer::timeout, this, [this] {
        if (m_view.isVisible()) {
            fitNow();
        }
    });
    m_saving.setSingleShot(true);
    m_saving.setInterval(kSaveAfter);
    connect(&m_saving, &QTimer::timeout, this, &TableColumns::changed);
    header().setContextMenuPolicy(Qt::CustomContextMenu);
    connect(&header(), &QHeaderView::customContextMenuRequested, this, [this](const QPoint& at) {
        openMenu(header().logicalIndexAt(at), header().viewport()->mapToGlobal(at));
    });
    connect(&header(), &QHeaderView::sectionResized, this, [this] {
        if (m_pressed) {
            m_chosen = true;
            noteChange();
        }
    });
    connect(&header(), &QHeaderView::sectionMoved, this, &TableColumns::noteChange);
    connect(&header(), &QHeaderView::sortIndicatorChanged, this, &TableColumns::noteChange);
    header().viewport()->installEventFilter(this);
    m_view.viewport()->installEventFilter(this);
}

QHeaderView& TableColumns::header() const
{
    return *m_view.horizontalHeader();
}

QString TableColumns::titleOf(int column) const
{
    return m_view.model()->headerData(column, Qt::Horizontal).toString();
}

bool TableColumns::eventFilter(QObject* watched, QEvent* event)
{
    const bool ended = !qobject_cast<QTableView*>(parent()); // before its viewports
    if (!ended && watched == header().viewport()) {
        const bool press = event->type() == QEvent::MouseButtonPress
            || event->type() == QEvent::MouseButtonDblClick;
        if (press || event->type() == QEvent::MouseButtonRelease) {
            m_pressed = press;
        }
    } else if (event->type() == QEvent::Show) {
        fitNow();
    } else if (event->type() == QEvent::Resize && m_view.isVisible()) {
        placeColumns();
    }
    return QObject::eventFilter(watched, event);
}

void TableColumns::fit(double mostEms)
{
    if (!m_view.model()) {
        return;
    }
    if (m_mostEms <= 0) {
        connect(m_view.model(), &QAbstractItemModel::rowsInserted, this, &TableColumns::fitSoon);
        connect(m_view.model(), &QAbstractItemModel::modelReset, this, [this] {
            // as many rows again are mostly the same ones with new figures
            if (m_view.model()->rowCount() != m_fittedRows) {
                m_widest.clear();
            }
            fitSoon();
        });
        // cells may change each second; measuring those of a long table takes long
        connect(m_view.model(), &QAbstractItemModel::dataChanged, &m_fitting, [this] {
            if (!m_fitting.isActive()) {
                m_fitting.start(std::min(
                    kFitCellsAtLatest,
                    std::chrono::ceil<std::chrono::milliseconds>(kFitCellsShare * m_fittingTook)));
            }
        });
    }
    m_mostEms = mostEms;
    m_widest.clear();
    fitNow();
}

void TableColumns::fitSoon()
{
    if (m_fittedRows == 0 && m_view.isVisible() && m_view.model()->rowCount() > 0) {
        fitNow();
    } else {
        m_fitting.start(kFitAfter);
    }
}

int TableColumns::room() const
{
    constexpr int kNoLimit = 100'000;
    return m_view.isVisible() ? m_view.viewport()->width() : kNoLimit;
}

void TableColumns::setSpare(std::vector<int> columns)
{
    m_spare = std::move(columns);
}

void TableColumns::measure()
{
    const QAbstractItemView& cells = m_view; // sizeHintForColumn() is public there
    const int gap = emPixels(&m_view, 0.5);
    m_widest.resize(static_cast<std::size_t>(header().count()));
    m_titles.resize(m_widest.size());
    for (int column = 0; column < header().count(); ++column) {
        const auto at = static_cast<std::size_t>(column);
        const bool hidden = header().isSectionHidden(column);
        if (hidden && !m_leftOut.contains(column)) {
            m_widest[at] = 0;
            continue;
        }
        if (!hidden) {
            m_titles[at] = header().sectionSizeHint(column);
        }
        // a cell that became shorter leaves the column as it is: widths that change each second
        // would be unrest
        m_widest[at]
            = std::max(m_widest[at], std::max(cells.sizeHintForColumn(column), m_titles[at]) + gap);
    }
}

void TableColumns::leaveOut(std::vector<int>& needed, int most)
{
    const auto total = [&] {
        return std::accumulate(needed.begin(), needed.end(), 0,
                               [most](int sum, int width) { return sum + std::min(width, most); });
    };
    std::set<int> without;
    for (const int column : m_spare) {
        const auto at = static_cast<std::size_t>(column);
        if (total() > room() && needed[at] > 0 && !m_wanted.contains(column)) {
            needed[at] = 0;
            without.insert(column);
        }
    }
    for (const int column : m_spare) {
        if (without.contains(column) != m_leftOut.contains(column)) {
            m_view.setColumnHidden(column, without.contains(column));
        }
    }
    m_leftOut = std::move(without);
}

int TableColumns::highestWidth(const std::vector<int>& needed, int most) const
{
    const int least = std::min(most, emPixels(&m_view, kLeastMostEms));
    const int step = emPixels(&m_view, 1);
    for (int highest = most; highest > least; highest -= step) {
        int total = 0;
        for (const int width : needed) {
            total += std::min(width, highest);
        }
        if (total <= room()) {
            return highest;
        }
    }
    return least;
}

// Contents decide; the width of the view only what is left out and which long cells are cut.
void TableColumns::fitNow()
{
    if (m_chosen || m_mostEms <= 0 || !m_view.model()) {
        return;
    }
    QElapsedTimer time;
    time.start();
    m_fittedRows = m_view.model()->rowCount();
    measure();
    placeColumns();
    m_fittingTook = std::chrono::nanoseconds(time.nsecsElapsed());
}

void TableColumns::settle()
{
    if (m_fitting.isActive()) {
        m_fitting.stop();
        fitNow();
    }
}

void TableColumns::placeColumns()
{
    std::vector<int> needed = m_widest;
    if (m_chosen || static_cast<int>(needed.size()) != header().count()) {
        return; // not measured yet
    }
    leaveOut(needed, emPixels(&m_view, m_mostEms));
    const int most = highestWidth(needed, emPixels(&m_view, m_mostEms));
    int left = room();
    std::vector<int> cut; // columns that need more than `most`
    for (int column = 0; column < header().count(); ++column) {
        const int width = needed[static_cast<std::size_t>(column)];
        if (width > most) {
            cut.push_back(column);
        }
        left -= std::min(width, most);
    }
    // those that need least first, so that most of them are whole
    std::ranges::sort(cut, {},
                      [&](int column) { return needed[static_cast<std::size_t>(column)]; });
    int waiting = static_cast<int>(cut.size());
    for (const int column : cut) {
        int& width = needed[static_cast<std::size_t>(column)];
        const int more = std::clamp(left / waiting--, 0, width - most);
        width = most + more;
        left -= more;
    }
    for (int column = 0; column < header().count(); ++column) {
        if (!header().isSectionHidden(column)) {
            m_view.setColumnWidth(column, needed[static_cast<std::size_t>(column)]);
        }
    }
}

QByteArray TableColumns::state() const
{
    KeptColumns kept;
    const double em = emPixels(&m_view, 1);
    for (int place = 0; place < header().count(); ++place) {
        const int column = header().logicalIndex(place);
        const bool hidden = header().isSectionHidden(column);
        // a hidden column has no width; it gets one when it is shown
        const int width
            = std::max(hidden ? header().defaultSectionSize() : header().sectionSize(column), 1);
        // what has no room here may have some next time
        kept.columns.push_back(
            {column, width / em, hidden && !m_leftOut.contains(column), m_wanted.contains(column)});
    }
    kept.sorted = header().sortIndicatorSection();
    kept.descending = header().sortIndicatorOrder() == Qt::DescendingOrder;
    kept.chosen = m_chosen;
    return written(kept);
}

void TableColumns::restore(const QByteArray& state)
{
    if (m_first.isEmpty()) {
        m_first = this->state();
    }
    m_kept = false;
    const KeptColumns kept = readColumns(state, header().count());
    int place = 0;
    if (!kept.columns.empty()) {
        m_leftOut.clear();
        m_wanted.clear();
    }
    for (const KeptColumn& each : kept.columns) {
        if (each.wanted) {
            m_wanted.insert(each.column);
        }
        header().moveSection(header().visualIndex(each.column), place++);
        header().setSectionHidden(each.column, each.hidden);
        if (kept.chosen && !each.hidden) {
            header().resizeSection(each.column, emPixels(&m_view, each.width));
        }
    }
    if (!kept.columns.empty()) {
        m_chosen = kept.chosen;
        if (kept.sorted >= 0 && m_view.isSortingEnabled()) {
            m_view.sortByColumn(kept.sorted,
                                kept.descending ? Qt::DescendingOrder : Qt::AscendingOrder);
        }
    }
    m_kept = true;
}

void TableColumns::noteChange()
{
    if (m_kept) {
        m_saving.start();
    }
}

bool TableColumns::canHide(int column) const
{
    return !header().isSectionHidden(column)
        && header().count() - header().hiddenSectionCount() > 1;
}

void TableColumns::openMenu(int column, const QPoint& place)
{
    if (!m_view.model() || m_menu) {
        return;
    }
    if (m_first.isEmpty()) {
        m_first = state();
    }
    auto* menu = new QMenu(&m_view);
    menu->setObjectName(QStringLiteral("tableColumnsMenu"));
    menu->setAccessibleName(tr("Columns and order"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    m_menu = menu;
    if (m_view.isSortingEnabled()) {
        addSorting(*menu, column);
        menu->addSeparator();
    }
    addColumns(*menu);
    menu->addSeparator();
    menu->addAction(tr("&Fit widths to the contents"), this,
                    [this] {
                        m_chosen = false;
                        fit(std::max(m_mostEms, kUsualMostEms));
                        noteChange();
                    })
        ->setObjectName(QStringLiteral("fitColumnsAction"));
    menu->addAction(tr("&Reset the columns"), this, &TableColumns::reset)
        ->setObjectName(QStringLiteral("resetColumnsAction"));
    menu->popup(place);
}

void TableColumns::addSorting(QMenu& menu, int column)
{
    QMenu* sorting = menu.addMenu(tr("&Sort by"));
    sorting->setObjectName(QStringLiteral("sortByMenu"));
    const int sorted = header().sortIndicatorSection();
    const Qt::SortOrder order = header().sortIndicatorOrder();
    auto* columns = new QActionGroup(&menu);
    for (int at = 0; at < header().count(); ++at) {
        const int each = header().logicalIndex(at);
        if (header().isSectionHidden(each)) {
            continue;
        }
        QAction* action = sorting->addAction(menuText(titleOf(each)), this, [this, each] {
            m_view.sortByColumn(each, header().sortIndicatorOrder());
        });
        action->setObjectName(QStringLiteral("sortBy%1Action").arg(each));
        action->setCheckable(true);
        action->setChecked(each == sorted);
        columns->addAction(action);
        if (each == column) {
            sorting->setActiveAction(action);
        }
    }
    auto* directions = new QActionGroup(&menu);
    for (const Qt::SortOrder each : {Qt::AscendingOrder, Qt::DescendingOrder}) {
        const bool up = each == Qt::AscendingOrder;
        QAction* action
            = menu.addAction(up ? tr("&Ascending") : tr("&Descending"), this, [this, each, column] {
                  const int now = header().sortIndicatorSection();
                  m_view.sortByColumn(now >= 0 ? now : std::max(column, 0), each);
              });
        action->setObjectName(up ? QStringLiteral("sortAscendingAction")
                                 : QStringLiteral("sortDescendingAction"));
        action->setCheckable(true);
        action->setChecked(sorted >= 0 && each == order);
        directions->addAction(action);
    }
}

void TableColumns::addColumns(QMenu& menu)
{
    for (int at = 0; at < header().count(); ++at) {
        const int each = header().logicalIndex(at);
        QAction* action = menu.addAction(menuText(titleOf(each)));
        action->setObjectName(QStringLiteral("column%1Action").arg(each));
        action->setCheckable(true);
        action->setChecked(!header().isSectionHidden(each));
        // the last one stays
        action->setEnabled(!action->isChecked() || canHide(each));
        connect(action, &QAction::toggled, this, [this, each](bool shown) {
            m_leftOut.erase(each);
            if (shown && std::ranges::find(m_spare, each) != m_spare.end()) {
                m_wanted.insert(each);
            } else {
                m_wanted.erase(each);
            }
            m_view.setColumnHidden(each, !shown);
            fitNow();
            noteChange();
            Q_EMIT shownChanged();
        });
    }
}

void TableColumns::reset()
{
    restore(m_first);
    m_chosen = false;
    fit(std::max(m_mostEms, kUsualMostEms));
    noteChange();
}

} // namespace sandglass::widgets

#include "moc_table_columns.cpp"
