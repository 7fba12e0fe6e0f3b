// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/restore/rehearsal_run.h"

#include "app/bson/builder.h"
#include "app/services/calls/answer.h"
#include "app/services/connections/connection_service.h"
#include "app/services/indexes/index_service.h"

#include <utility>

namespace sandglass::services {

namespace {

// By then the window shows the data as they are before the first deletion.
constexpr std::chrono::seconds kMonitorDelay{1};

} // namespace

RehearsalRun::RehearsalRun(RehearsalPlan plan, ConnectionService& connections,
                           IndexService& indexes, QObject* parent)
    : QObject(parent)
    , m_plan(std::move(plan))
    , m_connections(connections)
    , m_indexes(indexes)
{
    m_monitorDelay.setSingleShot(true);
    m_monitorDelay.setInterval(kMonitorDelay);
    connect(&m_monitorDelay, &QTimer::timeout, this, &RehearsalRun::startMonitor);
    connect(&connections, &ConnectionService::connected, this, &RehearsalRun::propose);
}

void RehearsalRun::propose()
{
    // after a restart of its engine the copy is connected again: the change is made, but the
    // monitor is off again
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
        m_monitorDelay.start();
    }
}

void RehearsalRun::finish(const Result<void>& answer)
{
    // the monitor starts all the same: the copy shows what happens without the change
    if (!answer) {
        m_refusal = answer.error();
        Q_EMIT changed();
    }
    m_monitorDelay.start();
}

void RehearsalRun::startMonitor()
{
    const auto start = [](ttl::TtlServer& server, const ttl::CallLimits& limits) {
        return server.runCommand(
            "admin", bson::makeDocument("setParameter", 1, "ttlMonitorEnabled", true), limits);
    };
    whenAnswered(m_connections.runChange(start), this,
                 [this](const Result<bson::Document>& reply) { finishStart(reply); });
}

void RehearsalRun::finishStart(const Result<bson::Document>& reply)
{
    const bool failedBefore = m_monitorError.has_value();
    m_monitorError = reply ? std::nullopt : std::optional(reply.error());
    if (failedBefore || m_monitorError) {
        Q_EMIT changed();
    }
}

} // namespace sandglass::services

#include "moc_rehearsal_run.cpp"
