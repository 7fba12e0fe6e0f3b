// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/doctor/doctor_model.h"

#include <QWidget>

#include <memory>
#include <optional>

class QComboBox;
class QLabel;
class QPlainTextEdit;
class QPushButton;
class QStackedWidget;
class QToolButton;

namespace sandglass::presenters {
class DoctorPresenter;
}

namespace sandglass::widgets {
class BusyOverlay;
class ElidedLabel;
class EmptyState;
class ErrorBanner;
class FocusRefuge;
class TableView;
} // namespace sandglass::widgets

namespace sandglass::ui {

class FindingIcons;

/// "Why is this not expiring?": the choice of what to check, the checks with their results, what
/// failed first, and beside them a card with the selected one: what was found, what to do, and a
/// button that does it.
class DoctorTab : public QWidget
{
    Q_OBJECT

public:
    /// The presenter must outlive the tab.
    explicit DoctorTab(presenters::DoctorPresenter& presenter, QWidget* parent = nullptr);
    ~DoctorTab() override;

Q_SIGNALS:
    /// The user wants to apply the remedy of a finding; "check again" is done here.
    void remedyRequested(const sandglass::presenters::DoctorRemedy& remedy);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    /// The row above the results: target, Check, time of the results, Copy report.
    QWidget* buildActions();
    /// The overall result: an icon and a sentence.
    QWidget* buildHeadline();
    /// The checks and the selected one in full, side by side.
    QWidget* buildList();
    /// Sets up the table of checks.
    void buildTable();
    /// The card of the selected check.
    QWidget* buildCard();
    /// Selects the first line, which is the worst, unless another one is selected.
    void selectFirst();
    /// Connects the controls with the presenter.
    void connectSignals();
    /// Shows the presenter's state.
    void showState();
    /// Shows what can be checked, and the choice.
    void showTargets();
    /// Shows the selected check in full, with its remedy.
    void showLine();
    /// Opens the help at the selected check, or at the page of the doctor.
    void explain();
    /// Puts the report on the clipboard.
    void copyReport() const;
    /// The remedy of the selected check; nullopt without one.
    std::optional<presenters::DoctorRemedy> chosenRemedy() const;
    /// Checks again, or asks the window for the dialog that fixes the finding.
    void applyRemedy();

    presenters::DoctorPresenter& m_presenter;
    FindingIcons* m_lines; // the checks as shown
    QComboBox* m_target;
    QPushButton* m_check;
    QPushButton* m_copy;
    QToolButton* m_explain;
    QLabel* m_headlineIcon;
    QLabel* m_headline;
    widgets::ElidedLabel* m_asOf;
    widgets::ErrorBanner* m_banner;
    QStackedWidget* m_stack;
    widgets::EmptyState* m_empty;
    QWidget* m_waiting; // under the notice that it is being checked
    widgets::TableView* m_table;
    QLabel* m_lineIcon;
    QLabel* m_lineTitle;
    QPlainTextEdit* m_line; // the selected check in full
    QPushButton* m_remedy;
    QWidget* m_list = nullptr;
    widgets::BusyOverlay* m_busy = nullptr;
    std::unique_ptr<widgets::FocusRefuge> m_focus; // of the button that checks: the target
};

} // namespace sandglass::ui
