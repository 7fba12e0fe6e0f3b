// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

namespace sandglass::presenters {

struct BatchProgress;
struct BatchTarget;
struct ChangeDraft;
struct ChangeResult;
struct EffectState;

/// What to know before the same change of several rules; may be empty. GUI thread.
QString batchWarning(const ChangeDraft& draft, const std::vector<BatchTarget>& targets);
/// What changing `rules` rules would delete. `sum`: of all of them; Failed: not known. GUI thread.
QString batchEffectWords(const EffectState& sum, int rules);
/// How far a batch has come, while it is sent. GUI thread.
QString batchProgressWords(const BatchProgress& progress);
/// How far a batch came that was cancelled. GUI thread.
QString batchCancelledWords(const BatchProgress& progress);
/// What was changed, by name; without what it deletes. GUI thread.
ChangeResult batchResult(const std::vector<BatchTarget>& targets);

} // namespace sandglass::presenters
