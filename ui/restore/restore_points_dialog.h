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

/// The restore points of the local engine, with buttons to make one, restore it, rehearse with it,
/// and delete it. Asks before anything that cannot be undone. Deletes itself when closed.
class RestorePointsDialog : public QDialog
{
    Q_OBJECT

public:
    /// The presenter must outlive the dialog. Reads the list of restore points.
    explicit RestorePointsDialog(presenters::RestorePointsPresenter& presenter,
                                 QWidget* parent = nullptr);

    /// Opens the dialog over `parent`, which owns it, or brings the open one to the front.
    static void openOver(presenters::RestorePointsPresenter& presenter, QWidget* parent);

private:
    /// Sets names, icons and fixed texts of the children.
    void nameParts();
    /// Arranges the table or its placeholder above the buttons.
    void buildLayout();
    /// Connects the controls with the presenter.
    void connectSignals();
    /// Shows the presenter's state.
    void showState();
    /// Enables the buttons that fit the selected restore point.
    void updateButtons();
    /// The id of the selected restore point; empty if none is selected.
    QString selected() const;
    /// Asks before all data is replaced by a restore point.
    void askRestore(const QString& id, const QString& question);
    /// Asks before the selected restore point is deleted.
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
};

} // namespace sandglass::ui
