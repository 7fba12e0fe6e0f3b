// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/purge/purge_state.h"

#include <QWidget>

class QLabel;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;

namespace sandglass::ui {

/// How far a staged purge has come, what can be done with it, and its report in the end.
class PurgeProgressView : public QWidget
{
    Q_OBJECT

public:
    explicit PurgeProgressView(QWidget* parent = nullptr);

    void setState(const presenters::PurgeState& state);

Q_SIGNALS:
    void pauseRequested();
    void resumeRequested();
    void cancelRequested();
    void discardRequested();
    void closeRequested();

private:
    QPushButton* addButton(const QString& objectName, const QString& icon, const QString& text);
    void buildLayout();
    void copyReport() const;

    QLabel* m_status;
    QProgressBar* m_bar;
    QLabel* m_figures;
    QPlainTextEdit* m_report;
    QPushButton* m_copy;
    QPushButton* m_pause;
    QPushButton* m_resume;
    QPushButton* m_discard;
    QPushButton* m_cancel;
    QPushButton* m_close;
};

} // namespace sandglass::ui
