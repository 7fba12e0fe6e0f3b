// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/connections/heartbeat.h"

#include "app/services/calls/answer.h"

#include <utility>

namespace sandglass::services {

namespace {

/// What an answer to the question says about the connection; success for every error that a server
/// which is there may give.
Result<void> asLoss(const Result<void>& answer, std::chrono::milliseconds patience)
{
    if (answer) {
        return {};
    }
    switch (answer.error().code) {
    case Errc::Timeout:
        return base::failure(Errc::Network,
                             "The server has not answered for "
                                 + std::to_string(patience.count() / 1'000) + " s.");
    case Errc::Network:
    case Errc::OtherServer:
        return answer;
    default:
        return {};
    }
}

} // namespace

Heartbeat::Heartbeat(QObject* parent)
    : QObject(parent)
{
    m_pause.setSingleShot(true);
    setPace(std::chrono::milliseconds(3'000), m_patience);
    connect(&m_pause, &QTimer::timeout, this, &Heartbeat::ask);
}

void Heartbeat::watch(std::shared_ptr<ttl::TtlServer> server)
{
    stop();
    m_server = std::move(server);
    m_pool = std::make_unique<WorkerPool>(1);
    m_pause.start();
}

void Heartbeat::stop()
{
    ++m_watch;
    m_pause.stop();
    m_pool.reset();
    m_server.reset();
}

void Heartbeat::setPace(std::chrono::milliseconds pause, std::chrono::milliseconds patience)
{
    m_pause.setInterval(pause);
    m_patience = patience;
}

void Heartbeat::ask()
{
    const auto question
        = [server = m_server](const ttl::CallLimits& limits) { return server->checkAlive(limits); };
    whenAnswered(m_pool->run(question, {m_patience, {}}), this,
                 [this, watch = m_watch](const Result<void>& answer) {
                     if (watch == m_watch) {
                         take(asLoss(answer, m_patience));
                     }
                 });
}

void Heartbeat::take(const Result<void>& answer)
{
    if (answer) {
        m_pause.start();
        return;
    }
    stop();
    Q_EMIT lost(answer.error());
}

} // namespace sandglass::services

#include "moc_heartbeat.cpp"
