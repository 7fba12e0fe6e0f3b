// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QTimer>

class QLabel;
class QPushButton;

namespace sandglass::presenters {
class ActivityPresenter;
}

namespace sandglass::ui {

/// A line that is shown for some seconds after a change: what it did, and Undo if the change
/// deletes nothing now. Hidden otherwise.
class UndoBar : public QFrame
{
    Q_OBJECT

public:
    /// The presenter must outlive the bar.
    explicit UndoBar(presenters::ActivityPresenter& presenter, QWidget* parent = nullptr);

    /// Shows the result of a change, for 15 s or until it is dismissed, even if there is nothing to
    /// undo.
    void showResult(const QString& sentence);

Q_SIGNALS:
    /// The user wants to undo a journal entry.
    void undoRequested(quint64 entryId);

private:
    /// Shows the result or the offer; hides the line without either.
    void showState();
    /// Hides the line, and withdraws the offer to undo.
    void dismiss();

    presenters::ActivityPresenter& m_presenter;
    QString m_result; // of the last change; empty once its time is over
    QTimer m_resultEnd;
    QLabel* m_text;
    QPushButton* m_undo;
    QPushButton* m_dismiss;
};

} // namespace sandglass::ui
