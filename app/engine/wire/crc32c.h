// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/types.h"

#include <cstdint>

namespace sandglass::engine::wire {

/// CRC-32C (Castagnoli), which ends an OP_MSG that carries a checksum. "123456789" gives
/// 0xe3069283. Source: RFC 3720, appendix B.4.
std::uint32_t crc32c(bson::Bytes bytes);

} // namespace sandglass::engine::wire
