// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/journal/journal_model.h"

#include <QSortFilterProxyModel>
#include <QString>

#include <set>

namespace sandglass::presenters {

/// The entries of the journal with a text in one of the cells that are shown. GUI thread.
class JournalFilter final : public QSortFilterProxyModel
{
    Q_OBJECT
public:
    /// `journal` must outlive this object.
    explicit JournalFilter(JournalModel& journal, QObject* parent = nullptr);

    /// Sets the text, in upper or lower case; it is no pattern. Blanks around it do not count.
    /// Empty: all entries.
    void setText(const QString& text);
    /// Whether there is a text.
    bool isFiltering() const { return !m_text.isEmpty(); }
    /// Whether the table shows a column of JournalModel. At first it shows all of them. The text is
    /// not looked for in the others. Returns whether this is new.
    bool setColumnShown(int column, bool shown);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    JournalModel& m_journal;
    QString m_text;
    std::set<int> m_hidden; // columns of m_journal
};

} // namespace sandglass::presenters
