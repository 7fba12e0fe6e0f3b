// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/doctor/doctor_model.h"

#include <QWidget>

#include <optional>

class QComboBox;
class QLabel;
class QPlainTextEdit;
class QPushButton;
class QStackedWidget;

namespace sandglass::presenters {
class DoctorPresenter;
}

namespace sandglass::widgets {
class BusyOverlay;
class EmptyState;
class ErrorBanner;
class TableView;
} // namespace sandglass::widgets

namespace sandglass::ui {

class FindingIcons;

/// "Why is this not expiring?": the choice of what to look at, the list of checks with their
/// results, and beside it the selected line in full.
class DoctorTab : public QWidget
{
    Q_OBJECT

public:
    /// The presenter outlives the tab.
    explicit DoctorTab(presenters::DoctorPresenter& presenter, QWidget* parent = nullptr);

Q_SIGNALS:
    /// The button beside a finding was pressed; "check again" is done here.
    void remedyRequested(const sandglass::presenters::DoctorRemedy& remedy);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QWidget* buildActions();
    QWidget* buildHeadline();
    QWidget* buildList();
    void buildTable();
    void connectSignals();
    void showState();
    void showTargets();
    void showLine();
    void copyReport() const;
    std::optional<presenters::DoctorRemedy> chosenRemedy() const;
    void applyRemedy();

    presenters::DoctorPresenter& m_presenter;
    FindingIcons* m_lines;
    QComboBox* m_target;
    QPushButton* m_check;
    QPushButton* m_copy;
    QLabel* m_headlineIcon;
    QLabel* m_headline;
    QLabel* m_asOf;
    widgets::ErrorBanner* m_banner;
    QStackedWidget* m_stack;
    widgets::EmptyState* m_empty;
    widgets::TableView* m_table;
    QPlainTextEdit* m_line;
    QPushButton* m_remedy;
    QWidget* m_list = nullptr;
    widgets::BusyOverlay* m_busy = nullptr;
};

} // namespace sandglass::ui
