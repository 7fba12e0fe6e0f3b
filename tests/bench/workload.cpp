// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/workload.h"

#include "app/bson/builder.h"

namespace sandglass::bench {

namespace {

constexpr int kBuckets = 200;
constexpr std::size_t kCodeCharacters = 12;

// A number of its own for each number. Source: Steele, Lea, Flood, "Fast splittable pseudorandom
// number generators", 2014.
std::uint64_t mixed(std::uint64_t number)
{
    number += 0x9E3779B97F4A7C15ULL;
    number = (number ^ (number >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    number = (number ^ (number >> 27U)) * 0x94D049BB133111EBULL;
    return number ^ (number >> 31U);
}

/// As many letters as a number has bits for.
std::string letters(std::uint64_t bits)
{
    constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz012345";
    std::string text(kCodeCharacters, ' ');
    for (char& character : text) {
        character = kLetters[bits % kLetters.size()];
        bits /= kLetters.size();
    }
    return text;
}

std::string code(std::int64_t number)
{
    return letters(mixed(static_cast<std::uint64_t>(number)));
}

/// Half of it random, half of it the same everywhere, so that it compresses as text does.
std::string filling(std::int64_t number, std::size_t bytes)
{
    std::string text;
    for (std::uint64_t bits = mixed(static_cast<std::uint64_t>(number)); text.size() < bytes / 2;
         bits = mixed(bits)) {
        text += letters(bits);
    }
    text.resize(bytes / 2);
    text.resize(bytes, 'x');
    return text;
}

} // namespace

Workload::Workload(std::int64_t documents, DateOrder order, base::Time firstDate)
    : m_documents(documents)
    , m_order(order)
    , m_firstDate(firstDate)
{
    const std::int64_t half = bson::Date::from(halfTime()).millis;
    for (std::int64_t number = 0; number < documents; ++number) {
        m_due += date(number).millis <= half ? 1 : 0;
    }
}

std::vector<bson::Document> Workload::batch(std::int64_t number) const
{
    std::vector<bson::Document> documents;
    documents.reserve(kBatch);
    for (std::size_t i = 0; i < kBatch; ++i) {
        documents.push_back(document(number * std::int64_t{kBatch} + static_cast<std::int64_t>(i)));
    }
    return documents;
}

base::Time Workload::halfTime() const
{
    return m_firstDate + std::chrono::seconds(m_documents / 2);
}

std::vector<base::Time> Workload::forecastEdges() const
{
    std::vector<base::Time> edges;
    const base::Millis width = std::chrono::seconds(m_documents) / kBuckets;
    for (int i = 0; i <= kBuckets; ++i) {
        edges.push_back(m_firstDate + width * i);
    }
    return edges;
}

bson::Document Workload::document(std::int64_t number) const
{
    const auto with = [&](const std::string& rest) {
        return bson::makeDocument("_id", id(number), kDateField, date(number), kCodeField,
                                  code(number), "filling", rest);
    };
    static const std::size_t kUnfilled = with({}).bytes().size();
    return with(filling(number, kDocumentBytes - kUnfilled));
}

bson::ObjectId Workload::id(std::int64_t number) const
{
    bson::ObjectId id;
    for (std::size_t i = 0; i < sizeof(number); ++i) {
        id.bytes[11 - i] = static_cast<std::uint8_t>(number >> (8 * i));
    }
    return id;
}

bson::Date Workload::date(std::int64_t number) const
{
    const auto range = static_cast<std::uint64_t>(m_documents);
    const std::int64_t second = m_order == DateOrder::Ascending
        ? number
        : static_cast<std::int64_t>(mixed(~static_cast<std::uint64_t>(number)) % range);
    // half a second beside every edge, so that no date lies on one
    return bson::Date::from(m_firstDate + std::chrono::seconds(second) + base::Millis(500));
}

} // namespace sandglass::bench
