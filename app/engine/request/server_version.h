// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

namespace sandglass::engine::request {

struct EngineFacts;

/// A MongoDB version that the engine can behave like, chosen at start with the parameter
/// sandglassServerVersion. What a command does differently it reads from EngineFacts::atLeast().
struct ServerVersion
{
    std::string_view name; ///< as the parameter takes it, and the featureCompatibilityVersion
    std::array<int, 3> numbers; ///< major, minor, patch
    int maxWireVersion = 0; ///< as hello announces it. Source: app/ttl/SEMANTICS.md 7.1
};

/// What the engine behaves like unless told otherwise.
inline constexpr std::string_view kDefaultServerVersion = "8.0";

/// All versions, oldest first.
std::span<const ServerVersion> serverVersions();

/// nullptr when there is none of that name.
const ServerVersion* findServerVersion(std::string_view name);

/// "8.0.4".
std::string versionText(const ServerVersion& version);

/// Makes the facts say that version.
void behaveLike(const ServerVersion& version, EngineFacts& facts);

} // namespace sandglass::engine::request
