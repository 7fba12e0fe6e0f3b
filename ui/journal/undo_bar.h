// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/views/floating_message.h"

class QPushButton;

namespace sandglass::presenters {
class ActivityPresenter;
}

namespace sandglass::ui {

/// The message after a change: what it did, when the documents go that it deletes, and Undo. It is
/// shown for some seconds, and as long as the user is at it.
class UndoBar : public widgets::FloatingMessage
{
    Q_OBJECT

public:
    /// The presenter must outlive the bar.
    explicit UndoBar(presenters::ActivityPresenter& presenter, QWidget* parent = nullptr);

Q_SIGNALS:
    /// The user wants to undo a journal entry.
    void undoRequested(quint64 entryId);

private:
    /// Shows the message of the presenter.
    void showState();
    /// Withdraws the message, and asks for the undo.
    void undo();

    presenters::ActivityPresenter& m_presenter;
    QPushButton* m_undo;
};

} // namespace sandglass::ui
