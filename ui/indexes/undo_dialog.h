// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QTimer>

#include <chrono>

class QLabel;
class QTimeZone;

namespace sandglass::presenters {
class UndoPresenter;
struct ChangeResult;
} // namespace sandglass::presenters

namespace sandglass::widgets {
class BusyOverlay;
class ErrorBanner;
} // namespace sandglass::widgets

namespace sandglass::ui {

class CommandBox;
class ConfirmRow;
class EffectView;

/// Asks for confirmation before a change is undone: what would be sent, what that would delete, and
/// a button that names the number. While the commands are sent, it is covered by their progress and
/// a Cancel that ends them. It closes once the undone change has been read back as requested.
class UndoDialog : public QDialog
{
    Q_OBJECT

public:
    /// The presenter must outlive the dialog.
    explicit UndoDialog(presenters::UndoPresenter& presenter, QWidget* parent = nullptr);

    /// The time zone of the timeline in the dialog.
    void setTimeZone(const QTimeZone& zone);
    /// Undoes at once if that is harmless. Otherwise, if it fails, and if finding that out or
    /// sending takes longer than a moment, opens the dialog. Call this instead of open().
    void undoOrOpen();

    /// Sets how long undoOrOpen() waits before it opens the dialog: while it is found out what the
    /// undo does, and from when it is sent. Default: 300 ms each. For tests.
    static void setPatience(std::chrono::milliseconds deciding, std::chrono::milliseconds sending);

Q_SIGNALS:
    /// The change is undone, and this is to be said of it. Not emitted for the change of an index,
    /// which the journal announces.
    void verified(const sandglass::presenters::ChangeResult& result);

private:
    /// Announces what the undo has done.
    void announce();

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
    /// Covers the dialog while the commands are under way.
    void showBusy();
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
    widgets::BusyOverlay* m_busy;
    QTimer m_patience; // until the dialog opens while undoOrOpen() is at work
    int m_neededHeight = 0; // for what was shown so far
    bool m_deciding = false; // undoOrOpen() has not shown the dialog
};

} // namespace sandglass::ui
