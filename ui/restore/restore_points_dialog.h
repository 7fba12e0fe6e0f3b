// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QLabel;
class QPushButton;
class QStackedWidget;

namespace sandglass::presenters {
class RestorePointsPresenter;
}

namespace sandglass::widgets {
class BusyOverlay;
class EmptyState;
class ErrorBanner;
class TableView;
} // namespace sandglass::widgets

namespace sandglass::ui {

class RehearseButton;

/// The restore points of the local engine: makes one, brings one back, rehearses with one, deletes
/// one. What cannot be taken back is asked for first.
class RestorePointsDialog : public QDialog
{
    Q_OBJECT

public:
    /// The presenter outlives the dialog.
    explicit RestorePointsDialog(presenters::RestorePointsPresenter& presenter,
                                 QWidget* parent = nullptr);

    /// Shows the one over `parent`, made when there is none.
    static void openOver(presenters::RestorePointsPresenter& presenter, QWidget* parent);

private:
    void nameParts();
    void buildLayout();
    void connectSignals();
    void showState();
    void updateButtons();
    /// The selected point; empty: none.
    QString selected() const;
    void ask(const QString& objectName, const QString& title, const QString& question,
             const QString& verb,
             void (presenters::RestorePointsPresenter::*action)(const QString&));
    void askRestore();
    void askRemoval();

    presenters::RestorePointsPresenter& m_presenter;
    QLabel* m_intro;
    widgets::ErrorBanner* m_banner;
    QStackedWidget* m_stack;
    widgets::TableView* m_table;
    widgets::EmptyState* m_empty;
    widgets::BusyOverlay* m_busy;
    QLabel* m_message;
    QPushButton* m_make;
    QPushButton* m_restore;
    RehearseButton* m_rehearse;
    QPushButton* m_remove;
    QPushButton* m_close;
};

} // namespace sandglass::ui
