// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"

namespace sandglass::mongo {

/// Whether a command only reads: its name is in the list of reading commands, and its pipelines
/// have neither $out nor $merge, at any depth. Every command that is not known counts as one that
/// changes something; so does an explain of such a command. Pure; any thread.
bool onlyReads(bson::DocumentView command);

/// Whether a command may be sent once more when it is not known whether the server has run it: it
/// only reads, and reading again gives the same. getMore does not: a batch that was lost is not
/// returned again. Pure; any thread.
bool mayRepeat(bson::DocumentView command);

/// Whether a command builds an index, which may take hours. Pure; any thread.
bool isIndexBuild(bson::DocumentView command);

/// Whether a pipeline only reads. `stages`: an array of stages. Pure; any thread.
bool pipelineOnlyReads(bson::DocumentView stages);

} // namespace sandglass::mongo
