// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/protocol/namespace.h"
#include "app/ttl/ttl_server.h"

#include <QFuture>
#include <QObject>
#include <QPromise>
#include <QTimer>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace sandglass::services {

class ConnectionService;
class TaskService;

/// What $currentOp lists of an index that is being built: the command that waits for it, and the
/// thread that builds, of each shard. Without the privilege for other users' operations only those
/// of this user. Errors: the server's. Blocking; any thread. Source: MongoDB manual, $currentOp.
Result<std::vector<bson::Document>> indexBuilds(ttl::TtlServer& server,
                                                const protocol::Namespace& ns,
                                                const std::string& index,
                                                const ttl::CallLimits& limits);

/// How far the slowest of these operations is, 0…100; −1: none reports it. Each phase of a build
/// counts from 0. Pure; any thread.
int buildPercent(const std::vector<bson::Document>& builds);

/// An index that the server is building for a task: shows the progress that the server reports, and
/// ends the build there when the task is cancelled. Source: MongoDB manual, Index Builds, Terminate
/// In-Progress Index Builds. GUI thread.
class IndexBuild : public QObject
{
    Q_OBJECT
public:
    /// What is built for which task.
    struct Order
    {
        std::uint64_t task = 0;
        protocol::Namespace ns;
        std::string index;
        ttl::CancelToken asked; ///< the user cancels the task by it
        ttl::CancelToken waiting; ///< this object gives up waiting for the reply by it
    };

    /// Both services must outlive this object. A build that ends within a second is not asked
    /// about. The key for changes is that of now: the connection may be locked before the build
    /// ends.
    IndexBuild(ConnectionService& connections, TaskService& tasks, Order order,
               QObject* parent = nullptr);
    ~IndexBuild() override;

    /// Answered once the server has been asked to end the build; never before the task is
    /// cancelled. Errors: why it could not be ended.
    QFuture<Result<void>> ended() const { return m_ended.future(); }

    /// Sets the pause before the first question about the progress. Tests shorten it.
    static void setFirstPause(std::chrono::milliseconds pause);

private:
    /// Asks for the progress.
    void ask();
    /// Ends the build on the server. If the server cannot do that, or does not answer the command
    /// that builds, waiting for it is given up.
    void end();

    ConnectionService& m_connections;
    TaskService& m_tasks;
    const Order m_order;
    ttl::ChangeKey m_key;
    QPromise<Result<void>> m_ended;
    QTimer m_poll;
    QTimer m_patience;
    int m_refusals = 0; // of questions about the progress, in a row
    std::optional<std::stop_callback<std::function<void()>>> m_onCancel; // ends first
};

} // namespace sandglass::services
