// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPushButton>

namespace sandglass::ui {

/// "Rehearse…": a button whose menu asks how fast the clock of the rehearsal shall run.
class RehearseButton : public QPushButton
{
    Q_OBJECT

public:
    explicit RehearseButton(QWidget* parent = nullptr);

    /// While one is being prepared the button says so and takes no click.
    void setPreparing(bool preparing);

Q_SIGNALS:
    /// `rate`: how many times faster than real time.
    void rehearseRequested(int rate);

private:
    void addRate(const QString& objectName, const QString& text, int rate);
};

} // namespace sandglass::ui
