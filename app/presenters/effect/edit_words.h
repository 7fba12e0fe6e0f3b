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

/// From this number of documents on, the collection's name must be typed.
inline constexpr std::int64_t kTypeNameFrom = 100'000;

/// The message for a broken rule. GUI thread, like all functions here that make texts.
FieldVerdict verdictFor(const ttl::DraftProblem& problem);
/// The messages for broken rules, in the same order.
std::vector<FieldVerdict> verdictsFor(const std::vector<ttl::DraftProblem>& problems);
/// Whether any of the messages is more than a warning.
bool anyBlocks(const std::vector<FieldVerdict>& verdicts);

/// A counted effect in numbers and words. `perSecond`: documents that the server deletes in a
/// second of a pass; unset: not measured. `zone`: of the dates.
EffectState effectState(const services::EffectAnswer& answer, std::optional<double> perSecond,
                        const QTimeZone& zone);
/// The timelines before and after the change.
PreviewState previewState(const services::EffectAnswer& answer);
/// One side of a preview, with the errors of a sample.
PreviewSide previewSide(const ttl::ExpiryHistogram& histogram);
/// The sides of a preview in words, and what is missing.
QString previewSummary(const PreviewState& preview);

/// How strictly a change with this effect must be confirmed. An effect that is not known counts as
/// a large one. `production`: the connection is tagged so; then the name must always be typed.
Ceremony ceremonyFor(const EffectState& effect, bool production = false);

/// Why the collection's name must be typed, in one sentence; for Ceremony::TypeName.
QString whyTypeName(const EffectState& effect, bool production);

} // namespace sandglass::presenters
