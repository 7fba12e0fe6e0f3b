// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/writes/clustered_key.h"

#include "app/protocol/server_code.h"

#include <cstddef>
#include <string>

namespace sandglass::engine::writes {

namespace {

constexpr int kKeyTooLong = 5'894'900;
constexpr std::size_t kMostKeyBytes = std::size_t{8} * 1024 * 1024;
constexpr std::size_t kBytesAroundText = 2; // type and NUL

std::size_t keyBytes(bson::ValueView id)
{
    const bool text = id.type() == bson::Type::String;
    return text ? id.asString().size() + kBytesAroundText : id.raw().size();
}

} // namespace

Result<void> checkClusteredKey(const catalog::CollectionShape& shape, bson::ValueView id)
{
    if (!shape.clustered || keyBytes(id) <= kMostKeyBytes) {
        return {};
    }
    return protocol::commandError(kKeyTooLong,
                                  "Size of RecordId (" + std::to_string(keyBytes(id))
                                      + ") is above limit of " + std::to_string(kMostKeyBytes)
                                      + " bytes");
}

} // namespace sandglass::engine::writes
