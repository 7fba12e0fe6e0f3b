// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/bson/value.h"
#include "app/engine/request/repl_set_facts.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sandglass::engine::request {

/// Properties of the running engine. They do not change after the start, so any thread reads them
/// without a lock.
struct EngineFacts
{
    std::string version; ///< the emulated MongoDB version: "8.0.4"
    std::vector<int> versionNumbers; ///< {8, 0, 4, 0}
    std::string productVersion; ///< of Sandglass
    std::string profile = "mongodb"; ///< or "cosmos"
    std::string hostAndPort; ///< "host:27017"; port 0 if it listens on a unix socket only
    std::vector<std::string> arguments; ///< argv, for getCmdLineOpts
    bson::Document parsedOptions; ///< for getCmdLineOpts
    base::Time startedAt;
    std::int64_t processId = 0;
    std::string dataFolder; ///< --dbpath as given
    std::vector<std::string> checkpointFolders; ///< --checkpoint-folder, as given
    std::string standbyOf; ///< --standby-of as given; empty on a primary
    std::string compatibility = "8.0"; ///< featureCompatibilityVersion, also the version's name
    int maxWireVersion = 25; ///< sent in hello
    bool versionChosen = false; ///< sandglassServerVersion was given: known faults of that version
                                ///< are emulated too
    ReplSetFacts replSet; ///< its name is empty without --replSet

    /// Whether the emulated version is at least major.minor.
    bool atLeast(int major, int minor) const;
    /// Whether the engine only reads the files of another one (--standby-of).
    bool isStandby() const { return !standbyOf.empty(); }
};

} // namespace sandglass::engine::request
