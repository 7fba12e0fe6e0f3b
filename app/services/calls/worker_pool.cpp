// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/calls/worker_pool.h"

#include <QCoreApplication>
#include <QTimer>

namespace sandglass::services {

namespace {

constexpr std::chrono::milliseconds kReaperInterval{50};

/// Holds retired threads and looks now and then whether they are done.
class Reaper final : public QObject
{
public:
    Reaper(std::unique_ptr<QThreadPool> threads, QObject* parent)
        : QObject(parent)
        , m_threads(std::move(threads))
    {
        m_timer.setInterval(kReaperInterval);
        QObject::connect(&m_timer, &QTimer::timeout, this, [this] {
            if (m_threads->waitForDone(0)) {
                m_timer.stop();
                deleteLater();
            }
        });
        m_timer.start();
    }

private:
    std::unique_ptr<QThreadPool> m_threads;
    QTimer m_timer;
};

} // namespace

void retire(std::unique_ptr<QThreadPool> threads)
{
    if (!threads || threads->waitForDone(0)) {
        return;
    }
    // owned by the application: at its very end the last calls, all cancelled, are waited for
    new Reaper(std::move(threads), QCoreApplication::instance());
}

WorkerPool::WorkerPool(std::shared_ptr<ttl::TtlServer> server, int threads)
    : m_server(std::move(server))
    , m_active(std::make_shared<ActiveCalls>())
    , m_threads(std::make_unique<QThreadPool>())
{
    m_threads->setMaxThreadCount(std::max(1, threads));
}

WorkerPool::~WorkerPool()
{
    m_active->cancelAll();
    retire(std::move(m_threads));
}

std::uint64_t WorkerPool::ActiveCalls::add(const ttl::CancelToken& token)
{
    const std::lock_guard lock(m_mutex);
    m_tokens.emplace(m_next, token);
    return m_next++;
}

void WorkerPool::ActiveCalls::remove(std::uint64_t ticket)
{
    const std::lock_guard lock(m_mutex);
    m_tokens.erase(ticket);
}

void WorkerPool::ActiveCalls::cancelAll()
{
    const std::lock_guard lock(m_mutex);
    for (const auto& [ticket, token] : m_tokens) {
        token.cancel();
    }
}

} // namespace sandglass::services
