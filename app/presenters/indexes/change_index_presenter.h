// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/presenters/effect/edit_state.h"
#include "app/presenters/effect/effect_counter.h"
#include "app/presenters/restore/restore_offer.h"
#include "app/ttl/command_text.h"
#include "app/ttl/draft.h"
#include "app/ttl/ttl_server.h"

#include <QObject>
#include <QString>

namespace sandglass::services {
struct ServiceSet;
} // namespace sandglass::services

namespace sandglass::presenters {

/// What is to be done with an index, or with a collection's own rule (an index without a name; only
/// the first three then). StopExpiring sets the largest value, 2 147 483 647 s (about 68 years), of
/// an index and switches an own rule off; Convert switches it on.
enum class ChangeKind { Convert, Seconds, StopExpiring, Hide, Unhide, Drop };

/// What the change form holds.
struct ChangeDraft
{
    ChangeKind kind = ChangeKind::Seconds;
    bool atStoredDate = false; ///< Convert and Seconds: the value 0
    std::optional<std::int64_t> seconds; ///< Convert and Seconds: the period; unset: none is typed
};

/// Something that this server cannot do with the index.
struct ImpossibleChange
{
    ChangeKind kind = ChangeKind::Convert;
    QString reason; ///< "needs MongoDB 5.1"
};

/// Everything the change dialog shows.
struct ChangeIndexState
{
    EditPhase phase = EditPhase::Loading;
    ttl::IndexRef index;
    bool ownRule = false; ///< a collection's own rule, no index
    ttl::IndexSpec spec; ///< as it is now
    QString currentWords; ///< "createdAt, after 90 d" or "ordinary index on createdAt"
    std::vector<ChangeKind> kinds; ///< what this index and this server allow
    std::vector<ImpossibleChange> impossible; ///< shown, but disabled
    QString alternative; ///< when the server cannot convert: the way without a gap
    std::optional<ttl::TtlIndexDraft> alternativeDraft; ///< its first step, for the create dialog
    ChangeDraft draft;
    std::vector<FieldVerdict> verdicts;
    QString warning; ///< e.g. that a hidden TTL index goes on deleting
    EffectState effect; ///< Convert and Seconds only
    PreviewState preview; ///< before and after
    ConfirmState confirm;
    ttl::CommandLanguage commandLanguage = ttl::CommandLanguage::Mongosh;
    QString commandText; ///< in that language
    std::optional<FailureText> failure;
    QString resultText; ///< in Done: "at_1 of app.log: Expires after 30 d now (before: …); read
                        ///< back and verified."
};

/// The dialog that changes, converts, hides or drops one index, or changes a collection's own rule.
/// GUI thread.
class ChangeIndexPresenter : public QObject
{
    Q_OBJECT
public:
    ChangeIndexPresenter(services::ServiceSet& services, ttl::IndexRef index,
                         std::chrono::milliseconds debounce = std::chrono::milliseconds(300),
                         QObject* parent = nullptr);
    ~ChangeIndexPresenter() override;

    const ChangeIndexState& state() const { return m_state; }

    void edit(const ChangeDraft& draft);
    void setTypedName(const QString& name);
    /// The language of the command; remembered over runs.
    void setCommandLanguage(ttl::CommandLanguage language);
    void count();
    void cancelCount();
    /// Sends the command and reads the index back; only when state().confirm.enabled. A restore
    /// point comes first where it is offered and wanted.
    void apply();
    void setRestoreWanted(bool wanted);
    /// Opens a rehearsal with this change made in a copy; only when
    /// state().confirm.restore.rehearsalOffered.
    void rehearse(int rate);

Q_SIGNALS:
    void stateChanged();

private:
    void load();
    void finishLoad(const Result<std::optional<ttl::IndexSpec>>& answer);
    void findKinds();
    void findIndexKinds();
    void addOtherKinds();
    void describeNow();
    void offerAlternative(const ttl::ServerInfo& server);
    void recheck();
    void checkDraft();
    void checkOwnRule();
    QString buttonText() const;
    QString warningText() const;
    QString resultText() const;
    QString outcomeText() const;
    void updateConfirm();
    void takeCount(const EffectCount& count);
    void showConfirm();
    void updateWords();
    void send();
    void finishApply(const Result<void>& answer);
    std::optional<std::int64_t> wantedSeconds() const;
    bool needsCount() const;
    ttl::IndexChange change() const;

    services::ServiceSet& m_services;
    ChangeIndexState m_state;
    bool m_loaded = false;
    bool m_blocked = true;
    bool m_unchanged = false; // the period asked for is the one it has
    QString m_typedName;
    EffectCounter m_counter;
    RestoreOffer m_offer;
};

} // namespace sandglass::presenters
