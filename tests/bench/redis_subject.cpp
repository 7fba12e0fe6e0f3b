// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/redis_subject.h"

#include "tests/bench/measuring.h"
#include "tests/bench/process_cpu.h"
#include "tests/bench/redis_client.h"
#include "tests/bench/server_process.h"

#include <QStandardPaths>
#include <QThread>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>

namespace sandglass::bench {

namespace {

using namespace Qt::StringLiterals;

constexpr double kStartSeconds = 30;
constexpr double kPassSeconds = 600;

std::string keyOf(const bson::ObjectId& id)
{
    return {reinterpret_cast<const char*>(id.bytes.data()), id.bytes.size()};
}

class RedisSubject final : public Subject
{
public:
    RedisSubject(std::unique_ptr<ServerProcess> server, RedisClient client)
        : m_server(std::move(server))
        , m_client(std::move(client))
    {
    }

    Result<void> insert(const std::vector<bson::Document>& batch) override;
    /// Nothing expires from here on, so that all can fall due at once.
    Result<void> settle() override { return setActive("0"); }
    Result<void> beforePurge(const Workload& workload, Figures& figures) override;
    Result<Purge> purge(const Workload& workload) override;
    Result<void> reclaim() override { return {}; }
    bool reclaims() const override { return false; }
    std::optional<double> fileBytes() override { return std::nullopt; }
    double cpuSeconds() const override { return cpuSecondsOf(m_server->processId()); }

private:
    Result<void> setActive(std::string_view flag)
    {
        TRY(m_client.run({"DEBUG", "SET-ACTIVE-EXPIRE", flag}));
        return {};
    }
    Result<std::int64_t> keys()
    {
        const auto reply = m_client.run({"DBSIZE"});
        TRY(reply);
        return std::stoll(*reply);
    }

    std::unique_ptr<ServerProcess> m_server;
    RedisClient m_client;
};

Result<void> RedisSubject::insert(const std::vector<bson::Document>& batch)
{
    for (const bson::Document& document : batch) {
        m_client.add(
            {"SET",
             keyOf(document["_id"].asObjectId()),
             {reinterpret_cast<const char*>(document.bytes().data()), document.bytes().size()}});
    }
    TRY(m_client.send());
    return {};
}

Result<void> RedisSubject::beforePurge(const Workload& workload, Figures& /*figures*/)
{
    const std::int64_t half = bson::Date::from(workload.halfTime()).millis;
    // by then all of them have it: a key takes a few microseconds
    const base::Time due = base::SystemClock().now() + std::chrono::seconds(2)
        + std::chrono::milliseconds(workload.documents() / 100);
    const std::string dueText = std::to_string(due.time_since_epoch().count());
    std::int64_t waiting = 0;
    for (std::int64_t number = 0; number < workload.documents(); ++number) {
        if (workload.date(number).millis <= half) {
            m_client.add({"PEXPIREAT", keyOf(workload.id(number)), dueText});
            ++waiting;
        }
        const bool last = number + 1 == workload.documents();
        if (waiting < std::int64_t{Workload::kBatch} && !last) {
            continue;
        }
        TRY(m_client.send());
        waiting = 0;
    }
    if (base::SystemClock().now() >= due) {
        return base::failure(Errc::Internal, "Setting the expiries took too long.");
    }
    std::this_thread::sleep_until(due + std::chrono::milliseconds(10));
    return {};
}

Result<Purge> RedisSubject::purge(const Workload& workload)
{
    Purge purge;
    const std::int64_t wanted = workload.documents() - workload.dueAtHalfTime();
    const Timer whole;
    TRY(setActive("1"));
    while (whole.seconds() < kPassSeconds) {
        const Timer timer;
        const auto left = keys();
        TRY(left);
        purge.longestBatchSeconds = std::max(purge.longestBatchSeconds, timer.seconds());
        purge.documents = workload.documents() - *left;
        if (*left == wanted) {
            return purge;
        }
        QThread::usleep(500);
    }
    return purge;
}

} // namespace

QString redisProgram()
{
    return QStandardPaths::findExecutable(u"redis-server"_s);
}

Result<std::unique_ptr<Subject>> startRedis(const std::string& folder, const QStringList& settings)
{
    std::filesystem::create_directories(folder);
    const QString place = QString::fromStdString(folder);
    auto server = std::make_unique<ServerProcess>(place, std::nullopt);
    const QStringList arguments{u"--port"_s,
                                u"0"_s,
                                u"--unixsocket"_s,
                                place + u"/redis.sock"_s,
                                u"--save"_s,
                                QString(),
                                u"--appendonly"_s,
                                u"no"_s,
                                u"--enable-debug-command"_s,
                                u"yes"_s};
    TRY(server->start(redisProgram(), arguments + settings));
    const Timer timer;
    while (server->running() && timer.seconds() < kStartSeconds) {
        auto client = RedisClient::connect(folder + "/redis.sock");
        if (client) {
            return std::make_unique<RedisSubject>(std::move(server), std::move(*client));
        }
        QThread::msleep(20);
    }
    return server->failed("Redis does not take connections");
}

} // namespace sandglass::bench
