// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/presenters/effect/edit_state.h"
#include "app/presenters/indexes/build_first.h"
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

/// A form filled in for a typical use of TTL, from the documentation of the products.
struct CreatePreset
{
    QString id; ///< "sessions", "carts", …
    QString title; ///< translated
    QString explanation; ///< what it is used for, translated
    QString codeLine; ///< what the application has to run, for mongosh
    QString unavailable; ///< why this server does not support it; empty: it does
    ttl::TtlIndexDraft draft; ///< without a namespace
};

/// Everything that the create dialog shows.
struct CreateIndexState : EditState
{
    bool hiddenAvailable = true; ///< the server can hide indexes
    bool filterAvailable = true; ///< the server has partial indexes
    bool storedDateAvailable = true; ///< the server has the mode "at the stored date"
    bool ownTtlAvailable = false; ///< the server has the per-document ttl of Cosmos DB
    ttl::TtlIndexDraft draft;
    std::vector<FieldVerdict> verdicts; ///< blocking ones first
    std::vector<CandidateRow> candidates; ///< fields of a sample, those with dates first
    QString candidatesText; ///< why there are none; empty if there are
    QString proposedField; ///< the only one with dates, unless an index is on it; otherwise empty
    QString hiddenReason; ///< why it is not available; otherwise empty
    QString filterReason; ///< why it is not available; otherwise empty
    QString storedDateReason; ///< why it is not available; otherwise empty
    bool buildFirstAvailable = false; ///< the index can be created in two steps; false while
                                      ///< nothing is known of the collection
    QString buildFirstNote; ///< why it cannot, or what the steps do if they are chosen; or empty
    bool longestFirst = false; ///< the first of two steps deletes by the longest period, and that
                               ///< is the effect shown
    std::optional<ttl::IndexRef> created; ///< Done: the new index
    std::optional<SecondStep> secondStep; ///< Done, and it was the first of two steps
    ChangeResult result; ///< Done: what was created, and what that deletes
};

/// The dialog that creates a TTL index on a collection. The rules are checked at once; the effect
/// is counted 300 ms after the last edit. GUI thread.
class CreateIndexPresenter : public EditPresenter
{
    Q_OBJECT
public:
    /// `services` must outlive this object. `ns`: a collection, which need not exist. `debounce`:
    /// between an edit and the count.
    CreateIndexPresenter(services::ServiceSet& services, protocol::Namespace ns,
                         std::chrono::milliseconds debounce = std::chrono::milliseconds(300),
                         QObject* parent = nullptr);
    ~CreateIndexPresenter() override;

    /// The current state; stateChanged() announces changes.
    const CreateIndexState& state() const { return m_state; }
    /// The presets, with those that the connected server does not support marked so.
    std::vector<CreatePreset> presets() const;

    /// Takes the form after a change in it. The namespace of `draft` is ignored.
    void edit(ttl::TtlIndexDraft draft);
    /// Sets the language of the command, also for later dialogs and runs.
    void setCommandLanguage(ttl::CommandLanguage language);
    void count() override;
    /// Sends the command, if state().confirm.enabled. A restore point is made first if it is
    /// offered and wanted. With draft.buildFirst it is the first of two steps;
    /// state().secondStep has the other one then.
    void create();
    /// Opens a rehearsal in which the index is created, if
    /// state().confirm.restore.rehearsalOffered. `rate`: how many times faster its clock runs,
    /// 1…86 400.
    void rehearse(int rate);

private:
    EditState& editState() override { return m_state; }
    /// Reads the indexes of the collection and a sample of its fields.
    void loadSurroundings();
    /// Takes the fields of the sample.
    void takeCandidates(const Result<std::vector<ttl::FieldCandidate>>& answer);
    /// Why there are no fields to propose; empty: there are some.
    static QString candidatesProblem(const Result<std::vector<ttl::FieldCandidate>>& answer);
    /// Proposes the only field with dates, once indexes and fields are known.
    void propose();
    /// Whether the index is created in two steps.
    bool buildsFirst() const { return m_state.draft.buildFirst && m_state.buildFirstAvailable; }
    /// The first of the steps of `wanted`, or `wanted` itself if there is only one.
    ttl::TtlIndexSpec toSend(const ttl::TtlIndexSpec& wanted) const;
    /// Whether what is sent deletes nothing, whatever is due.
    bool sendsOrdinary() const;
    /// What the steps do, or why there cannot be two.
    QString stepsNote() const;
    /// Why the draft cannot be sent yet.
    QString whyBlocked() const;
    /// Fills in which options the server has.
    void findOptions();
    /// Takes the indexes; from then on drafts can be checked.
    void takeSurroundings(const Result<std::vector<ttl::IndexSpec>>& answer);
    /// Checks the draft. `effectChanged`: a count of the previous draft does not apply.
    void recheck(bool effectChanged);
    void updateConfirm() override;
    /// The text of the button.
    QString buttonText() const;
    /// Sends the command. `later`: the period of the second step, 0 at the stored date; unset:
    /// there is none.
    void send(const ttl::TtlIndexSpec& spec, std::optional<std::int64_t> later);
    /// Takes the result of the command. `sent`: what was to be created. `later`: as above.
    void finishCreate(const ttl::TtlIndexSpec& sent, std::optional<std::int64_t> later,
                      const Result<ttl::IndexRef>& answer);

    CreateIndexState m_state;
    std::optional<ttl::DraftSurroundings> m_surroundings; // unset until it has been read
    bool m_sampled = false; // the fields of the sample have come
};

} // namespace sandglass::presenters
