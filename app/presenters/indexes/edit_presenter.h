// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/effect/edit_state.h"
#include "app/presenters/effect/effect_counter.h"
#include "app/presenters/restore/restore_offer.h"

#include <QObject>
#include <QString>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

namespace sandglass::services {
class Latest;
struct EffectAnswer;
struct RestoreCause;
struct ServiceSet;
} // namespace sandglass::services

namespace sandglass::ttl {
struct Rule;
}

namespace sandglass::presenters {

/// How documents expire by a rule as it is, before any change.
struct Today
{
    PreviewState preview; ///< its `before`; no edges: not counted, or that failed
    std::int64_t documents = 0; ///< in the collection
    std::int64_t overdue = 0; ///< documents that are due
    std::int64_t dated = 0; ///< documents that the rule deletes now or later
    bool exact = true; ///< false: the numbers are estimates
};

/// What the dialogs for creating, changing and undoing have in common: they count the effect of a
/// change, ask for confirmation, and offer a restore point before they send it. GUI thread.
class EditPresenter : public QObject
{
    Q_OBJECT
public:
    ~EditPresenter() override;

    /// The text of the box into which the name must be typed before a dangerous change.
    void setTypedName(const QString& name);
    /// Counts the effect now, also after a cancelled or failed count.
    virtual void count() = 0;
    /// Stops the running count; the effect is unknown then. While an index is built, ends the build
    /// instead.
    void cancelCount();
    /// The box of the restore point was checked or unchecked.
    void setRestoreWanted(bool wanted);

Q_SIGNALS:
    /// The state of the dialog has changed.
    void stateChanged();

protected:
    /// `services` must outlive this object. `pause`: between an edit and the count.
    EditPresenter(services::ServiceSet& services, std::chrono::milliseconds pause, QObject* parent);

    /// The part of the state that this class fills in.
    virtual EditState& editState() = 0;
    /// Computes editState().confirm from everything else.
    virtual void updateConfirm() = 0;
    /// Calls updateConfirm() and announces the new state.
    void showConfirm();
    /// Counts how documents expire by `rule`, which is in force. The preview shows it while nothing
    /// else has been counted; todayCounted() follows.
    void countToday(const ttl::Rule& rule);
    /// Whether countToday() is at work.
    bool isCountingToday() const { return m_countingToday; }
    /// The result of countToday(); unset until it has come, and if it failed.
    const std::optional<Today>& today() const { return m_today; }
    /// Whether the change leaves it as it is today that documents expire by the rule. The preview
    /// then shows today on both sides, as long as nothing is counted.
    virtual bool keepsToday() const { return false; }
    /// countToday() has ended.
    virtual void todayCounted() { }
    /// Sets the phase to Sending and calls `send`. If the change `deletes`, a restore point is made
    /// before, where it is offered and wanted; without it `send` is not called and the change has
    /// failed.
    void sendAfterRestorePoint(bool deletes, services::RestoreCause cause,
                               std::function<void()> send);

    services::ServiceSet& m_services;
    QString m_typedName;
    EffectCounter m_counter;
    RestoreOffer m_offer;

private:
    /// Shows the progress of the task that the change has become.
    void showSending();
    /// Takes state and result of the count.
    void takeCount(const EffectCount& count);
    /// Takes how documents expire today.
    void takeToday(const services::EffectAnswer& answer);
    /// Shows today in the preview.
    void showToday();

    ttl::CancelToken m_cancelToday;
    std::unique_ptr<services::Latest> m_todayQuery; // never null
    bool m_countingToday = false;
    std::optional<Today> m_today;
    std::uint64_t m_task = 0; // of the command that was sent; 0: none
};

} // namespace sandglass::presenters
