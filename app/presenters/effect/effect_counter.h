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

/// The parts of a dialog's state that a count fills; they outlive the counter.
struct CountedState
{
    EditPhase& phase;
    EffectState& effect;
    PreviewState& preview;
};

/// Counts for a dialog what a rule would delete: after a pause in typing, one count at a time, and
/// of several answers only the newest. GUI thread.
class EffectCounter : public QObject
{
    Q_OBJECT
public:
    /// `pause`: between announce() and due().
    EffectCounter(services::ServiceSet& services, CountedState target,
                  std::chrono::milliseconds pause, QObject* parent);
    /// Stops the running count.
    ~EffectCounter() override;

    /// Forgets what was counted, and stops what is waiting or running.
    void clear();
    /// A count will be needed: due() follows when nothing else is announced for the pause.
    void announce();
    /// Counts now; its zone and cancel token are filled in here.
    void start(services::EffectQuery query);
    /// Nothing can be counted, for the reason that the sentence tells; counted() follows at once.
    void giveUp(const QString& sentence);
    /// Stops the count that is waiting or running; the effect is unknown then.
    void cancel();

Q_SIGNALS:
    /// The pause is over: the dialog is to call start().
    void due();
    /// The state was filled by an answer.
    void counted();

private:
    void finish(const services::EffectAnswer& answer);

    services::ServiceSet& m_services;
    CountedState m_target;
    QTimer m_pause;
    ttl::CancelToken m_cancel;
    services::Latest m_asked;
};

} // namespace sandglass::presenters
