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

/// A line that stands for some seconds after a change: what it did, and Undo where the change
/// deletes nothing now. Hidden the rest of the time.
class UndoBar : public QFrame
{
    Q_OBJECT

public:
    /// The presenter outlives the bar.
    explicit UndoBar(presenters::ActivityPresenter& presenter, QWidget* parent = nullptr);

    /// Shows what a change has done, for 15 s or until it is dismissed; also where there is nothing
    /// to undo.
    void showResult(const QString& sentence);

Q_SIGNALS:
    /// The undo of a journal entry is asked for.
    void undoRequested(quint64 entryId);

private:
    void showState();
    void dismiss();

    presenters::ActivityPresenter& m_presenter;
    QString m_result; // of the last change; empty after its time
    QTimer m_resultEnd;
    QLabel* m_text;
    QPushButton* m_undo;
    QPushButton* m_dismiss;
};

} // namespace sandglass::ui
