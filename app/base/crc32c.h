// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>

namespace sandglass::base {

/// CRC-32C (Castagnoli). The bytes of "123456789" give 0xe3069283. Pure; any thread. Source: RFC
/// 3720, appendix B.4.
std::uint32_t crc32c(std::span<const std::uint8_t> bytes);

} // namespace sandglass::base
