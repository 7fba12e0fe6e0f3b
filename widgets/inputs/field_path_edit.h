// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>
#include <QVector>

class QStandardItemModel;

namespace sandglass::widgets {

/// A field path that the user can choose.
struct FieldCandidate
{
    QString path; ///< dotted, as typed into the field: "session.createdAt"
    QString note; ///< what is known about it: "date 99.2 %"

    bool operator==(const FieldCandidate&) const = default;
};

/// A line edit for a dotted field path. Offers matching candidates while typing, each with its note
/// ("createdAt — date 99.2 %"). Any part of a path matches. Arrow Down offers all candidates.
class FieldPathEdit : public QLineEdit
{
    Q_OBJECT

public:
    explicit FieldPathEdit(QWidget* parent = nullptr);

    /// Replaces the candidates, offered in this order. Equal ones change nothing, so that an open
    /// list stays open.
    void setCandidates(const QVector<FieldCandidate>& candidates);

    /// The note of the candidate whose path equals the text; empty if there is none.
    QString currentNote() const;

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    QStandardItemModel* m_candidates;
    QVector<FieldCandidate> m_known;
};

} // namespace sandglass::widgets
