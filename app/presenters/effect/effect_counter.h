// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/effect/edit_state.h"
#include "app/services/calls/latest.h"
#include "app/ttl/types.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <chrono>
#include <cstdint>

namespace sandglass::services {
struct EffectAnswer;
struct EffectQuery;
struct ServiceSet;
} // namespace sandglass::services

namespace sandglass::presenters {

/// How far a count has come and what it found.
struct EffectCount
{
    EditPhase phase = EditPhase::Editing; ///< Editing: nothing is counted; Counting: announced or
                                          ///< under way; Ready: the rest is the answer
    EffectState effect;
    PreviewState preview;
};

/// Counts for a dialog what a rule would delete: after a pause in typing, one count at a time, and
/// of several answers only the newest. GUI thread.
class EffectCounter : public QObject
{
    Q_OBJECT
public:
    /// `pause`: between announce() and due().
    EffectCounter(services::ServiceSet& services, std::chrono::milliseconds pause, QObject* parent);
    /// Stops the running count.
    ~EffectCounter() override;

    /// Forgets what was counted, and stops what is waiting or running.
    void clear();
    /// A count will be needed: due() follows when nothing else is announced for the pause.
    void announce();
    /// Counts now; its zone and cancel token are filled in here.
    void start(services::EffectQuery query);
    /// Nothing can be counted, for the reason that the sentence gives.
    void giveUp(const QString& sentence);
    /// Stops the count that is waiting or running; the effect is unknown then.
    void cancel();

Q_SIGNALS:
    /// The pause is over: the dialog is to call start().
    void due();
    /// Something about the count has changed; emitted within the call that changes it, too.
    void changed(const sandglass::presenters::EffectCount& count);

private:
    void finish(const services::EffectAnswer& answer);

    services::ServiceSet& m_services;
    EffectCount m_count;
    QTimer m_pause;
    ttl::CancelToken m_cancel;
    services::Latest m_asked;
};

} // namespace sandglass::presenters
