// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/effect/edit_state.h"
#include "app/ttl/draft.h"

#include <QTimeZone>

#include <optional>
#include <vector>

namespace sandglass::services {
struct EffectAnswer;
}

namespace sandglass::presenters {

/// From this many documents on, the collection's name has to be typed.
inline constexpr std::int64_t kTypeNameFrom = 100'000;

/// The words for a broken rule.
FieldVerdict verdictFor(const ttl::DraftProblem& problem);
/// All of them, in order.
std::vector<FieldVerdict> verdictsFor(const std::vector<ttl::DraftProblem>& problems);
/// Whether any of them stops the command.
bool anyBlocks(const std::vector<FieldVerdict>& verdicts);

/// The effect in numbers and words. `deletionsPerMinute`: measured rate, unset when unknown.
EffectState effectState(const services::EffectAnswer& answer,
                        std::optional<double> deletionsPerMinute, const QTimeZone& zone);
/// The picture of before and after.
PreviewState previewState(const services::EffectAnswer& answer);

/// How much ceremony a counted (or uncounted) effect needs. `production`: the connection is tagged
/// so, and then the name is always typed.
Ceremony ceremonyFor(const EffectState& effect, bool production = false);

/// Why the collection's name has to be typed, one sentence; for Ceremony::TypeName.
QString whyTypeName(const EffectState& effect, bool production);

} // namespace sandglass::presenters
