// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/uuid.h"

#include <random>

namespace sandglass::engine::catalog {

std::array<std::uint8_t, 16> freshUuid()
{
    std::array<std::uint8_t, 16> uuid{};
    std::random_device source;
    for (std::uint8_t& byte : uuid) {
        byte = static_cast<std::uint8_t>(source());
    }
    // version 4, variant 1: RFC 4122, section 4.4
    uuid[6] = static_cast<std::uint8_t>((uuid[6] & 0x0FU) | 0x40U);
    uuid[8] = static_cast<std::uint8_t>((uuid[8] & 0x3FU) | 0x80U);
    return uuid;
}

} // namespace sandglass::engine::catalog
