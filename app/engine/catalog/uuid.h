// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>

namespace sandglass::engine::catalog {

/// A random UUID (version 4) for a new collection.
std::array<std::uint8_t, 16> freshUuid();

} // namespace sandglass::engine::catalog
