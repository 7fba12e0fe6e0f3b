// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/bson/value.h"
#include "app/engine/request/repl_set_facts.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sandglass::engine::request {

/// What the program knows of itself; fixed after start.
struct EngineFacts
{
    std::string version; ///< MongoDB version that it behaves like: "8.0.4"
    std::vector<int> versionNumbers; ///< {8, 0, 4, 0}
    std::string productVersion; ///< Sandglass's own
    std::string profile = "mongodb"; ///< or "cosmos"
    std::string hostAndPort;
    std::vector<std::string> arguments; ///< argv, for getCmdLineOpts
    bson::Document parsedOptions; ///< for getCmdLineOpts
    base::Time startedAt;
    std::int64_t processId = 0;
    std::string dataFolder; ///< --dbpath as given
    std::string standbyOf; ///< --standby-of as given: this one only reads; empty: it is a primary
    std::string compatibility = "8.0"; ///< the featureCompatibilityVersion, and the version's name
    int maxWireVersion = 25; ///< what hello announces
    bool versionChosen
        = false; ///< by sandglassServerVersion: then that version's faults are shown too
    ReplSetFacts replSet; ///< of a server started with --replSet

    /// Whether the version it behaves like is at least major.minor.
    bool atLeast(int major, int minor) const;
    /// Whether the server only reads the files of another one (--standby-of).
    bool isStandby() const { return !standbyOf.empty(); }
};

} // namespace sandglass::engine::request
