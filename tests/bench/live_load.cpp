// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/live_load.h"

#include "app/bson/builder.h"
#include "app/bson/json.h"

#include <chrono>
#include <utility>

using namespace std::chrono_literals;

namespace sandglass::bench {

namespace {

constexpr int kFillBatch = 1'000;
constexpr std::chrono::milliseconds kBeat{50};
constexpr std::int64_t kMargin = 600; // seconds of the 30 days that are left free at the old end
constexpr std::uint64_t kStride = 2'654'435'761; // spreads numbers over the span; odd

} // namespace

LiveLoad::LiveLoad(WireClient wire)
    : m_wire(std::move(wire))
{
}

LiveLoad::~LiveLoad()
{
    stop();
}

Result<std::unique_ptr<LiveLoad>> LiveLoad::connect(const std::string& socketPath)
{
    auto wire = WireClient::connect(socketPath);
    TRY(wire);
    return std::unique_ptr<LiveLoad>(new LiveLoad(std::move(*wire)));
}

bson::Document LiveLoad::document(std::int64_t number, bool fresh) const
{
    const auto span = static_cast<std::uint64_t>(kLiveSeconds - kMargin);
    const auto mixed = static_cast<std::uint64_t>(number) * kStride;
    const base::Millis age
        = fresh ? base::Millis(0) : std::chrono::seconds(static_cast<std::int64_t>(mixed % span));
    const bson::Date date = bson::Date::from(m_clock.now() - age);
    return bson::makeDocument("_id", number, kTtlField, date, kIndexedField, date, kPlainField,
                              date, "code", std::to_string(mixed % 1'000'000), "filling",
                              std::string(120, 'x'));
}

Result<void> LiveLoad::insert(std::int64_t first, int count, bool fresh)
{
    std::vector<bson::Document> documents;
    for (int i = 0; i < count; ++i) {
        documents.push_back(document(first + i, fresh));
    }
    const auto reply
        = m_wire.send(bson::makeDocument("insert", kLiveNs.collection, "$db", kLiveNs.database),
                      "documents", documents);
    TRY(reply);
    if ((*reply)["n"].toInt64() != count) {
        return base::failure(Errc::Server, bson::toJson(*reply));
    }
    return {};
}

Result<void> LiveLoad::fill(std::int64_t documents)
{
    const auto index = [](const char* field) {
        return bson::makeDocument("key", bson::makeDocument(field, 1), "name",
                                  std::string(field) + "_1");
    };
    const bson::Document rule
        = bson::makeDocument("key", bson::makeDocument(kTtlField, 1), "name",
                             std::string(kTtlField) + "_1", "expireAfterSeconds", kLiveSeconds);
    bson::Builder create;
    create.append("createIndexes", kLiveNs.collection)
        .appendArray("indexes", bson::makeArray(rule, index(kIndexedField), index("code")))
        .append("$db", kLiveNs.database);
    const auto created = m_wire.send(create.take(), {}, {});
    TRY(created);
    if ((*created)["ok"].toDouble() != 1.0) {
        return base::failure(Errc::Server, bson::toJson(*created));
    }
    for (; m_next < documents; m_next += kFillBatch) {
        TRY(insert(m_next, kFillBatch, false));
    }
    return {};
}

void LiveLoad::start(int perSecond)
{
    m_inserted = 0;
    m_stopping = false;
    m_thread = std::thread([this, perSecond] { run(perSecond); });
}

void LiveLoad::stop()
{
    m_stopping = true;
    if (m_thread.joinable()) {
        m_thread.join();
    }
}

void LiveLoad::run(int perSecond)
{
    const int perBeat = static_cast<int>(perSecond * kBeat / 1s);
    auto next = std::chrono::steady_clock::now();
    while (!m_stopping) {
        if (auto inserted = insert(m_next, perBeat, true); !inserted) {
            m_problem = inserted.error().message;
            return;
        }
        m_next += perBeat;
        m_inserted += perBeat;
        next += kBeat;
        std::this_thread::sleep_until(next);
    }
}

} // namespace sandglass::bench
