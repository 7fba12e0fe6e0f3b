// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/members/member_model.h"
#include "app/ttl/member.h"

#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace sandglass::services {
struct OverdueData;
struct RuleOverdue;
struct ExpiryPause;
struct MemberReading;
} // namespace sandglass::services

namespace sandglass::presenters {

// All for the GUI thread.

/// A member in words: "primary", "secondary".
QString memberStateWords(ttl::MemberState state);
/// The host for display; "this server" for an empty one.
QString memberName(const std::string& host);
/// Why the other members are not asked through an SSH tunnel, and what to do.
QString tunnelWords();
/// The row of a member. `pause`: by this program; null: none. `tunnel`: whether the connection goes
/// through an SSH server.
MemberRow memberRow(const services::MemberReading& reading, const services::ExpiryPause* pause,
                    bool tunnel = false);
/// The overdue documents of a shard: "1 204", "≥ 100 000", or "–" before they are counted.
QString overdueWords(const std::optional<ttl::ShardOverdue>& overdue);
/// The first of the rules with overdue documents on a shard, a line each; empty: there are none.
QString overdueRulesWords(const std::vector<services::RuleOverdue>& rules);
/// What is overdue in data whose expiry is paused, a line for each rule; also if nothing is.
QString overdueDataWords(const services::OverdueData& data);
/// What pausing expiry on this member means, before it is done.
QString pauseQuestionWords(const services::MemberReading& reading, bool sharded);

} // namespace sandglass::presenters
