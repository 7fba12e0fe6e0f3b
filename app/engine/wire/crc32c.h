// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/types.h"

#include <cstdint>

namespace sandglass::engine::wire {

/// CRC-32C (Castagnoli), the checksum at the end of an OP_MSG. The bytes of "123456789" give
/// 0xe3069283. Pure; any thread. Source: RFC 3720, appendix B.4.
std::uint32_t crc32c(bson::Bytes bytes);

} // namespace sandglass::engine::wire
