// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/storage/drop_filter.h"

#include "app/engine/storage/rocks_iterator.h"

#include <thread>
#include <utility>

namespace sandglass::engine::storage {

namespace {

class DropFilter final : public rocksdb::CompactionFilter
{
public:
    explicit DropFilter(std::unique_ptr<KeyFilter::View> view)
        : m_view(std::move(view))
    {
    }

    bool Filter(int /*level*/, const rocksdb::Slice& key, const rocksdb::Slice& value,
                std::string* /*newValue*/, bool* /*valueChanged*/) const override
    {
        if (++m_seen % kKeysPerTurn == 0) {
            std::this_thread::yield(); // lets readers run now, not at the end of a time slice
        }
        return m_view->hides(fromRocks(key), fromRocks(value));
    }
    const char* Name() const override { return "sandglass.drop"; }

private:
    static constexpr unsigned kKeysPerTurn = 1024; // takes less than a millisecond

    std::unique_ptr<KeyFilter::View>
        m_view; // one filter belongs to one compaction, so to one thread
    // Keys since the start, to know when to yield. Mutable because RocksDB declares Filter() const.
    mutable unsigned m_seen = 0;
};

} // namespace

DropFilterFactory::DropFilterFactory(Family family, std::shared_ptr<const FilterSlot> slot)
    : m_family(family)
    , m_slot(std::move(slot))
{
}

std::unique_ptr<rocksdb::CompactionFilter>
DropFilterFactory::CreateCompactionFilter(const rocksdb::CompactionFilter::Context& /*context*/)
{
    // the filter is set after opening; compactions may begin earlier and then drop nothing
    const auto filter = m_slot->get();
    auto view = filter ? filter->forRemoval(m_family) : nullptr;
    return view ? std::make_unique<DropFilter>(std::move(view)) : nullptr;
}

} // namespace sandglass::engine::storage
