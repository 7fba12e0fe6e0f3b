// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/indexes/index_build.h"

#include "app/bson/builder.h"
#include "app/protocol/server_code.h"
#include "app/services/calls/answer.h"
#include "app/services/calls/polling_pause.h"
#include "app/services/connections/connection_service.h"
#include "app/services/journal/task_service.h"
#include "app/ttl/privilege.h"

#include <algorithm>
#include <utility>
#include <vector>

using namespace std::chrono_literals;

namespace sandglass::services {

namespace {

using bson::makeArray;
using bson::makeDocument;

constexpr std::chrono::milliseconds kCallTimeout{10'000};
// a server looks between documents whether a build is to end
constexpr std::chrono::milliseconds kPatience{15'000};
constexpr int kMostRefusals = 3;

std::chrono::milliseconds& firstPause()
{
    static std::chrono::milliseconds pause{1'000};
    return pause;
}

} // namespace

Result<std::vector<bson::Document>> indexBuilds(ttl::TtlServer& server,
                                                const protocol::Namespace& ns,
                                                const std::string& index,
                                                const ttl::CallLimits& limits)
{
    // the thread that builds has the database only in its namespace; the command that waits for it
    // reports no progress
    const bson::Document match
        = makeDocument("command.createIndexes", ns.collection, "command.indexes.name", index, "$or",
                       bson::Value::array(makeArray(makeDocument("command.$db", ns.database),
                                                    makeDocument("ns", ns.text()))));
    const auto asked = [&](bool allUsers) {
        const bson::Document stages
            = makeArray(makeDocument("$currentOp", makeDocument("allUsers", allUsers)),
                        makeDocument("$match", match));
        return server.runCommand("admin",
                                 bson::Builder()
                                     .append("aggregate", std::int32_t{1})
                                     .appendArray("pipeline", stages)
                                     .append("cursor", bson::Document())
                                     .take(),
                                 limits);
    };
    Result<bson::Document> reply = asked(true);
    // the operations of other users need a privilege
    if (!reply && ttl::isRefusal(reply.error())) {
        reply = asked(false);
    }
    TRY(reply);
    std::vector<bson::Document> builds;
    for (const bson::Element& each : (*reply)["cursor"].asDocument()["firstBatch"].asDocument()) {
        builds.emplace_back(each.value.asDocument());
    }
    return builds;
}

int buildPercent(const std::vector<bson::Document>& builds)
{
    int least = -1;
    for (const bson::Document& build : builds) {
        const bson::DocumentView progress = build["progress"].asDocument();
        const std::int64_t total = progress["total"].toInt64();
        if (total > 0) {
            const std::int64_t done
                = std::clamp<std::int64_t>(progress["done"].toInt64(), 0, total);
            const int percent
                = static_cast<int>(100.0 * static_cast<double>(done) / static_cast<double>(total));
            least = least < 0 ? percent : std::min(least, percent);
        }
    }
    return least;
}

namespace {

// dropIndexes ends a build and takes the index away everywhere; killOp is the way of servers that
// refuse to drop an index while it is being built.
Result<void> endBuild(ttl::TtlServer& server, const protocol::Namespace& ns,
                      const std::string& index, const ttl::CallLimits& limits)
{
    const Result<bson::Document> dropped = server.alter(
        ns.database, makeDocument("dropIndexes", ns.collection, "index", index), limits);
    if (dropped) {
        return {};
    }
    const Result<std::vector<bson::Document>> builds = indexBuilds(server, ns, index, limits);
    TRY(builds);
    const bool gone
        = dropped.error().serverCode == static_cast<int>(protocol::ServerCode::IndexNotFound);
    if (builds->empty() && !gone) {
        return dropped.error();
    }
    for (const bson::Document& build : *builds) {
        const Result<bson::Document> killed = server.runCommand(
            "admin", makeDocument("killOp", std::int32_t{1}, "op", bson::Value(build["opid"])),
            limits);
        TRY(killed);
    }
    return {};
}

} // namespace

IndexBuild::IndexBuild(ConnectionService& connections, TaskService& tasks, Order order,
                       QObject* parent)
    : QObject(parent)
    , m_connections(connections)
    , m_tasks(tasks)
    , m_order(std::move(order))
    , m_key(connections.changeKey())
{
    m_ended.start();
    m_poll.setSingleShot(true);
    connect(&m_poll, &QTimer::timeout, this, &IndexBuild::ask);
    m_poll.start(firstPause());
    m_patience.setSingleShot(true);
    m_patience.setInterval(kPatience);
    connect(&m_patience, &QTimer::timeout, this, [this] { m_order.waiting.cancel(); });
    // any thread may cancel
    m_onCancel.emplace(m_order.asked.token(), [this] {
        QMetaObject::invokeMethod(this, &IndexBuild::end, Qt::QueuedConnection);
    });
}

IndexBuild::~IndexBuild()
{
    m_onCancel.reset();
}

void IndexBuild::setFirstPause(std::chrono::milliseconds pause)
{
    firstPause() = pause;
}

void IndexBuild::ask()
{
    const auto begun = std::chrono::steady_clock::now();
    const auto work = [ns = m_order.ns, index = m_order.index](ttl::TtlServer& server,
                                                               const ttl::CallLimits& limits) {
        return indexBuilds(server, ns, index, limits);
    };
    whenAnswered(m_connections.run(work, {kCallTimeout, {}}), this,
                 [this, begun](const Result<std::vector<bson::Document>>& builds) {
                     m_refusals = builds ? 0 : m_refusals + 1;
                     // the last percent would stand for ever
                     m_tasks.setPercent(m_order.task, builds ? buildPercent(*builds) : -1);
                     if (m_refusals < kMostRefusals) {
                         const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(
                             std::chrono::steady_clock::now() - begun);
                         m_poll.start(pollingPause(1'000ms, took));
                     }
                 });
}

void IndexBuild::end()
{
    const ttl::CallLimits limits{kCallTimeout, {}, {}, m_key};
    const auto work = [ns = m_order.ns, index = m_order.index](ttl::TtlServer& server,
                                                               const ttl::CallLimits& given) {
        return endBuild(server, ns, index, given);
    };
    m_patience.start();
    whenAnswered(m_connections.run(work, limits), this, [this](const Result<void>& ended) {
        m_ended.addResult(ended);
        m_ended.finish();
        if (!ended) {
            m_order.waiting.cancel();
        }
    });
}

} // namespace sandglass::services

#include "moc_index_build.cpp"
