// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/effect/edit_state.h"
#include "app/ttl/types.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <chrono>
#include <cstdint>
#include <memory>

namespace sandglass::services {
class Latest;
struct EffectAnswer;
struct EffectQuery;
struct ServiceSet;
} // namespace sandglass::services

namespace sandglass::presenters {

/// State and result of a count.
struct EffectCount
{
    EditPhase phase = EditPhase::Editing; ///< Editing: nothing is counted. Counting: announced or
                                          ///< in progress. Ready: it has ended
    EffectState effect; ///< Ready: the result, or why it failed
    PreviewState preview;
};

/// Counts for a dialog what a rule would delete: after a pause in typing, and one count at a time.
/// A new count cancels the previous one. GUI thread.
class EffectCounter : public QObject
{
    Q_OBJECT
public:
    /// `services` must outlive this object. `pause`: between announce() and due().
    EffectCounter(services::ServiceSet& services, std::chrono::milliseconds pause, QObject* parent);
    /// Cancels the count in progress.
    ~EffectCounter() override;

    /// Forgets the result, and cancels a count that is announced or in progress.
    void clear();
    /// Announces a count. due() follows after the pause, which starts anew with each call.
    void announce();
    /// Counts now. Zone and cancel token of `query` are set here.
    void start(services::EffectQuery query);
    /// Ends with an unknown effect, because it cannot be counted. `sentence`: why.
    void giveUp(const QString& sentence);
    /// Cancels a count that is announced or in progress. The effect is unknown then.
    void cancel();

Q_SIGNALS:
    /// The pause is over: call start().
    void due();
    /// State or result has changed. May be emitted during a call of a function above.
    void changed(const sandglass::presenters::EffectCount& count);

private:
    /// Takes the answer of the service.
    void finish(const services::EffectAnswer& answer);

    services::ServiceSet& m_services;
    EffectCount m_count;
    QTimer m_pause; // until due()
    ttl::CancelToken m_cancel; // of the count in progress
    std::unique_ptr<services::Latest> m_query; // never null
};

} // namespace sandglass::presenters
