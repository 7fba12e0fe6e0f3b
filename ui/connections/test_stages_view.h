// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/connections/connect_form_presenter.h"

#include <QWidget>

#include <vector>

class QLabel;
class QPushButton;

namespace sandglass::ui {

/// The stages of a connection test. A line has a mark, the name of the stage, and what was found or
/// why it failed. Hidden until a test starts.
class TestStagesView : public QWidget
{
    Q_OBJECT

public:
    explicit TestStagesView(QWidget* parent = nullptr);

    /// Shows one line for each row, from top to bottom. `testing`: the test is not over. Screen
    /// readers are told when it begins and how it ends.
    void showTest(const std::vector<presenters::TestRow>& rows, bool testing);
    /// That a test runs, or how it ended, in one sentence; empty before the first.
    QString summary() const { return accessibleDescription(); }

private:
    struct Line
    {
        QLabel* icon;
        QLabel* name;
        QLabel* text;
    };

    /// Fills as many lines as there are rows.
    void showRows(const std::vector<presenters::TestRow>& rows);
    /// Adds an empty line at the end.
    void addLine();
    /// Fills the lines from the rows.
    void showLines();

    std::vector<presenters::TestRow> m_rows;
    std::vector<Line> m_lines; // never fewer than the rows shown
    QPushButton* m_details; // checkable: unfolds the servers' own texts
};

} // namespace sandglass::ui
