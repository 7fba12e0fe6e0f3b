// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

class QLabel;

namespace sandglass::presenters {
struct TestRow;
}

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

    std::vector<Line> m_lines; // never fewer than the rows shown
};

} // namespace sandglass::ui
