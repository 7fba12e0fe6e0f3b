// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/effect/edit_state.h"
#include "app/presenters/words/failure_text.h"

#include <QObject>
#include <QString>

#include <functional>

namespace sandglass::services {
struct RehearsalRequest;
struct RestoreCause;
struct ServiceSet;
} // namespace sandglass::services

namespace sandglass::presenters {

/// Whether a change deletes at once, or may since the count failed or is not exact. False while it
/// is being counted.
bool mayDelete(const EffectState& effect);

/// The part of a dialog that offers a restore point before a change that deletes, and a rehearsal
/// of it. Only on the local engine. GUI thread.
class RestoreOffer : public QObject
{
    Q_OBJECT
public:
    explicit RestoreOffer(services::ServiceSet& services, QObject* parent = nullptr);
    ~RestoreOffer() override;

    /// Adds the offer to what a dialog's foot shows, whose button waits while the point is being
    /// made. `effect`: null for a change that deletes nothing; while it is being counted the offer
    /// stays as it was. `rehearsable`: the change can be tried in a copy as it is.
    void fill(ConfirmState& confirm, const EffectState* effect, bool rehearsable);
    /// The box was ticked or unticked; ticked at first.
    void setWanted(bool wanted);
    /// Forgets the last failure: the change is another one now.
    void clear();

    /// With `deletes` and unless it is unticked or not to be had: makes a restore point, then calls
    /// `proceed`, or `giveUp` when that failed; fill() then says why. Otherwise calls `proceed` at
    /// once. Neither is called after this object has gone.
    void makeFirst(bool deletes, services::RestoreCause cause, std::function<void()> proceed,
                   std::function<void()> giveUp);
    /// Opens a rehearsal of a change; changed() tells how that goes.
    void rehearse(services::RehearsalRequest request);

Q_SIGNALS:
    void changed();

private:
    services::ServiceSet& m_services;
    bool m_deletes = false; // as last counted
    bool m_wanted = true;
    bool m_making = false;
    bool m_preparing = false;
    QString m_problem;
};

} // namespace sandglass::presenters
