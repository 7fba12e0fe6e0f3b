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

    /// Shows one line for each row, from top to bottom.
    void showRows(const std::vector<presenters::TestRow>& rows);

private:
    struct Line
    {
        QLabel* icon;
        QLabel* name;
        QLabel* text;
    };

    /// Adds an empty line at the end.
    void addLine();
    /// Fills the lines from the rows.
    void showLines();

    std::vector<presenters::TestRow> m_rows;
    std::vector<Line> m_lines; // never fewer than the rows shown
    QPushButton* m_details; // checkable: unfolds the servers' own texts
};

} // namespace sandglass::ui
