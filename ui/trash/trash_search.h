// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QCheckBox;
class QComboBox;
class QDateTimeEdit;
class QGridLayout;
class QLineEdit;

namespace sandglass::presenters {
class TrashPresenter;
}

namespace sandglass::widgets {
class VerdictLabel;
}

namespace sandglass::ui {

/// Which deleted documents the dialog shows: by collection, TTL pass, time, and conditions.
class TrashSearch : public QWidget
{
    Q_OBJECT

public:
    /// The presenter must outlive it.
    explicit TrashSearch(presenters::TrashPresenter& presenter, QWidget* parent = nullptr);
    /// A child that has the focus loses it when it is destroyed, after this class has ended, and
    /// must not be heard then.
    ~TrashSearch() override;

    /// Shows the presenter's state.
    void showState();
    /// Empties what was typed and ticked, after the presenter has forgotten it.
    void clear();

private:
    /// Sets names and fixed texts of the children.
    void nameParts();
    /// Arranges them in rows with labels.
    void buildLayout();
    /// Adds a label that belongs to a control.
    void addRow(QGridLayout& grid, const QString& label, QWidget& control);
    /// Connects the controls with the presenter.
    void connectSignals();
    /// Tells the presenter the times.
    void sendTimes();

    presenters::TrashPresenter& m_presenter;
    QComboBox* m_collection;
    QComboBox* m_pass;
    QCheckBox* m_hasFrom;
    QDateTimeEdit* m_from;
    QCheckBox* m_hasTo;
    QDateTimeEdit* m_to;
    QLineEdit* m_filter;
    widgets::VerdictLabel* m_verdict;
};

} // namespace sandglass::ui
