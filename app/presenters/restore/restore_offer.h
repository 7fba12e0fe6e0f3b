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

/// Whether a change deletes at once, or may do so because the count failed or is not exact. False
/// while it is being counted. Pure; any thread.
bool mayDelete(const EffectState& effect);

/// The part of a dialog that offers a restore point before a change that deletes, and a rehearsal
/// of the change. Both exist only on the local engine. GUI thread.
class RestoreOffer : public QObject
{
    Q_OBJECT
public:
    /// `services` must outlive this object.
    explicit RestoreOffer(services::ServiceSet& services, QObject* parent = nullptr);
    ~RestoreOffer() override;

    /// Adds the offer to the state of a dialog, and whether the change deletes. While a restore
    /// point is being made, the dialog's button is disabled. `effect`: null for a change that
    /// deletes nothing; while it is being counted, the offer stays as it was. `rehearsable`: the
    /// change can be tried in a copy.
    void fill(ConfirmState& confirm, const EffectState* effect, bool rehearsable);
    /// Sets whether a restore point is wanted. Default: true.
    void setWanted(bool wanted);
    /// Forgets the last failure, because the change is another one now.
    void clear();

    /// Makes a restore point before a change that `deletes`, if it is wanted and possible. Then
    /// calls `proceed`, at once if no restore point is made. If making it fails, calls `giveUp`
    /// instead, and fill() gives the reason. Neither is called after this object is destroyed.
    void makeFirst(bool deletes, services::RestoreCause cause, std::function<void()> proceed,
                   std::function<void()> giveUp);
    /// Prepares a rehearsal and opens it. Does nothing while one is being prepared. An error is
    /// shown by fill().
    void rehearse(services::RehearsalRequest request);

Q_SIGNALS:
    /// The result of fill() may be another one now.
    void changed();

private:
    /// Whether the server is the local engine, and a restore point of it can be made.
    bool isPossible() const;

    services::ServiceSet& m_services;
    bool m_deletes = false; // result of mayDelete() for the last complete count
    bool m_wanted = true;
    bool m_making = false; // a restore point
    bool m_preparing = false; // a rehearsal
    QString m_problem; // of the last restore point or rehearsal; empty: none
};

} // namespace sandglass::presenters
