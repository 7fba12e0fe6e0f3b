// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/services/calls/worker_pool.h"
#include "app/ttl/ttl_server.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <memory>

namespace sandglass::services {

/// Checks at intervals that a connected server still answers and is still the same one. So a
/// half-open connection is noticed although no other call is made, and so is an address that leads
/// to another server. GUI thread; no function blocks.
class Heartbeat : public QObject
{
    Q_OBJECT
public:
    /// Sends nothing before watch().
    explicit Heartbeat(QObject* parent = nullptr);

    /// Checks this server from now on, until stop() or lost().
    void watch(std::shared_ptr<ttl::TtlServer> server);
    /// Ends the checks. An answer that is still to come is dropped.
    void stop();

    /// Sets the pause between an answer and the next check (3 s at first), and how long an answer
    /// may take (6 s at first): together less than the 10 s within which a loss must be noticed.
    /// Tests shorten them.
    void setPace(std::chrono::milliseconds pause, std::chrono::milliseconds patience);

Q_SIGNALS:
    /// No answer came in time, or another server answered. Network or OtherServer.
    void lost(const sandglass::Error& error);

private:
    /// Sends one check.
    void ask();
    /// Schedules the next check, or reports the loss.
    void take(const Result<void>& answer);

    std::shared_ptr<ttl::TtlServer> m_server; // null: not watching
    std::unique_ptr<WorkerPool> m_pool; // its own: other calls must not delay the question
    QTimer m_pause;
    std::chrono::milliseconds m_patience{6'000};
    std::uint64_t m_watch = 0; // counts the calls of watch() and stop()
};

} // namespace sandglass::services
