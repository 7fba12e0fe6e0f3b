// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/model/readers.h"

#include "app/bson/json.h"

#include <array>
#include <limits>
#include <set>

namespace sandglass::tests::model {

namespace {

using engine::catalog::Collection;
using engine::catalog::DatePrecision;
using engine::catalog::Direction;
using engine::catalog::RecordCursor;
using engine::catalog::RecordId;

constexpr bson::Date kEarliestDate{std::numeric_limits<std::int64_t>::min()};
constexpr bson::Date kLatestDate{std::numeric_limits<std::int64_t>::max()};

/// Collections and indexes may go at any moment.
bool isDropped(const Error& error)
{
    constexpr int kNoIndex = 27;
    constexpr int kDropped = 175;
    return error.serverCode == kDropped || error.serverCode == kNoIndex;
}

template <typename T>
std::string problemOf(const char* what, const Result<T>& result)
{
    return result || isDropped(result.error()) ? std::string()
                                               : std::string(what) + ": " + result.error().message;
}

/// `order`: 1 or -1 where record ids have to ascend or descend, 0 where they need not.
std::string walk(RecordCursor& cursor, int order, std::vector<bson::Value>& ids)
{
    std::set<RecordId> seen;
    RecordId last = 0;
    while (cursor.next()) {
        const RecordId id = cursor.id();
        if (!seen.insert(id).second) {
            return "record " + std::to_string(id) + " twice";
        }
        const bool turned = order > 0 ? id < last : id > last;
        if (order != 0 && last != 0 && turned) {
            return "record " + std::to_string(id) + " after " + std::to_string(last);
        }
        last = id;
        const bson::ValueView value = cursor.document()["_id"];
        if (value.isMissing()) {
            return "a document without _id";
        }
        ids.emplace_back(value);
    }
    return problemOf("a cursor", cursor.status());
}

std::string readIndex(const Collection& collection, const engine::catalog::IndexInfo& index,
                      RandomSource& random)
{
    std::vector<bson::Value> ids;
    const std::string& name = index.definition.name;
    const auto direction = random.oneIn(2) ? Direction::Forward : Direction::Backward;
    if (const auto cursor = collection.scanIndex(name, {}, direction)) {
        if (std::string problem = walk(*cursor, 0, ids); !problem.empty()) {
            return name + ": " + problem;
        }
    }
    const std::array<bson::Date, 3> bounds{bson::Date{0}, bson::Date{1'893'456'000'000},
                                           kLatestDate};
    const auto precision = random.oneIn(2) ? DatePrecision::Exact : DatePrecision::Bounded;
    std::string problem = problemOf("dateClasses", collection.dateClasses(name, bounds, precision));
    if (problem.empty() && index.definition.isTtl() && index.definition.isOrdered()) {
        problem = problemOf("countDates", collection.countDates(name, kEarliestDate, kLatestDate));
    }
    if (problem.empty() && index.definition.isTtl() && index.definition.isOrdered()) {
        problem = problemOf("dates", collection.dates(name, kEarliestDate, kLatestDate, 50));
    }
    return problem;
}

} // namespace

std::string readOnce(const Collection& collection, RandomSource& random)
{
    std::vector<bson::Value> ids;
    const bool forward = random.oneIn(2);
    const auto cursor = collection.scan(forward ? Direction::Forward : Direction::Backward);
    if (std::string problem = walk(*cursor, forward ? 1 : -1, ids); !problem.empty()) {
        return "scan: " + problem;
    }
    for (int i = 0; i < 5 && !ids.empty(); ++i) {
        const auto found = collection.findById(random.pick(ids));
        if (std::string problem = problemOf("findById", found); !problem.empty()) {
            return problem;
        }
    }
    for (const auto& index : collection.indexes()) {
        if (std::string problem = readIndex(collection, index, random); !problem.empty()) {
            return problem;
        }
    }
    if (random.oneIn(4)) {
        const auto verified = collection.verifyAll();
        if (verified && !verified->problems.empty()) {
            return "verify: " + verified->problems.front();
        }
        return problemOf("verify", verified);
    }
    return {};
}

Readers::Readers(engine::catalog::Catalog& catalog, int threads, std::uint64_t seed)
    : m_catalog(catalog)
{
    for (int i = 0; i < threads; ++i) {
        m_threads.emplace_back([this, own = seed * 31U + static_cast<std::uint64_t>(i)](
                                   const std::stop_token& stop) { loop(stop, own); });
    }
}

Readers::~Readers() = default;

std::string Readers::problem() const
{
    const std::lock_guard lock(m_mutex);
    return m_problem;
}

void Readers::loop(const std::stop_token& stop, std::uint64_t seed)
{
    RandomSource random(seed);
    while (!stop.stop_requested()) {
        for (const auto& collection : m_catalog.collections({})) {
            std::string problem = readOnce(*collection, random);
            ++m_rounds;
            if (problem.empty()) {
                continue;
            }
            const std::lock_guard lock(m_mutex);
            if (m_problem.empty()) {
                m_problem = collection->ns().text() + ": " + problem;
            }
            return;
        }
        std::this_thread::yield();
    }
}

} // namespace sandglass::tests::model
