// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/services/journal/outcome_check.h"

#include <optional>

namespace sandglass::services {

/// Whether the state that a journalled index command asks for is in effect. `found`: the index as
/// it is now; unset: it does not exist. nullopt: an entry of another kind. Pure.
std::optional<bool> isInEffect(const JournalEntry& entry,
                               const std::optional<ttl::IndexSpec>& found);

/// Reads the index of an entry back; nullptr for an entry of another kind. Pure.
OutcomeReading indexOutcomeReading(const JournalEntry& entry);

} // namespace sandglass::services
