// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/types.h"

#include <QString>

#include <vector>

namespace sandglass::presenters {

class BatchTimeline;
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
/// That these rules are missing from the timeline of a batch, by name; empty for none.
/// `othersShown`: it has numbers of other rules, which are the least then. GUI thread.
QString batchMissingWords(const std::vector<ttl::IndexRef>& missing, bool othersShown);
/// How far the timeline of a batch has been counted, and what is missing from it; may be empty. GUI
/// thread.
QString batchTimelineNote(const BatchTimeline& timeline);
/// What was changed, by name; without what it deletes. GUI thread.
ChangeResult batchResult(const std::vector<BatchTarget>& targets);

} // namespace sandglass::presenters
