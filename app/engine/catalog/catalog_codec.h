// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"
#include "app/engine/catalog/index_state.h"
#include "app/engine/storage/key_value_store.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::engine::catalog {

/// An index in the catalog on disk.
struct StoredIndex
{
    std::uint32_t id = 0;
    IndexPhase phase = IndexPhase::Ready;
    bool multikey = false;
    IndexDefinition definition;
};

/// A collection in the catalog on disk, with its indexes in order of creation.
struct StoredCollection
{
    std::uint32_t id = 0;
    protocol::Namespace ns;
    std::array<std::uint8_t, 16> uuid{};
    CollectionOptions options;
    std::vector<StoredIndex> indexes;
};

/// Next free numbers; neither is ever given twice.
struct NextIds
{
    std::uint32_t collection = 1;
    std::uint32_t index = 1;
};

/// Keys of the family Meta; the layouts are in app/engine/storage/FORMAT.md.
std::string collectionKey(std::uint32_t collectionId); ///< → encodeCollection()
std::string figuresKey(std::uint32_t collectionId); ///< → encodeFigures()
std::string
recordLimitKey(std::uint32_t collectionId); ///< → u64: record ids below it may have been used
std::string nextIdsKey(); ///< → encodeNextIds()
/// The range of all collectionKey()s.
std::pair<std::string, std::string> collectionKeys();
/// The collection's number in a collectionKey().
std::uint32_t collectionIdOf(storage::Slice key);

/// Values of those keys. Decoding takes bytes from disk; errors: Storage.
std::string encodeCollection(const StoredCollection& collection);
Result<StoredCollection> decodeCollection(std::uint32_t id, storage::Slice value);
std::string encodeFigures(const CollectionFigures& figures);
Result<CollectionFigures> decodeFigures(storage::Slice value);
std::string encodeNextIds(const NextIds& ids);
Result<NextIds> decodeNextIds(storage::Slice value);

} // namespace sandglass::engine::catalog
