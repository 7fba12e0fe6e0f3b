// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/bson/value.h"

#include <optional>

namespace sandglass::engine::writes {

/// The document with the time of this moment in place of each Timestamp(0, 0) at its top level, but
/// for `_id`; nullopt when there is none. Each such timestamp is later than all that this process
/// gave before. Any thread. Source: MongoDB manual, BSON Types, Timestamps.
std::optional<bson::Document> withTimestamps(bson::DocumentView document, const base::Clock& clock);

} // namespace sandglass::engine::writes
