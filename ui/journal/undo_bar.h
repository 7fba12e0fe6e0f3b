// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;
class QPushButton;

namespace sandglass::presenters {
class ActivityPresenter;
}

namespace sandglass::ui {

/// A line that stands for some seconds after a change that deletes nothing now: what it did, and
/// Undo. Hidden the rest of the time.
class UndoBar : public QFrame
{
    Q_OBJECT

public:
    /// The presenter outlives the bar.
    explicit UndoBar(presenters::ActivityPresenter& presenter, QWidget* parent = nullptr);

Q_SIGNALS:
    /// The undo of a journal entry is asked for.
    void undoRequested(quint64 entryId);

private:
    void showState();

    presenters::ActivityPresenter& m_presenter;
    QLabel* m_text;
    QPushButton* m_undo;
    QPushButton* m_dismiss;
};

} // namespace sandglass::ui
