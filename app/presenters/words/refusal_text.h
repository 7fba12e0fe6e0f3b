// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/words/failure_text.h"
#include "app/ttl/privilege.h"

#include <QString>

#include <string_view>

namespace sandglass::presenters {

/// The privilege that a command needs, and the role that has it: "This needs the privilege
/// serverStatus. The role clusterMonitor has it." Empty for a command without an entry in
/// ttl::privilegeFor(). GUI thread.
QString privilegeText(std::string_view command);

/// Puts what a server has refused into words: sentence and advice of `failure`. GUI thread.
void describeRefusal(const ttl::Refusal& refusal, FailureText& failure);

} // namespace sandglass::presenters
