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

/// Asks before a change is taken back: what would be sent, what that would delete, and a button
/// that carries the number. It closes when the undo is read back as asked.
class UndoDialog : public QDialog
{
    Q_OBJECT

public:
    /// The presenter outlives the dialog.
    explicit UndoDialog(presenters::UndoPresenter& presenter, QWidget* parent = nullptr);

    /// The wall clock of the timeline in it.
    void setTimeZone(const QTimeZone& zone);

private:
    QLabel* addLabel(const QString& objectName);
    void buildLayout();
    void connectSignals();
    void showState();

    presenters::UndoPresenter& m_presenter;
    QLabel* m_title;
    QLabel* m_sentence;
    QLabel* m_notes;
    EffectView* m_effect;
    CommandBox* m_command;
    ConfirmRow* m_confirm;
    widgets::ErrorBanner* m_banner;
};

} // namespace sandglass::ui
