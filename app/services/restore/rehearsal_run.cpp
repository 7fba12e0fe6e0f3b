// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/restore/rehearsal_run.h"

#include "app/bson/builder.h"
#include "app/services/calls/answer.h"
#include "app/services/connections/connection_service.h"
#include "app/services/indexes/index_service.h"

#include <utility>

namespace sandglass::services {

namespace {

// by then the window shows the data as they are before anything goes
constexpr std::chrono::seconds kCurtain{1};

} // namespace

RehearsalRun::RehearsalRun(RehearsalPlan plan, ConnectionService& connections,
                           IndexService& indexes, QObject* parent)
    : QObject(parent)
    , m_plan(std::move(plan))
    , m_connections(connections)
    , m_indexes(indexes)
{
    m_curtain.setSingleShot(true);
    m_curtain.setInterval(kCurtain);
    connect(&m_curtain, &QTimer::timeout, this, &RehearsalRun::startMonitor);
    connect(&connections, &ConnectionService::connected, this, &RehearsalRun::propose);
}

void RehearsalRun::propose()
{
    // the engine may be restarted and connected to again; its monitor is off again then
    const bool again = std::exchange(m_proposed, true);
    const auto* created = std::get_if<ttl::TtlIndexSpec>(&m_plan.change);
    const auto* changed = std::get_if<ProposedIndexChange>(&m_plan.change);
    if (created && !again) {
        whenAnswered(m_indexes.create(*created), this, [this](const Result<ttl::IndexRef>& answer) {
            finish(answer ? Result<void>() : Result<void>(answer.error()));
        });
    } else if (changed && !again) {
        whenAnswered(m_indexes.change(changed->change, changed->before), this,
                     [this](const Result<void>& answer) { finish(answer); });
    } else {
        m_curtain.start();
    }
}

void RehearsalRun::finish(const Result<void>& answer)
{
    if (!answer) {
        fail(answer.error());
    }
    m_curtain.start();
}

void RehearsalRun::startMonitor()
{
    const auto start = [](ttl::TtlServer& server, const ttl::CallLimits& limits) {
        return server.runCommand(
            "admin", bson::makeDocument("setParameter", 1, "ttlMonitorEnabled", true), limits);
    };
    whenAnswered(m_connections.run(start), this, [this](const Result<bson::Document>& reply) {
        if (!reply) {
            fail(reply.error());
        }
    });
}

void RehearsalRun::fail(const Error& error)
{
    m_error = error;
    Q_EMIT changed();
}

} // namespace sandglass::services

#include "moc_rehearsal_run.cpp"
