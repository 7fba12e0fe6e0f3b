// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inputs/field_path_edit.h"

#include "widgets/style/metrics.h"
#include "widgets/views/visible_text.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QStandardItemModel>

#include <algorithm>

namespace sandglass::widgets {

namespace {

/// An item whose edit text is the path while its display text includes the note; QStandardItem has
/// one text for both.
class CandidateItem : public QStandardItem
{
public:
    explicit CandidateItem(FieldCandidate candidate)
        : m_candidate(std::move(candidate))
    {
        setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    }

    QVariant data(int role) const override
    {
        if (role == Qt::EditRole) {
            return m_candidate.path;
        }
        if (role != Qt::DisplayRole) {
            return QStandardItem::data(role);
        }
        const QString path = visibleText(m_candidate.path);
        return m_candidate.note.isEmpty()
            ? path
            : QStringLiteral("%1 \u2014 %2").arg(path, visibleText(m_candidate.note));
    }

private:
    FieldCandidate m_candidate;
};

} // namespace

FieldPathEdit::FieldPathEdit(QWidget* parent)
    : QLineEdit(parent)
    , m_candidates(new QStandardItemModel(this))
{
    setAccessibleName(tr("Field"));
    auto* completion = new QCompleter(m_candidates, this);
    completion->setCompletionRole(Qt::EditRole);
    completion->setFilterMode(Qt::MatchContains);
    completion->setCaseSensitivity(Qt::CaseInsensitive);
    completion->setMaxVisibleItems(10);
    completion->popup()->setObjectName(QStringLiteral("candidatesList"));
    completion->popup()->setAccessibleName(tr("Fields found in a sample"));
    completion->popup()->setMinimumWidth(emPixels(this, 22));
    setCompleter(completion);
}

void FieldPathEdit::setCandidates(const QVector<FieldCandidate>& candidates)
{
    // an open popup would close
    if (candidates == m_known) {
        return;
    }
    m_known = candidates;
    m_candidates->clear();
    for (const FieldCandidate& candidate : candidates) {
        m_candidates->appendRow(new CandidateItem(candidate));
    }
}

QString FieldPathEdit::currentNote() const
{
    const auto found = std::find_if(m_known.cbegin(), m_known.cend(),
                                    [this](const auto& known) { return known.path == text(); });
    return found == m_known.cend() ? QString() : found->note;
}

void FieldPathEdit::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Down && !completer()->popup()->isVisible()) {
        completer()->setCompletionPrefix(text());
        completer()->complete();
        return;
    }
    QLineEdit::keyPressEvent(event);
}

} // namespace sandglass::widgets

#include "moc_field_path_edit.cpp"
