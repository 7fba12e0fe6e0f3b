// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/presenters/effect/edit_state.h"
#include "app/presenters/indexes/batch_targets_model.h"
#include "app/presenters/indexes/batch_timeline.h"
#include "app/presenters/indexes/change_index_presenter.h"
#include "app/presenters/journal/change_result.h"
#include "app/presenters/restore/restore_offer.h"
#include "app/ttl/types.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace sandglass::services {
class Latest;
struct EffectAnswer;
struct ServiceSet;
} // namespace sandglass::services

namespace sandglass::presenters {

/// How far the commands of a batch have come.
struct BatchProgress
{
    int changed = 0; ///< rules that have been changed and verified
    int rules = 0; ///< those and the ones that are to be changed
    bool ending = false; ///< cancelled: the rule in progress is the last one
};

/// Everything that the dialog shows besides its table.
struct BatchChangeState
{
    EditPhase phase = EditPhase::Loading;
    ChangeDraft draft; ///< Seconds, StopExpiring or Hide, the same for all rules
    bool hidingAvailable = true; ///< the server can hide indexes
    QString hidingReason; ///< why it cannot; otherwise empty
    QString warning; ///< what to know before it; may be empty
    QString sentence; ///< "Changing 2 rules would delete at once: 1 234 of 5 000 documents", or how
                      ///< far the batch has come
    PreviewState preview; ///< all rules together, today and after the change; no edges: no rule was
                          ///< counted yet
    QString timelineNote; ///< how far the preview was counted, and what is missing; may be empty
    bool timelineCounting = false; ///< today's documents are being counted for the preview alone
    std::optional<BatchProgress> progress; ///< Sending; otherwise unset
    ConfirmState confirm;
    int changed = 0; ///< number of rules that have been changed and verified
    ChangeResult result; ///< Done: names all of them
    std::optional<FailureText> failure; ///< of the rule that failed, no command followed it; or why
                                        ///< rules could not be read, when no other is to be changed
};

/// Makes the same change to several TTL indexes: reads all of them, counts their effects one after
/// the other, adds up their timelines, and changes them one after the other, each with a journal
/// entry of its own. It stops at the first failure, and after the rule in progress when it is
/// cancelled; apply() then continues with the rest. GUI thread.
class BatchChangePresenter : public QObject
{
    Q_OBJECT
public:
    /// `services` must outlive this object. `indexes`: at least one, without duplicates. Own rules
    /// of collections, which have no name, are listed as rules that stay as they are.
    /// `debounce`: between an edit and the count.
    BatchChangePresenter(services::ServiceSet& services, std::vector<ttl::IndexRef> indexes,
                         std::chrono::milliseconds debounce = std::chrono::milliseconds(300),
                         QObject* parent = nullptr);
    ~BatchChangePresenter() override;

    /// The current state; stateChanged() announces changes.
    const BatchChangeState& state() const { return m_state; }
    /// The rules and how far each has come.
    BatchTargetsModel& targets() { return m_targets; }

    /// Takes the form after a change in it: Seconds, StopExpiring or Hide. A period that is missing
    /// or not 1 … 2 147 483 647 s cannot be sent.
    void edit(const ChangeDraft& draft);
    /// The text of the box into which the name must be typed before a dangerous change.
    void setTypedName(const QString& name);
    /// Counts the effects now, also after a cancelled or failed count.
    void count();
    /// Cancels the count, also that of the preview. Effects that have not been counted are unknown
    /// then.
    void cancelCount();
    /// Sends the commands, if state().confirm.enabled. A restore point is made first if it is
    /// offered and wanted.
    void apply();
    /// While the commands are sent: ends the batch after the rule in progress. The others are not
    /// changed; what was changed stays.
    void cancelRest();
    /// Sets whether a restore point is wanted.
    void setRestoreWanted(bool wanted);

Q_SIGNALS:
    /// state() has changed.
    void stateChanged();

private:
    /// Reads the index of a row.
    void read(std::size_t row);
    /// Takes the index of a row from all indexes of its collection.
    void finishRead(std::size_t row, const Result<std::vector<ttl::IndexSpec>>& answer);
    /// Starts again with another change.
    void recheck();
    /// Whether the form has a change that could be sent.
    bool isComplete() const;
    /// Whether a rule is already as the change makes it.
    bool isDone(const BatchTarget& target) const;
    /// The change of one rule.
    ttl::IndexChange changeOf(const BatchTarget& target) const;
    /// Begins the timeline of the rules with the change of the form.
    void beginTimeline();
    /// Counts the next effect; after the last one the dialog is ready.
    void countNext();
    /// Takes the effect of a row.
    void finishCount(std::size_t row, const services::EffectAnswer& answer);
    /// Sends the next command; after the last one the dialog is done.
    void sendNext();
    /// Takes the result of a command.
    void finishSend(std::size_t row, const Result<void>& answer);
    /// Reads the rules again that were changed here, since another change begins with them.
    void rereadChanged();
    /// Updates the texts of state().
    void update();
    /// Updates state().progress and state().sentence.
    void updateSentence();
    /// Updates state().confirm.
    void updateConfirm();
    /// The effect of all rules that are to be changed; Failed if one of them is unknown.
    EffectState total() const;
    /// The first row in a stage; unset: none.
    std::optional<std::size_t> firstIn(BatchStage stage) const;
    /// The first row whose command is to be sent; unset: none.
    std::optional<std::size_t> firstToSend() const;
    /// Sets the stage of a row.
    void setStage(std::size_t row, BatchStage stage, const QString& problem = {});
    /// The number of rules whose command is to be sent.
    int toChange() const;
    /// The number of rules in a stage.
    int countIn(BatchStage stage) const;
    /// The number of rules of which nothing is known.
    int countUnread() const;
    /// Why a rule could not be read; unset: all were.
    std::optional<FailureText> whyUnread() const;
    /// Whether an index is still being read.
    bool reading() const { return firstIn(BatchStage::Reading).has_value(); }

    services::ServiceSet& m_services;
    BatchChangeState m_state;
    BatchTargetsModel m_targets;
    EffectState m_sent; // the total of what was sent last
    QString m_typedName;
    int m_batch = 0; // rules of the batch, with those that were changed before
    bool m_ending = false; // the batch was cancelled
    QTimer m_debounce; // until the count
    ttl::CancelToken m_cancel; // of the count in progress
    std::unique_ptr<services::Latest> m_query; // for the count; never null
    BatchTimeline m_timeline;
    RestoreOffer m_offer;
};

} // namespace sandglass::presenters
