// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

namespace sandglass::engine::request {

struct EngineFacts;

/// A MongoDB version that the engine can emulate. The parameter sandglassServerVersion selects it
/// at the start; commands ask EngineFacts::atLeast() where versions differ.
struct ServerVersion
{
    std::string_view name; ///< as the parameter takes it; also the featureCompatibilityVersion
    std::array<int, 3> numbers; ///< major, minor, patch
    int maxWireVersion = 0; ///< sent in hello. Source: app/ttl/SEMANTICS.md 7.1
};

/// The version that is emulated by default.
inline constexpr std::string_view kDefaultServerVersion = "8.0";

/// All versions that can be emulated, oldest first.
std::span<const ServerVersion> serverVersions();

/// The version of that name, such as "4.4"; nullptr when there is none.
const ServerVersion* findServerVersion(std::string_view name);

/// The full version number: "8.0.4".
std::string versionText(const ServerVersion& version);

/// Sets all version fields of `facts` to that version.
void behaveLike(const ServerVersion& version, EngineFacts& facts);

} // namespace sandglass::engine::request
