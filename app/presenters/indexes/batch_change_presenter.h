// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/presenters/effect/edit_state.h"
#include "app/presenters/indexes/batch_targets_model.h"
#include "app/presenters/restore/restore_offer.h"
#include "app/services/calls/latest.h"
#include "app/ttl/types.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace sandglass::services {
struct EffectAnswer;
struct ServiceSet;
} // namespace sandglass::services

namespace sandglass::presenters {

/// Everything the dialog for several rules shows besides its table.
struct BatchChangeState
{
    EditPhase phase = EditPhase::Loading;
    std::optional<std::int64_t> seconds; ///< the new period; unset while what is typed is none
    QString sentence; ///< "Would delete at once: 1 234 documents by 2 of 3 rules"
    ConfirmState confirm;
    int changed = 0; ///< rules changed and verified so far
    std::optional<FailureText> failure; ///< of the rule that failed; those after it were not sent
};

/// One new period for several TTL indexes: reads each, counts each one's effect, and changes one
/// after the other, each with its own journal entry. At the first failure it stops; apply() then
/// goes on with those that are left. GUI thread.
class BatchChangePresenter : public QObject
{
    Q_OBJECT
public:
    /// `indexes`: at least one, each once.
    BatchChangePresenter(services::ServiceSet& services, std::vector<ttl::IndexRef> indexes,
                         std::chrono::milliseconds debounce = std::chrono::milliseconds(300),
                         QObject* parent = nullptr);
    ~BatchChangePresenter() override;

    const BatchChangeState& state() const { return m_state; }
    BatchTargetsModel& targets() { return m_targets; }

    /// The new period, 1 … 2 147 483 647; unset or out of range while what is typed is no period.
    void setSeconds(std::optional<std::int64_t> seconds);
    void setTypedName(const QString& name);
    /// Counts anew, or ends counting; what is not counted then is an unknown number.
    void count();
    void cancelCount();
    /// Sends the commands; only when state().confirm.enabled. A restore point comes first where it
    /// is offered and wanted.
    void apply();
    void setRestoreWanted(bool wanted);

Q_SIGNALS:
    void stateChanged();

private:
    void read(std::size_t row);
    void finishRead(std::size_t row, const Result<std::vector<ttl::IndexSpec>>& answer);
    void recheck();
    void countNext();
    void finishCount(std::size_t row, const services::EffectAnswer& answer);
    void sendNext();
    void finishSend(std::size_t row, const Result<void>& answer);
    void update();
    void updateConfirm();
    EffectState total() const;
    std::optional<std::size_t> firstIn(BatchStage stage) const;
    std::optional<std::size_t> firstToSend() const;
    void setStage(std::size_t row, BatchStage stage, const QString& problem = {});
    int toChange() const;
    bool reading() const { return firstIn(BatchStage::Reading).has_value(); }

    services::ServiceSet& m_services;
    BatchChangeState m_state;
    BatchTargetsModel m_targets;
    QString m_typedName;
    QTimer m_debounce;
    ttl::CancelToken m_cancel;
    services::Latest m_asked;
    RestoreOffer m_offer;
};

} // namespace sandglass::presenters
