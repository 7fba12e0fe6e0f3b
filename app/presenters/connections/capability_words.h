// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/types.h"

#include <QString>

namespace sandglass::presenters {

/// What a capability is, in a few words: "Convert an index into a TTL index". GUI thread, as all
/// functions here.
QString capabilityTitle(ttl::Capability capability);
/// "yes", "no" or "not known".
QString answerText(ttl::Can can);
/// Where an answer comes from, as a sentence.
QString knownFromText(const ttl::CapabilityFact& fact, const ttl::ServerInfo& server);

/// Why the server cannot do something, as a part of a sentence without a full stop: "needs MongoDB
/// 5.1". Empty if it can, or may.
QString whyNot(const ttl::ServerInfo& server, ttl::Capability capability);

} // namespace sandglass::presenters
