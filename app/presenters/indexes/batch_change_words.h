// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

namespace sandglass::presenters {

struct BatchTarget;
struct ChangeDraft;
struct ChangeResult;

/// What to know before the same change of several rules; may be empty. GUI thread.
QString batchWarning(const ChangeDraft& draft, const std::vector<BatchTarget>& targets);
/// What was changed, by name; without what it deletes. GUI thread.
ChangeResult batchResult(const std::vector<BatchTarget>& targets);

} // namespace sandglass::presenters
