// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/presenters/forecast/forecast_state.h"
#include "app/presenters/words/failure_text.h"
#include "app/ttl/command_text.h"
#include "app/ttl/draft.h"
#include "app/ttl/forecast.h"

#include <QString>
#include <QStringList>

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace sandglass::presenters {

/// State of a dialog that changes a rule. Loading: it reads what it needs. Editing: something in
/// the form blocks. Counting: the effect is being counted. Ready: the count has ended. Sending: the
/// command has been sent. Done: the result is verified, and the dialog may close.
enum class EditPhase { Loading, Editing, Counting, Ready, Sending, Done, Failed };

/// How strictly a change must be confirmed. Source: ui/DESIGN.md, Safety.
enum class Ceremony {
    None, ///< reversible and deletes nothing now
    Confirm, ///< deletes now: the button has the verb and the count
    TypeName, ///< a drop, a large or unknown count, or production: a name must be typed
};

/// A message about one control of a form.
struct FieldVerdict
{
    ttl::DraftField field = ttl::DraftField::Field; ///< the control
    ttl::DraftRule rule = ttl::DraftRule::FieldEmpty; ///< the rule that is broken
    QString text; ///< a whole sentence
    QString indexName; ///< FieldAlreadyIndexed and FieldAlreadyTtl: the index to convert or change
    bool blocks = true; ///< false: a warning
};

/// A field found in a sample of the collection.
struct CandidateRow
{
    QString path; ///< dotted
    QString typesText; ///< "date 99.2 %, string 0.8 %"
    double dateShare = 0.0; ///< 0…1: documents of the sample with a date in it
    QString warning = {}; ///< why an index on it would delete nothing; empty: nothing says so
};

/// A command that has been sent and not answered.
struct SendingState
{
    std::optional<double> share; ///< 0…1: of an index build; unset: not known
    bool cancellable = false; ///< it can be ended on the server
};

/// What a rule would delete at once.
struct EffectState
{
    Phase phase = Phase::Idle; ///< Idle: nothing is counted. Failed: the numbers are unknown
    std::int64_t affected = 0; ///< documents that would be deleted
    double error = 0.0; ///< ± of `affected`, 95 % confidence; 0 if it was counted
    std::int64_t documents = 0; ///< in the collection
    double share = 0.0; ///< 0…1: affected / documents
    std::int64_t bytes = 0; ///< size of the affected documents, approximate
    std::optional<base::Time> oldest; ///< earliest date of the affected documents
    std::optional<base::Time> newest; ///< latest date of the affected documents
    std::optional<std::chrono::seconds>
        timeToDelete; ///< at the speed of the passes that were measured, rounded; unset: none was
    QStringList samples; ///< affected documents as relaxed JSON, oldest first
    bool exact = true; ///< false: estimated from a sample, or an upper bound for a time series
    base::Time asOf; ///< server time of the count
    QString sentence; ///< "Would delete at once: 1 284 310 of 9 020 114 (14.2 %)"
    QString detail; ///< dates, size and time to delete in words; empty if nothing is affected
    std::optional<FailureText> failure; ///< Failed: why
    std::optional<SendingState> sending; ///< the change is under way; the numbers are from before
};

/// One side of the preview: documents by the time of their expiry.
struct PreviewSide
{
    std::vector<std::int64_t> counts; ///< documents per bucket: edges.size() − 1 entries
    std::int64_t overdue = 0; ///< due already
    std::int64_t later = 0; ///< due after the last bucket
    ttl::NeverCounts never;
    bool exact = true; ///< false: extrapolated from a sample
    bool overdueExact = true; ///< `overdue` was counted, even if the other numbers are estimated
    std::vector<double> errors; ///< ± of each of `counts`, 95 % confidence; empty if exact
    double overdueError = 0.0;
    double laterError = 0.0;
};

/// The timeline before and after a change, over the same buckets.
struct PreviewState
{
    Phase phase = Phase::Idle;
    std::vector<base::Time> edges; ///< ascending
    base::Time now; ///< server time of the count
    std::optional<PreviewSide> before; ///< unset: nothing expires before the change
    std::optional<PreviewSide> after; ///< unset: nothing expires after the change
    QString afterName; ///< what `after` is called; empty: "after the change"
    int rules = 0; ///< of several rules together: those that are added up; otherwise 0
    QString missing; ///< rules that could not be counted, which makes all numbers the least, in one
                     ///< sentence; empty: nothing is missing
    QString perRule; ///< that a document may be counted once for each of several rules, in one
                     ///< sentence; empty: it cannot be
    QString summary; ///< the preview in words, for screen readers
};

/// The offer of a restore point before a change that deletes, and of a rehearsal of it.
struct RestoreOfferState
{
    bool offered = false; ///< there is a check box for the restore point
    bool wanted = true; ///< it is checked
    bool rehearsalOffered = false; ///< there is a button for the rehearsal
    bool making = false; ///< the restore point is being made
    bool preparing = false; ///< the rehearsal is being prepared
    QString problem; ///< why one of them failed; nothing was changed then
};

/// The foot of a dialog: its button and what must be done before.
struct ConfirmState
{
    Ceremony ceremony = Ceremony::None;
    bool enabled = false; ///< the button can be pressed
    bool deletes = false; ///< it deletes documents or an index, or may do so
    bool canUnlock = false; ///< the connection is locked, and the user may unlock it
    QString buttonText; ///< "Create and delete 1 284 310 documents"
    QString nameToType; ///< TypeName: usually the collection's name
    QString reason; ///< why the button is disabled, or why the name must be typed
    RestoreOfferState restore;
};

/// What the dialogs for creating, changing and undoing show in common.
struct EditState
{
    EditPhase phase = EditPhase::Loading;
    EffectState effect; ///< what the change would delete at once; Idle: it is not counted
    PreviewState preview; ///< before and after
    ConfirmState confirm;
    ttl::CommandLanguage commandLanguage = ttl::CommandLanguage::Mongosh;
    QString commandText; ///< what would be sent, in commandLanguage; empty while something blocks
    std::optional<FailureText> failure; ///< of loading or of the command
};

} // namespace sandglass::presenters
