// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

namespace sandglass::presenters {

struct ChangeIndexState;
struct ChangeResult;
struct EffectState;
struct Today;

/// The index or own rule before the change: "createdAt, after 90 d" or "ordinary index on
/// createdAt".
QString currentRuleWords(const ChangeIndexState& state);
/// What to know before the change, such as that a hidden TTL index continues to delete; empty when
/// there is nothing.
QString changeWarning(const ChangeIndexState& state);
/// The button that sends the change, with the number of documents that it deletes at once.
QString changeButtonText(const ChangeIndexState& state);
/// What the change has made of the index or own rule, and what that deletes.
ChangeResult changeResult(const ChangeIndexState& state);
/// What a change deletes with the next pass, without a full stop; empty for nothing.
QString deletionsOf(const EffectState& effect);
/// What stands instead of an effect that is not counted yet. `unchanged`: the form holds the rule
/// as it is. `today`: how documents expire now; unset if that could not be counted.
QString uncountedText(const std::optional<Today>& today, bool unchanged);
/// How many documents no longer expire when the rule ends. `otherRule`: the collection has another
/// one, by which they may.
QString endedText(const Today& today, bool otherRule);

} // namespace sandglass::presenters
