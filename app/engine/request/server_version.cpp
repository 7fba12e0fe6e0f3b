// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/request/server_version.h"

#include "app/engine/request/engine_facts.h"

#include <algorithm>

namespace sandglass::engine::request {

namespace {

// Late patch releases, so that a fault which was fixed within a series is absent here too: 5.0
// before 5.0.14 read NaN seconds as 0.
constexpr std::array<ServerVersion, 7> kServerVersions{{
    // 2.4 sent wire version 0; the drivers in today's distributions need the 2 that 2.6 sent
    {"2.4", {2, 4, 14}, 2},
    {"2.6", {2, 6, 12}, 2},
    {"4.4", {4, 4, 29}, 9},
    {"5.0", {5, 0, 31}, 13},
    {"6.0", {6, 0, 20}, 17},
    {"7.0", {7, 0, 16}, 21},
    {"8.0", {8, 0, 4}, 25},
}};

} // namespace

std::span<const ServerVersion> serverVersions()
{
    return kServerVersions;
}

const ServerVersion* findServerVersion(std::string_view name)
{
    const auto* found = std::ranges::find(kServerVersions, name, &ServerVersion::name);
    return found == kServerVersions.end() ? nullptr : found;
}

std::string versionText(const ServerVersion& version)
{
    return std::to_string(version.numbers[0]) + "." + std::to_string(version.numbers[1]) + "."
        + std::to_string(version.numbers[2]);
}

void behaveLike(const ServerVersion& version, EngineFacts& facts)
{
    facts.version = versionText(version);
    facts.versionNumbers = {version.numbers[0], version.numbers[1], version.numbers[2], 0};
    facts.compatibility = version.name;
    facts.maxWireVersion = version.maxWireVersion;
}

} // namespace sandglass::engine::request
