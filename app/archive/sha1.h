// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace sandglass::archive {

/// The SHA-1 of a text. mongodump shortens long names of files with it; it protects nothing. Pure;
/// any thread. Source: RFC 3174, 6.
std::array<std::uint8_t, 20> sha1(std::string_view text);

} // namespace sandglass::archive
