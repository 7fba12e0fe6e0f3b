// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/directory_store.h"

#include "app/engine/storage/failpoint.h"
#include "app/engine/storage/key_codec.h"

#include <mutex>
#include <optional>

namespace sandglass::engine::catalog {

namespace {

using storage::Family;
using storage::Slice;

constexpr char kDirectoryTag = 'b';
constexpr char kSavedTag = 's';
constexpr std::size_t kNumberBytes = 8;
constexpr std::size_t kBlockBytes = 3 * kNumberBytes;
constexpr std::size_t kHeadBytes = 2 * kNumberBytes;

// Written to disk, see app/engine/storage/FORMAT.md: the bound, then three numbers per block.
std::string encode(const DatePlace& bound, const std::vector<DateBlock>& blocks)
{
    std::string bytes;
    bytes.reserve(kHeadBytes + blocks.size() * kBlockBytes);
    storage::appendI64(bytes, bound.millis);
    storage::appendU64(bytes, bound.id);
    for (const DateBlock& block : blocks) {
        storage::appendI64(bytes, block.from);
        storage::appendI64(bytes, block.count);
        storage::appendI64(bytes, block.last);
    }
    return bytes;
}

std::optional<std::vector<DateBlock>> decodeBlocks(Slice bytes)
{
    if (bytes.empty() || bytes.size() % kBlockBytes != 0) {
        return std::nullopt;
    }
    std::vector<DateBlock> blocks;
    for (; !bytes.empty(); bytes.remove_prefix(kBlockBytes)) {
        const DateBlock block{storage::readI64(bytes), storage::readI64(bytes.substr(kNumberBytes)),
                              storage::readI64(bytes.substr(2 * kNumberBytes))};
        const bool fits
            = blocks.empty() ? block.from == DateBlock().from : block.from > blocks.back().from;
        if (!fits || block.count < 0) {
            return std::nullopt;
        }
        blocks.push_back(block);
    }
    return blocks;
}

Result<void> loadDirectory(Core& core, const IndexState& index)
{
    std::string value;
    const Result<bool> found = core.store.get(Family::Meta, directoryKey(index.id), value, nullptr);
    TRY(found);
    // a directory that is missing or damaged is built again when it is needed
    if (!*found || value.size() < kHeadBytes) {
        return {};
    }
    const Slice bytes = value;
    const auto blocks = decodeBlocks(bytes.substr(kHeadBytes));
    if (!blocks) {
        return {};
    }
    index.activity->dates->load(*blocks);
    index.activity->dateBound.raise(
        {storage::readI64(bytes), storage::readU64(bytes.substr(kNumberBytes))});
    return {};
}

bool isSaved(const IndexState& index)
{
    return index.datesApart && index.phase == IndexPhase::Ready;
}

} // namespace

std::string directoryKey(std::uint32_t indexId)
{
    std::string key(1, kDirectoryTag);
    storage::appendU32(key, indexId);
    return key;
}

std::string directoriesSavedKey()
{
    return {kSavedTag};
}

Result<void> saveDirectories(Core& core,
                             const std::vector<std::shared_ptr<CollectionImpl>>& collections)
{
    const std::unique_lock lock(core.writer);
    // nothing was committed since the last save, so the saved directories are current
    if (core.directoriesSaved) {
        return {};
    }
    const auto batch = core.store.makeBatch();
    for (const auto& collection : collections) {
        const auto indexes = collection->indexSet();
        for (const auto& index : *indexes) {
            const DateDirectory& dates = *index->activity->dates;
            const bool ready = isSaved(*index) && dates.state() == DateDirectory::State::Ready;
            if (ready && !collection->dropped()) {
                batch->put(Family::Meta, directoryKey(index->id),
                           encode(index->activity->dateBound.place(), dates.blocks()));
            } else if (isSaved(*index)) {
                batch->remove(Family::Meta, directoryKey(index->id));
            }
        }
    }
    // the first commit after this removes the mark, see Core::commit()
    batch->put(Family::Meta, directoriesSavedKey(), {});
    auto committed = core.store.commit(*batch, storage::Durability::Process);
    core.directoriesSaved = committed.has_value();
    storage::passFailpoint("directories-saved");
    return committed;
}

Result<void> loadDirectories(Core& core,
                             const std::vector<std::shared_ptr<CollectionImpl>>& collections)
{
    std::string value;
    const Result<bool> saved = core.store.get(Family::Meta, directoriesSavedKey(), value, nullptr);
    TRY(saved);
    // the engine did not stop cleanly or has written since: what is stored may be outdated
    if (!*saved) {
        return {};
    }
    core.directoriesSaved = true;
    for (const auto& collection : collections) {
        const auto indexes = collection->indexSet();
        for (const auto& index : *indexes) {
            if (!isSaved(*index)) {
                continue;
            }
            TRY(loadDirectory(core, *index));
        }
    }
    return {};
}

} // namespace sandglass::engine::catalog
