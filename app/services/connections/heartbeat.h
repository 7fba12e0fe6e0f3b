// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/services/calls/worker_pool.h"
#include "app/ttl/ttl_server.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <memory>

namespace sandglass::services {

/// Asks a connected server now and then whether it is still there and still the same one. So a
/// connection that is half-open is noticed although nobody asks for anything, and so is an address
/// that leads to another server. GUI thread; no function blocks.
class Heartbeat : public QObject
{
    Q_OBJECT
public:
    /// Nothing is asked before watch().
    explicit Heartbeat(QObject* parent = nullptr);

    /// Asks this server from now on, until stop() or lost().
    void watch(std::shared_ptr<ttl::TtlServer> server);
    /// Asks no more. An answer that is still to come is dropped.
    void stop();

    /// The pause between an answer and the next question, 3 s, and how long an answer may take,
    /// 6 s: together less than the 10 s within which a loss must be noticed. Tests shorten them.
    void setPace(std::chrono::milliseconds pause, std::chrono::milliseconds patience);

Q_SIGNALS:
    /// No answer came in time, or another server answered. Network or OtherServer.
    void lost(const sandglass::Error& error);

private:
    /// Asks once.
    void ask();
    /// Plans the next question, or reports the loss.
    void take(const Result<void>& answer);

    std::shared_ptr<ttl::TtlServer> m_server; // null: not watching
    std::unique_ptr<WorkerPool> m_pool; // its own: other calls must not delay the question
    QTimer m_pause;
    std::chrono::milliseconds m_patience{6'000};
    std::uint64_t m_watch = 0; // counts the calls of watch() and stop()
};

} // namespace sandglass::services
