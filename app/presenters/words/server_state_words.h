// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/types.h"

#include <QString>
#include <QTimeZone>

namespace sandglass::presenters {

/// That a server takes no writes, since when and why, as far as it says: "Read only since
/// 14:02:11, because the disk is full: nothing can be changed, and nothing expires." GUI thread.
QString readOnlyWords(const ttl::ReadOnlyState& state, const QTimeZone& zone);

/// That data of a collection are damaged, and since when. GUI thread.
QString damageWords(const ttl::DamagedRule& damage, const QTimeZone& zone);

} // namespace sandglass::presenters
