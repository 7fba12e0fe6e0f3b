// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/doctor/finding.h"
#include "app/ttl/types.h"

#include <QString>

namespace sandglass::presenters {

/// The documents that a finding is about, as a filter in relaxed JSON that MongoDB's find() takes.
/// `index`: of its rule; null for the collection's own rule. `now`: server time. Empty if they
/// cannot be named. Pure.
QString findingFilter(const ttl::doctor::Finding& finding, const ttl::IndexSpec* index,
                      base::Time now);

} // namespace sandglass::presenters
