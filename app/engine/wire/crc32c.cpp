// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/wire/crc32c.h"

#include "app/base/crc32c.h"

namespace sandglass::engine::wire {

std::uint32_t crc32c(bson::Bytes bytes)
{
    return base::crc32c(bytes);
}

} // namespace sandglass::engine::wire
