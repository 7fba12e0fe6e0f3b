// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

class QLabel;

namespace sandglass::presenters {
struct TestRow;
}

namespace sandglass::ui {

/// The stages of a connection test: for each its mark, its name and what was found or why it
/// failed. Hidden until a test was started.
class TestStagesView : public QWidget
{
    Q_OBJECT

public:
    explicit TestStagesView(QWidget* parent = nullptr);

    void showRows(const std::vector<presenters::TestRow>& rows);

private:
    struct Line
    {
        QLabel* icon;
        QLabel* name;
        QLabel* text;
    };

    void addLine();

    std::vector<Line> m_lines;
};

} // namespace sandglass::ui
