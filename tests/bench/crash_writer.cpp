// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/crash_writer.h"

#include "app/bson/builder.h"
#include "tests/bench/wire_engine.h"
#include "tests/bench/workload.h"

namespace sandglass::bench {

namespace {

constexpr std::int64_t kInsertsPerDelete = 4;

} // namespace

bson::Document crashDocument(std::int64_t number, base::Time date)
{
    constexpr std::size_t kFilling = 150;
    return bson::makeDocument("_id", number, kDateField, bson::Date::from(date), kCodeField,
                              "code " + std::to_string(number * 7919 % 100'003), "filling",
                              std::string(kFilling, 'x'));
}

CrashWriter::CrashWriter(WireClient client, std::string collection, base::Time date)
    : m_collection(std::move(collection))
    , m_date(date)
    , m_client(std::move(client))
    , m_thread([this] { run(); })
{
}

void CrashWriter::join()
{
    m_stopping = true;
    if (m_thread.joinable()) {
        m_thread.join();
    }
}

void CrashWriter::run()
{
    for (std::int64_t number = 0; !m_stopping; ++number) {
        if (!insertBatch(kFirst + number * kBatch)) {
            return;
        }
        if (number % kInsertsPerDelete == 0 && !deleteBatch(kFirst + number / 2 * kBatch)) {
            return;
        }
    }
}

bool CrashWriter::insertBatch(std::int64_t first)
{
    std::vector<bson::Document> batch;
    for (std::int64_t i = 0; i < kBatch; ++i) {
        batch.push_back(crashDocument(first + i, m_date));
    }
    if (!insertOver(m_client, m_collection, batch)) {
        return false;
    }
    for (std::int64_t i = 0; i < kBatch; ++i) {
        m_acknowledged.insert(first + i);
    }
    return true;
}

bool CrashWriter::deleteBatch(std::int64_t first)
{
    // until it is acknowledged, nothing is known of them
    for (std::int64_t i = 0; i < kBatch; ++i) {
        m_acknowledged.erase(first + i);
    }
    const bson::Document range
        = bson::makeDocument("_id", bson::makeDocument("$gte", first, "$lt", first + kBatch));
    const auto reply
        = m_client.send(bson::makeDocument("delete", m_collection, "$db", kWireDatabase), "deletes",
                        {bson::makeDocument("q", range, "limit", 0)});
    if (!reply || (*reply)["ok"].toInt64() != 1) {
        return false;
    }
    for (std::int64_t i = 0; i < kBatch; ++i) {
        m_deleted.insert(first + i);
    }
    return true;
}

} // namespace sandglass::bench
