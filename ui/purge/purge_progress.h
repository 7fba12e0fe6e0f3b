// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/purge/purge_state.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;
class QVBoxLayout;

namespace sandglass::widgets {
class DialogButtons;
}

namespace sandglass::ui {

/// The progress of a staged purge, the buttons that control it, and its report at the end.
class PurgeProgressView : public QWidget
{
    Q_OBJECT

public:
    explicit PurgeProgressView(QWidget* parent = nullptr);

    /// Shows the progress, and the buttons that apply now.
    void setState(const presenters::PurgeState& state);
    /// Shows a timeline below the figures, which takes all height that the rest leaves.
    void setTimeline(QWidget* timeline);
    /// Moves the focus to the first button that can be used.
    void focusFirst();

Q_SIGNALS:
    /// The user pauses the purge.
    void pauseRequested();
    /// The user types the name that Resume asks for.
    void resumeNameTyped(const QString& name);
    /// The user resumes the purge.
    void resumeRequested();
    /// The user cancels the purge for good.
    void cancelRequested();
    /// The user gives up a purge that an earlier run of the program did not finish.
    void discardRequested();
    /// The user closes the dialog; the purge goes on.
    void closeRequested();

private:
    /// Names and arranges the children.
    void buildLayout();
    /// Puts the report on the clipboard.
    void copyReport() const;

    QVBoxLayout* m_column = nullptr;
    QLabel* m_status;
    QProgressBar* m_bar;
    QLabel* m_figures;
    QPlainTextEdit* m_report;
    QLabel* m_nameLabel;
    QLineEdit* m_name; // to be typed before Resume
    QString m_nameToType; // as it is, not as it is shown
    widgets::DialogButtons* m_buttons;
    QPushButton* m_copy;
    QPushButton* m_pause;
    QPushButton* m_discard;
    QPushButton* m_cancel;
    QPushButton* m_resume;
};

} // namespace sandglass::ui
