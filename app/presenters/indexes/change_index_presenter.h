// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/presenters/effect/edit_state.h"
#include "app/presenters/indexes/edit_presenter.h"
#include "app/presenters/journal/change_result.h"
#include "app/ttl/draft.h"
#include "app/ttl/ttl_server.h"

#include <QString>

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace sandglass::services {
struct ServiceSet;
} // namespace sandglass::services

namespace sandglass::presenters {

/// The kinds of change of an index, or of a collection's own rule, which has only the first three.
/// Convert makes an ordinary index a TTL index, or switches an own rule on. StopExpiring sets an
/// index to the largest value, 2 147 483 647 s (about 68 years), or switches an own rule off.
enum class ChangeKind { Convert, Seconds, StopExpiring, Hide, Unhide, Drop };

/// The content of the form.
struct ChangeDraft
{
    ChangeKind kind = ChangeKind::Seconds;
    bool atStoredDate = false; ///< Convert and Seconds: the value 0
    std::optional<std::int64_t> seconds; ///< Convert and Seconds: the period; unset: none

    /// Whether the change sets a period that can make documents due: Convert and Seconds.
    bool setsPeriod() const { return kind == ChangeKind::Convert || kind == ChangeKind::Seconds; }
    /// The value of expireAfterSeconds that the change sets. Unset for a change that sets none, and
    /// for a period that is missing or not 1 … 2 147 483 647.
    std::optional<std::int64_t> wantedSeconds() const;
};

/// A kind of change that this server does not support for the index.
struct ImpossibleChange
{
    ChangeKind kind = ChangeKind::Convert;
    QString reason; ///< "needs MongoDB 5.1"
};

/// Everything that the change dialog shows.
struct ChangeIndexState : EditState
{
    ttl::IndexRef index;
    bool ownRule = false; ///< it is a collection's own rule and not an index
    ttl::IndexSpec spec; ///< before the change
    QString currentWords; ///< "createdAt, after 90 d" or "ordinary index on createdAt"
    std::vector<ChangeKind> kinds; ///< what index and server allow, the likeliest first
    std::vector<ImpossibleChange> impossible; ///< shown, but disabled
    QString alternative; ///< if the server cannot convert: another way; otherwise empty
    std::optional<ttl::TtlIndexDraft> alternativeDraft; ///< its first step, for the create dialog
    ChangeDraft draft;
    std::vector<FieldVerdict> verdicts; ///< messages about the period
    QString warning; ///< such as that a hidden TTL index continues to delete; or empty
    bool sent = false; ///< a command was sent and may have been executed: the server has not
                       ///< certainly refused it
    ChangeResult result; ///< Done: what was changed, and what that deletes
};

/// The dialog that converts, changes, hides or drops an index, or changes a collection's own rule.
/// `state().effect` is counted only for Convert and Seconds, which can make documents due. GUI
/// thread.
class ChangeIndexPresenter : public EditPresenter
{
    Q_OBJECT
public:
    /// `services` must outlive this object. `index`: an empty name means the collection's own rule.
    /// `debounce`: between an edit and the count.
    ChangeIndexPresenter(services::ServiceSet& services, ttl::IndexRef index,
                         std::chrono::milliseconds debounce = std::chrono::milliseconds(300),
                         QObject* parent = nullptr);
    ~ChangeIndexPresenter() override;

    /// The current state; stateChanged() announces changes.
    const ChangeIndexState& state() const { return m_state; }

    /// Takes the form after a change in it. Does nothing once the command has been sent.
    void edit(const ChangeDraft& draft);
    /// Sets the language of the command, also for later dialogs and runs.
    void setCommandLanguage(ttl::CommandLanguage language);
    void count() override;
    /// Sends the command and reads the index back, if state().confirm.enabled. A restore point is
    /// made first if it is offered and wanted.
    void apply();
    /// Opens a rehearsal in which the change is made, if state().confirm.restore.rehearsalOffered.
    /// `rate`: how many times faster its clock runs, 1…86 400.
    void rehearse(int rate);

private:
    EditState& editState() override { return m_state; }
    /// Reads the index.
    void load();
    /// Takes the index that was read.
    void finishLoad(const Result<std::optional<ttl::IndexSpec>>& answer);
    /// Fills state().kinds and state().impossible.
    void findKinds();
    /// Makes every change impossible on a server that accepts none.
    void refuseOnSecondary();
    /// Adds the kinds that change the expiry of an index.
    void findIndexKinds();
    /// Adds hiding and dropping.
    void addOtherKinds();
    /// Offers another way, for a server that cannot convert an index.
    void offerAlternative(const ttl::ServerInfo& server);
    /// Checks the form and announces a count if it is needed.
    void recheck();
    /// Whether the server is known not to support the chosen kind of change.
    bool isImpossible() const;
    /// Fills state().verdicts and m_blocked.
    void checkDraft();
    /// Adds the rule that only own rules have.
    void checkOwnRule();
    /// Why the draft cannot be sent yet.
    QString whyNotReady() const;
    void updateConfirm() override;
    bool keepsToday() const override;
    void todayCounted() override;
    /// Fills in what stands instead of a counted effect.
    void explainUncounted();
    /// Whether another rule of the collection expires documents as well.
    bool hasOtherRule() const;
    /// Updates command and warning.
    void updateWords();
    /// Whether the server has refused the command, so that nothing was executed. `entryBefore`: the
    /// journal's latest entry before it was sent; 0: none.
    bool wasRefused(const Error& error, std::uint64_t entryBefore) const;
    /// Sends the command.
    void send();
    /// Takes the result of the command.
    void finishApply(const Result<void>& answer);
    /// The change of the form; not for Drop.
    ttl::IndexChange change() const;

    ChangeIndexState m_state;
    bool m_loaded = false; // state().spec has been read
    bool m_blocked = true; // the form has no change that could be sent
    bool m_unchanged = false; // the period is the one that the index already has
};

} // namespace sandglass::presenters
