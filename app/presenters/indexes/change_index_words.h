// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace sandglass::presenters {

struct ChangeIndexState;

/// The index or own rule before the change: "createdAt, after 90 d" or "ordinary index on
/// createdAt".
QString currentRuleWords(const ChangeIndexState& state);
/// What to know before the change, such as that a hidden TTL index continues to delete; empty when
/// there is nothing.
QString changeWarning(const ChangeIndexState& state);
/// The button that sends the change, with the number of documents that it deletes at once.
QString changeButtonText(const ChangeIndexState& state);
/// What the change has made of the index or own rule, for the end of the dialog.
QString changeResult(const ChangeIndexState& state);

} // namespace sandglass::presenters
