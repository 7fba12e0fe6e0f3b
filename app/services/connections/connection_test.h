// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/services/calls/worker_pool.h"
#include "app/services/connections/server_probe.h"
#include "app/ttl/ttl_server.h"

#include <QObject>
#include <QString>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

namespace sandglass::services {

/// The stages of trying a connection, in their order.
enum class TestStage { Resolve, Connect, Tls, Hello, Authenticate, Privileges };
inline constexpr std::size_t kTestStages = 6;

/// How a stage stands. Skipped: there is nothing to do, such as TLS where none is asked for.
enum class StageMark { Waiting, Running, Passed, Failed, Skipped };

/// One stage.
struct StageState
{
    StageMark mark = StageMark::Waiting;
    QString found; ///< what was found: addresses, version; from the server, plain text
    std::optional<Error> error; ///< when it failed; never holds a secret
};

/// Tries a connection stage by stage, beside the window's own connection and without touching it.
/// Blocking calls run on a thread of their own. GUI thread.
class ConnectionTest : public QObject
{
    Q_OBJECT
public:
    using Stages = std::array<StageState, kTestStages>;

    ConnectionTest(std::shared_ptr<ttl::TtlServerFactory> factory,
                   std::shared_ptr<ServerProbe> probe, QObject* parent = nullptr);
    ~ConnectionTest() override;

    const Stages& stages() const { return m_stages; }
    bool isRunning() const { return m_running; }

    /// Starts anew; an earlier run ends.
    void start(const protocol::ConnectionParts& parts);
    /// Ends the run; the stage under way fails with Errc::Cancelled.
    void cancel();
    /// Forgets all marks.
    void clear();

Q_SIGNALS:
    /// stages() or isRunning() has changed.
    void changed();

private:
    using Work = std::function<Result<QString>(ttl::TtlServerFactory&, const ttl::CallLimits&)>;

    void run(TestStage stage);
    void settle(std::uint64_t run, TestStage stage, Result<QString> result);
    void skip(TestStage stage);
    void end();
    StageState& state(TestStage stage) { return m_stages[static_cast<std::size_t>(stage)]; }
    ServerProbe::Answer answerOf(TestStage stage);
    void runOnThread(TestStage stage, Work work);

    std::shared_ptr<ttl::TtlServerFactory> m_factory;
    std::shared_ptr<ServerProbe> m_probe;
    WorkerPool m_workers{2};
    protocol::ConnectionParts m_parts; // holds the password
    Stages m_stages;
    ttl::CancelToken m_cancel;
    std::uint64_t m_run = 0;
    bool m_running = false;
};

} // namespace sandglass::services
