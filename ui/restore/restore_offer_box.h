// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/effect/edit_state.h"

#include <QWidget>

class QCheckBox;

namespace sandglass::widgets {
class VerdictLabel;
}

namespace sandglass::ui {

class RehearseButton;

/// The row of a dialog that offers a restore point before a change that deletes, and a rehearsal.
/// Hidden if neither is available.
class RestoreOfferBox : public QWidget
{
    Q_OBJECT

public:
    explicit RestoreOfferBox(QWidget* parent = nullptr);

    /// Shows what is offered, the choice, and why no restore point could be made.
    void setOffer(const presenters::RestoreOfferState& offer);

Q_SIGNALS:
    /// The user ticked or unticked the box.
    void wantedChanged(bool wanted);
    /// The user wants a rehearsal. `rate`: how many times faster than real time its clock runs.
    void rehearseRequested(int rate);

private:
    QCheckBox* m_first; // make a restore point first
    widgets::VerdictLabel* m_problem;
    RehearseButton* m_rehearse;
};

} // namespace sandglass::ui
