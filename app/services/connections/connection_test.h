// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/services/calls/worker_pool.h"
#include "app/services/connections/connection_diagnosis.h"
#include "app/services/connections/server_probe.h"
#include "app/services/connections/ssh_settings.h"
#include "app/ttl/ttl_server.h"

#include <QObject>
#include <QString>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

namespace sandglass::services {

class SshTunnel;
struct SshProgram;

/// The stages of a connection test, in order. Through an SSH tunnel, Resolve opens the tunnel, and
/// Connect is left to the SSH server: it fails when that one cannot reach the host.
enum class TestStage { Resolve, Connect, Tls, Hello, Authenticate, Privileges };
/// The number of stages.
inline constexpr std::size_t kTestStages = 6;

/// State of a stage. Skipped: there is nothing to do, such as TLS when none is asked for.
enum class StageMark { Waiting, Running, Passed, Failed, Skipped };

/// State and result of one stage.
struct StageState
{
    StageMark mark = StageMark::Waiting;
    QString found; ///< what the stage found, such as addresses; plain text. Of Authenticate: the
                   ///< version, the number of the ttl::Topology, and the name of the replica set,
                   ///< each in a line. Of Privileges: the number of databases, then "counters" and
                   ///< "parameters" as far as the TTL monitor's can be read
    std::optional<Error> error; ///< when it failed; never holds a secret
    std::optional<ConnectFinding> finding = {}; ///< why it failed; unset: not known
};

/// Tests a connection stage by stage, independently of the window's own connection. Blocking calls
/// run on worker threads. GUI thread.
class ConnectionTest : public QObject
{
    Q_OBJECT
public:
    using Stages = std::array<StageState, kTestStages>;

    ConnectionTest(std::shared_ptr<ttl::TtlServerFactory> factory,
                   std::shared_ptr<ServerProbe> probe, QObject* parent = nullptr);
    ~ConnectionTest() override;

    /// What looks for the cause when a stage fails. None by default.
    void setDiagnosis(ConnectionDiagnosis diagnosis) { m_diagnosis = std::move(diagnosis); }
    /// The program that makes tunnels. Default: ssh.
    void setSshProgram(const SshProgram& program);
    /// The stages in the order of TestStage.
    const Stages& stages() const { return m_stages; }
    /// Whether a test is running.
    bool isRunning() const { return m_running; }
    /// Whether the last test that was started goes through an SSH server.
    bool usesTunnel() const { return m_ssh.isUsed(); }

    /// Starts a new test; one that is running ends. `ssh`: the SSH server that it goes through,
    /// with a tunnel of its own that ends with the test.
    void start(const protocol::ConnectionParts& parts, const SshSettings& ssh = {});
    /// Ends the test. The current stage fails with Cancelled.
    void cancel();
    /// Ends the test and forgets all results.
    void clear();

Q_SIGNALS:
    /// stages() or isRunning() has changed.
    void changed();

private:
    /// The blocking call of a stage. Returns the text for StageState::found.
    using Work = std::function<Result<QString>(ttl::TtlServerFactory&, const ttl::CallLimits&)>;

    /// Starts a stage.
    void run(TestStage stage);
    /// Starts one of the stages below the driver.
    void runProbe(TestStage stage);
    /// Starts one of the stages that use the driver.
    void runDriver(TestStage stage);
    /// Opens the tunnel; settle() follows.
    void openTunnel();
    /// Takes the socket of the tunnel as the server from here on.
    void useTunnel(std::uint64_t run);
    /// The tunnel has ended: so does the test.
    void finishTunnel(std::uint64_t run, const ConnectFinding& finding);
    /// Marks Connect instead of `stage` as failed when the SSH server could not pass it on.
    void blameTunnel(TestStage stage, const ConnectFinding& refusal);
    /// Takes the result of a stage and starts the next one. Ignores results of earlier tests.
    void settle(std::uint64_t run, TestStage stage, Result<QString> result);
    /// Ends the test after a stage that failed.
    void fail(TestStage stage, const Error& error, ConnectFinding finding);
    /// Looks for the cause of a failure; fail() follows.
    void diagnose(TestStage stage, const Error& error);
    /// Marks a stage as skipped and starts the next one.
    void skip(TestStage stage);
    /// Stops what is in progress and forgets the connection with its password.
    void end();
    StageState& state(TestStage stage) { return m_stages[static_cast<std::size_t>(stage)]; }
    /// A callback that passes the probe's answer to settle().
    ServerProbe::Answer answerOf(TestStage stage);
    /// Runs `work` on a worker thread and passes its answer to settle().
    void runOnThread(TestStage stage, Work work);

    std::shared_ptr<ttl::TtlServerFactory> m_factory;
    std::shared_ptr<ServerProbe> m_probe;
    ConnectionDiagnosis m_diagnosis; // may be empty
    WorkerPool m_workers{2};
    std::unique_ptr<SshProgram> m_sshProgram; // never null
    std::unique_ptr<SshTunnel> m_tunnel; // null: a direct connection, or no test is running
    SshSettings m_ssh;
    protocol::ConnectionParts m_parts; // holds the password
    Stages m_stages;
    ttl::CancelToken m_cancel;
    std::uint64_t m_run = 0; // number of the current test
    bool m_running = false;
};

} // namespace sandglass::services
