// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"
#include "app/engine/access/privilege.h"

#include <string>
#include <vector>

namespace sandglass::engine::commands {

// What a client must be allowed to do for a pipeline. `pipeline`: an array of stages; anything else
// needs nothing, as the command refuses it. Any thread.

/// Whether the first stage reports on the server or makes documents of its own, so that no
/// collection is read.
bool readsServer(bson::ValueView pipeline);
/// Whether the first stage reports figures of the collection ($collStats, $indexStats), so that its
/// documents are not read: then addFirstStageNeeds() says all that it needs of the collection.
bool readsStatistics(bson::ValueView pipeline);
/// Appends what a first stage needs that reports on the server or on the collection `source`.
/// `caller`: who asks, as Request::userText() has it.
void addFirstStageNeeds(bson::ValueView pipeline, const access::Resource& source,
                        const std::string& caller, std::vector<access::Privilege>& wanted);
/// Appends what the stages need that read or write other collections than the pipeline's own, also
/// those of pipelines inside of stages. `database`: the pipeline's.
void addPipelineNeeds(bson::ValueView pipeline, const std::string& database,
                      std::vector<access::Privilege>& wanted);

} // namespace sandglass::engine::commands
