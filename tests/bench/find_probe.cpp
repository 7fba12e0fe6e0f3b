// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/find_probe.h"

#include "app/base/clock.h"
#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "tests/bench/measuring.h"
#include "tests/bench/wire_engine.h"

#include <algorithm>
#include <random>

namespace sandglass::bench {

FindProbe::FindProbe(WireClient client, std::string collection, const Workload& workload)
    : m_collection(std::move(collection))
    , m_workload(workload)
    , m_client(std::move(client))
    , m_thread([this] { run(); })
{
}

void FindProbe::stop()
{
    m_stopping = true;
    if (m_thread.joinable()) {
        m_thread.join();
    }
}

void FindProbe::run()
{
    const std::int64_t half = bson::Date::from(m_workload.halfTime()).millis;
    std::mt19937_64 random(1); // the same finds in every run
    std::uniform_int_distribution<std::int64_t> any(0, m_workload.documents() - 1);
    while (!m_stopping) {
        std::int64_t number = any(random);
        while (m_workload.date(number).millis <= half) {
            number = any(random);
        }
        if (!findOnce(number)) {
            return;
        }
    }
}

bool FindProbe::findOnce(std::int64_t number)
{
    const bson::Document command = bson::makeDocument(
        "find", m_collection, "filter", bson::makeDocument("_id", m_workload.id(number)), "limit",
        1, "singleBatch", true, "$db", kWireDatabase);
    Find find;
    find.atMillis = base::SystemClock().now().time_since_epoch().count();
    const Timer timer;
    const auto reply = m_client.send(command, {}, {});
    find.seconds = timer.seconds();
    if (!reply) {
        m_problem = reply.error().message;
        return false;
    }
    const bson::ValueView found = reply->view().at("cursor.firstBatch.0._id");
    if (found.isMissing()) {
        m_problem = "A find gave: " + bson::toJson(*reply);
        return false;
    }
    m_finds.push_back(find);
    return true;
}

double findP99Seconds(const std::vector<FindProbe::Find>& finds, std::int64_t fromMillis,
                      std::int64_t toMillis, std::size_t& count)
{
    std::vector<double> seconds;
    for (const FindProbe::Find& find : finds) {
        if (find.atMillis >= fromMillis && find.atMillis < toMillis) {
            seconds.push_back(find.seconds);
        }
    }
    count = seconds.size();
    if (seconds.empty()) {
        return 0;
    }
    const std::size_t rank = std::min(seconds.size() - 1, seconds.size() * 99 / 100);
    std::nth_element(seconds.begin(), seconds.begin() + static_cast<std::ptrdiff_t>(rank),
                     seconds.end());
    return seconds[rank];
}

} // namespace sandglass::bench
