// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/types.h"

#include <QString>
#include <QTimeZone>

#include <string>

namespace sandglass::presenters {

/// The place of a server in its deployment: "Standalone", "Replica set rs0 (primary)"; empty while
/// it is unknown. `set`: the name of the replica set, as the server gives it. GUI thread.
QString topologyWords(ttl::Topology topology, const std::string& set);

/// That a server takes no writes, since when and why, as far as it says: "Read only since
/// 14:02:11, because the disk is full: nothing can be changed, and nothing expires." GUI thread.
QString readOnlyWords(const ttl::ReadOnlyState& state, const QTimeZone& zone);

/// That data of a collection are damaged, and since when. GUI thread.
QString damageWords(const ttl::DamagedRule& damage, const QTimeZone& zone);

} // namespace sandglass::presenters
