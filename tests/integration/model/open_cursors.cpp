// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/model/open_cursors.h"

#include "app/bson/json.h"
#include "tests/integration/model/index_comparison.h"

#include <algorithm>
#include <limits>

namespace sandglass::tests::model {

namespace {

using engine::catalog::Direction;

constexpr std::size_t kMostCursors = 6;

} // namespace

void OpenCursors::open(const engine::catalog::Collection& collection, const ModelCollection& model,
                       RandomSource& random)
{
    Cursor opened;
    opened.fate = model.fate();
    const Direction direction = random.oneIn(2) ? Direction::Forward : Direction::Backward;
    const ModelIndex& index = random.pick(model.indexes());
    std::vector<Seq> numbers;
    if (index.isOrdered() && !random.oneIn(3)) {
        const auto range = anyRange(index, random);
        opened.cursor = collection.scanIndex(index.name(), range, direction);
        opened.name = "cursor over " + index.name();
        numbers = documentsIn(index, range, direction);
    } else {
        opened.cursor = collection.scan(direction);
        opened.name = "cursor over all";
        for (const auto& [number, document] : model.documents()) {
            numbers.push_back(number);
        }
        if (direction == Direction::Backward) {
            std::reverse(numbers.begin(), numbers.end());
        }
    }
    for (const Seq number : numbers) {
        opened.expected.emplace_back(number, model.documents().at(number));
    }
    if (m_cursors.size() == kMostCursors) {
        m_cursors.erase(m_cursors.begin());
    }
    m_cursors.push_back(std::move(opened));
}

// One document more.
std::string OpenCursors::step(Cursor& cursor)
{
    const auto mayBeMissed
        = [&](std::size_t i) { return cursor.fate->expired.contains(cursor.expected[i].first); };
    if (!cursor.cursor) {
        return cursor.name + " was not opened";
    }
    if (cursor.cursor->next()) {
        const auto got = cursor.cursor->document().bytes();
        for (; cursor.at < cursor.expected.size(); ++cursor.at) {
            if (std::ranges::equal(got, cursor.expected[cursor.at].second->bytes())) {
                ++cursor.at;
                return {};
            }
            if (!mayBeMissed(cursor.at)) {
                return cursor.name + " gives " + bson::toJson(cursor.cursor->document())
                    + " instead of " + bson::toJson(*cursor.expected[cursor.at].second);
            }
        }
        return cursor.name + " gives one too many: " + bson::toJson(cursor.cursor->document());
    }
    cursor.over = true;
    if (auto status = cursor.cursor->status(); !status) {
        constexpr int kDropped = 175;
        const bool dropped = cursor.fate->dropped && status.error().serverCode == kDropped;
        return dropped ? "" : cursor.name + " failed: " + status.error().message;
    }
    for (; cursor.at < cursor.expected.size(); ++cursor.at) {
        if (!mayBeMissed(cursor.at)) {
            return cursor.name + " ends before " + bson::toJson(*cursor.expected[cursor.at].second);
        }
    }
    return {};
}

std::string OpenCursors::read(std::int64_t documents)
{
    for (Cursor& cursor : m_cursors) {
        for (std::int64_t i = 0; i < documents && !cursor.over; ++i) {
            if (std::string difference = step(cursor); !difference.empty()) {
                return difference;
            }
        }
    }
    std::erase_if(m_cursors, [](const Cursor& cursor) { return cursor.over; });
    return {};
}

std::string OpenCursors::finish()
{
    std::string difference = read(std::numeric_limits<std::int64_t>::max());
    clear();
    return difference;
}

} // namespace sandglass::tests::model
