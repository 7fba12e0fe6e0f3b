// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/presenters/forecast/forecast_state.h"
#include "app/presenters/words/failure_text.h"
#include "app/ttl/draft.h"
#include "app/ttl/forecast.h"

#include <QString>
#include <QStringList>

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace sandglass::presenters {

/// Where a create or change dialog stands. Editing: something blocks. Counting: the effect is being
/// counted. Ready: everything is known. Sending: the command is on its way. Done: it is verified;
/// the dialog may close.
enum class EditPhase { Loading, Editing, Counting, Ready, Sending, Done, Failed };

/// How much ceremony a change needs. Source: ui/DESIGN.md, Safety.
enum class Ceremony {
    None, ///< reversible and deletes nothing now
    Confirm, ///< deletes now: the count and the verb stand on the button
    TypeName, ///< a drop, a large or an unknown count: the collection's name must be typed
};

/// A verdict to show beside one control.
struct FieldVerdict
{
    ttl::DraftField field = ttl::DraftField::Field;
    ttl::DraftRule rule = ttl::DraftRule::FieldEmpty;
    QString text; ///< a whole sentence
    QString
        indexName; ///< FieldAlreadyIndexed/FieldAlreadyTtl: the index to convert or change instead
    bool blocks = true; ///< false: a warning
};

/// A field found in a sample of the collection.
struct CandidateRow
{
    QString path;
    QString typesText; ///< "date 99.2 %, string 0.8 %"
    double dateShare = 0.0;
};

/// What the rule would delete at once.
struct EffectState
{
    Phase phase = Phase::Idle;
    std::int64_t affected = 0;
    std::int64_t documents = 0;
    double share = 0.0; ///< 0…1
    std::int64_t bytes = 0; ///< approximate
    std::optional<base::Time> oldest; ///< deciding dates of the affected
    std::optional<base::Time> newest;
    std::optional<std::chrono::seconds>
        timeToDelete; ///< at the measured rate; unset: no rate measured yet
    QStringList samples; ///< affected documents as relaxed JSON, oldest first
    bool exact = true;
    base::Time asOf;
    QString sentence; ///< "Would delete at once: 1 284 310 of 9 020 114 (14.2 %)"
    QString detail; ///< dates, size and time to delete in words
    std::optional<FailureText> failure;
};

/// One side of the preview picture.
struct PreviewSide
{
    std::vector<std::int64_t>
        counts; ///< edges.size() − 1 entries; empty when there is no such side
    std::int64_t overdue = 0;
    std::int64_t later = 0;
    ttl::NeverCounts never;
};

/// The timeline as it is and as it would be, over the same buckets.
struct PreviewState
{
    Phase phase = Phase::Idle;
    std::vector<base::Time> edges;
    base::Time now;
    std::optional<PreviewSide> before; ///< unset: the index does not expire anything today
    std::optional<PreviewSide> after; ///< unset: it will not expire anything
    QString summary; ///< one spoken sentence
};

/// The offer of a restore point before a change that deletes, and of a rehearsal of it.
struct RestoreOfferState
{
    bool offered = false; ///< there is a box to tick
    bool wanted = true; ///< it is ticked
    bool rehearsalOffered = false;
    bool making = false; ///< the restore point is being made
    bool preparing = false; ///< the rehearsal is being prepared
    QString problem; ///< why there is none; nothing was changed then
};

/// What both dialogs show below the form.
struct ConfirmState
{
    Ceremony ceremony = Ceremony::None;
    bool enabled = false; ///< the button may be pressed
    QString buttonText; ///< "Create and delete 1 284 310 documents"
    QString nameToType; ///< the collection's name when ceremony is TypeName
    QString reason; ///< why the button is off, or why the name must be typed
    RestoreOfferState restore;
};

} // namespace sandglass::presenters
