// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/journal/journal_filter.h"

namespace sandglass::presenters {

JournalFilter::JournalFilter(JournalModel& journal, QObject* parent)
    : QSortFilterProxyModel(parent)
    , m_journal(journal)
{
    setSourceModel(&journal);
}

void JournalFilter::setText(const QString& text)
{
    const QString wanted = text.trimmed();
    if (wanted != m_text) {
        m_text = wanted;
        invalidateRowsFilter();
    }
}

bool JournalFilter::setColumnShown(int column, bool shown)
{
    const bool changed = shown ? m_hidden.erase(column) > 0 : m_hidden.insert(column).second;
    if (changed && isFiltering()) {
        invalidateRowsFilter();
    }
    return changed;
}

bool JournalFilter::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    if (parent.isValid() || !isFiltering()) {
        return !parent.isValid();
    }
    for (int column = 0; column < m_journal.columnCount(); ++column) {
        if (!m_hidden.contains(column)
            && m_journal.index(row, column)
                   .data()
                   .toString()
                   .contains(m_text, Qt::CaseInsensitive)) {
            return true;
        }
    }
    return false;
}

} // namespace sandglass::presenters

#include "moc_journal_filter.cpp"
