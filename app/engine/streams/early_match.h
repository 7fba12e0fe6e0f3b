// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/query/filter.h"

#include <optional>

namespace sandglass::engine::streams {

/// The conditions of a leading $match that do not use fullDocument and fullDocumentBeforeChange.
/// Events that fail them need no images: MongoDB tests them before it reads the images, so that a
/// stream on a database can require images that only some of its collections keep. `stages`: those
/// after $changeStream. nullopt when there are no such conditions. Errors: those of the filter.
Result<std::optional<query::Filter>> earlyMatch(bson::DocumentView stages,
                                                const query::EvaluationContext& evaluation);

} // namespace sandglass::engine::streams
