// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QLabel;
class QTimeZone;

namespace sandglass::presenters {
class UndoPresenter;
}

namespace sandglass::widgets {
class ErrorBanner;
}

namespace sandglass::ui {

class CommandBox;
class ConfirmRow;
class EffectView;

/// Asks for confirmation before a change is undone: what would be sent, what that would delete, and
/// a button that names the number. It closes once the undone change has been read back as
/// requested.
class UndoDialog : public QDialog
{
    Q_OBJECT

public:
    /// The presenter must outlive the dialog.
    explicit UndoDialog(presenters::UndoPresenter& presenter, QWidget* parent = nullptr);

    /// The time zone of the timeline in the dialog.
    void setTimeZone(const QTimeZone& zone);
    /// Undoes at once if that is harmless. Otherwise, if it fails, and if it takes longer than a
    /// moment to find that out, opens the dialog. Call this instead of open().
    void undoOrOpen();

private:
    /// Undoes or opens, as soon as it is known which.
    void decide();
    /// A label for plain text, since QLabel would guess whether names from the server are HTML.
    /// Owned by the dialog.
    QLabel* addLabel(const QString& objectName);
    /// Arranges texts, effect, command and confirmation.
    void buildLayout();
    /// Connects the controls with the presenter.
    void connectSignals();
    /// Shows the presenter's state; closes the dialog once the undo is verified.
    void showState();
    /// Makes the dialog as high as its texts need, within the screen.
    void fitHeight();

    presenters::UndoPresenter& m_presenter;
    QLabel* m_title;
    QLabel* m_sentence;
    QLabel* m_notes;
    EffectView* m_effect;
    CommandBox* m_command;
    ConfirmRow* m_confirm;
    widgets::ErrorBanner* m_banner;
    int m_neededHeight = 0; // for what was shown so far
    bool m_deciding = false; // undoOrOpen() has not shown the dialog
};

} // namespace sandglass::ui
