// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>
#include <QVector>

class QStandardItemModel;

namespace sandglass::widgets {

/// A field path that can be chosen.
struct FieldCandidate
{
    QString path; ///< dotted, as typed into the field: "session.createdAt"
    QString note; ///< what is known of it: "date 99.2 %"

    bool operator==(const FieldCandidate&) const = default;
};

/// A line for a dotted field path that offers candidates while typing, each with its note
/// ("createdAt — date 99.2 %"). Any part of a path is matched. Arrow down offers all of them.
class FieldPathEdit : public QLineEdit
{
    Q_OBJECT

public:
    explicit FieldPathEdit(QWidget* parent = nullptr);

    /// Replaces the candidates; they are offered in this order. The same ones again change nothing,
    /// so that an open list stays as it is.
    void setCandidates(const QVector<FieldCandidate>& candidates);

    /// The note of the candidate whose path is exactly the text; empty if there is none.
    QString currentNote() const;

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    QStandardItemModel* m_candidates;
    QVector<FieldCandidate> m_known;
};

} // namespace sandglass::widgets
