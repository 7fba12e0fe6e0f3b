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

/// The part of a dialog's foot that offers a restore point before a change that deletes, and a
/// rehearsal. Hidden where neither is to be had.
class RestoreOfferBox : public QWidget
{
    Q_OBJECT

public:
    explicit RestoreOfferBox(QWidget* parent = nullptr);

    void setOffer(const presenters::RestoreOfferState& offer);

Q_SIGNALS:
    void wantedChanged(bool wanted);
    /// `rate`: how many times faster than real time.
    void rehearseRequested(int rate);

private:
    QCheckBox* m_first;
    widgets::VerdictLabel* m_problem;
    RehearseButton* m_rehearse;
};

} // namespace sandglass::ui
