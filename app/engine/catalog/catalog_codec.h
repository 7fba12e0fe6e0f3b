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

/// An index as stored in the catalog on disk.
struct StoredIndex
{
    std::uint32_t id = 0;
    IndexPhase phase = IndexPhase::Ready;
    bool multikey = false;
    IndexDefinition definition;
};

/// A collection as stored in the catalog on disk, with its indexes in order of creation.
struct StoredCollection
{
    std::uint32_t id = 0;
    protocol::Namespace ns;
    std::array<std::uint8_t, 16> uuid{};
    CollectionOptions options;
    std::vector<StoredIndex> indexes;
};

/// The next free ids. No id is ever used twice.
struct NextIds
{
    std::uint32_t collection = 1;
    std::uint32_t index = 1;
};

/// Keys of the family Meta. Layouts: app/engine/storage/FORMAT.md.
std::string collectionKey(std::uint32_t collectionId); ///< → encodeCollection()
std::string figuresKey(std::uint32_t collectionId); ///< → encodeFigures()
std::string
recordLimitKey(std::uint32_t collectionId); ///< → u64: record ids below it may have been used
std::string nextIdsKey(); ///< → encodeNextIds()
/// The range of all collectionKey()s.
std::pair<std::string, std::string> collectionKeys();
/// The collection id in a collectionKey().
std::uint32_t collectionIdOf(storage::Slice key);

// The values of those keys. Pure; any thread.

/// A collection as bytes.
std::string encodeCollection(const StoredCollection& collection);
/// Decodes encodeCollection(). `id`: from the key. Errors: Storage for damaged bytes.
Result<StoredCollection> decodeCollection(std::uint32_t id, storage::Slice value);
/// The figures as bytes.
std::string encodeFigures(const CollectionFigures& figures);
/// Decodes encodeFigures(). Errors: Storage for damaged bytes.
Result<CollectionFigures> decodeFigures(storage::Slice value);
/// The ids as bytes.
std::string encodeNextIds(const NextIds& ids);
/// Decodes encodeNextIds(). Errors: Storage for damaged bytes.
Result<NextIds> decodeNextIds(storage::Slice value);

} // namespace sandglass::engine::catalog
