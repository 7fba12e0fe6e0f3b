// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/presenters/effect/edit_state.h"
#include "app/presenters/indexes/change_index_presenter.h"
#include "app/presenters/journal/change_result.h"
#include "app/ttl/draft.h"

#include <QString>
#include <QTimeZone>

#include <cstdint>

namespace sandglass::presenters {

// An index that is created in two steps: it is built without deleting what is due, and a second
// dialog counts again and sets the period. GUI thread, like all functions that make texts.

/// The change with which an index that was built first begins to delete.
struct SecondStep
{
    ttl::IndexRef index;
    ChangeKind kind = ChangeKind::Convert; ///< Convert, or Seconds after the longest period
    std::int64_t seconds = 0; ///< the period that is wanted; 0: at the date stored in the field
    ChangeResult left; ///< for the message when it is not made: the index that stays, what it does
};

/// Why an index of this collection cannot be created in two steps; empty: it can.
QString whyNotBuildFirst(const ttl::ServerInfo& server, const ttl::CollectionSpec& collection);
/// What each of the steps does. `first`: as ttl::firstStep() returns it for `server`. `now`: the
/// server's time.
QString buildFirstNote(const ttl::ServerInfo& server, const ttl::TtlIndexSpec& first,
                       base::Time now, const QTimeZone& zone);
/// The button of the first step. `effect`: what it deletes; of an ordinary index it is not read.
QString buildFirstButton(const ttl::TtlIndexSpec& first, const EffectState& effect);
/// The result of the first step: the index and what it does as yet. `effect`: as above.
ChangeResult buildFirstResult(const ttl::TtlIndexSpec& first, const EffectState& effect);
/// The step that follows. `seconds`: the period that is wanted; 0: at the stored date.
SecondStep secondStepOf(const ttl::TtlIndexSpec& first, std::int64_t seconds);

} // namespace sandglass::presenters
