// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPushButton>

class QMenu;

namespace sandglass::ui {

/// "Rehearse": a button with a menu that asks how fast the clock of the rehearsal is to run.
class RehearseButton : public QPushButton
{
    Q_OBJECT

public:
    explicit RehearseButton(QWidget* parent = nullptr);

    /// While `preparing`, the button says that the data is being copied, and is disabled.
    void setPreparing(bool preparing);

    /// The entries.
    QMenu& choices() { return *m_choices; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// The user wants a rehearsal. `rate`: how many times faster than real time its clock runs.
    void rehearseRequested(int rate);

protected:
    void initStyleOption(QStyleOptionButton* option) const override;

private:
    /// Adds an entry to the menu.
    void addRate(const QString& objectName, const QString& text, int rate);

    QMenu* m_choices;
};

} // namespace sandglass::ui
