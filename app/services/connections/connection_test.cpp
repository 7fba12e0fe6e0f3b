// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/connections/connection_test.h"

#include "app/services/calls/answer.h"
#include "app/services/connections/ssh_tunnel.h"

#include <QPointer>
#include <QStringList>

#include <algorithm>
#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace sandglass::services {

namespace {

constexpr std::chrono::milliseconds kStageLimit{15'000};
constexpr std::chrono::milliseconds kDiagnosisLimit{8'000};

// Options that matter only for logging in.
constexpr std::array<const char*, 3> kLoginOptions{"authMechanism", "authMechanismProperties",
                                                   "authSource"};

bool logsIn(const protocol::ConnectionParts& parts)
{
    return !parts.user.empty() || parts.hasOption("authMechanism");
}

protocol::ConnectionParts withoutLogin(protocol::ConnectionParts parts)
{
    parts.user.clear();
    parts.password.reset();
    for (const char* option : kLoginOptions) {
        parts.setOption(option, {});
    }
    return parts;
}

using Server = std::shared_ptr<ttl::TtlServer>;

// Connecting includes a handshake; without a login it shows that a MongoDB server answers.
Result<QString> sayHello(const std::string& uri, ttl::TtlServerFactory& factory,
                         const ttl::CallLimits& limits)
{
    Result<Server> server = factory.connect(uri, limits);
    TRY(server);
    return QString();
}

Result<QString> logIn(const std::string& uri, ttl::TtlServerFactory& factory,
                      const ttl::CallLimits& limits)
{
    Result<Server> server = factory.connect(uri, limits);
    TRY(server);
    Result<ttl::ServerInfo> info = (*server)->serverInfo(limits);
    TRY(info);
    // in words only where there are translations; the server's own texts get no line of their own
    return QStringList{QString::fromStdString(info->version).simplified(),
                       QString::number(static_cast<int>(info->topology)),
                       QString::fromStdString(info->replicaSet).simplified()}
        .join(u'\n');
}

// What the window needs most: the list of databases and the TTL monitor's counters.
Result<QString> checkPrivileges(const std::string& uri, ttl::TtlServerFactory& factory,
                                const ttl::CallLimits& limits)
{
    Result<Server> server = factory.connect(uri, limits);
    TRY(server);
    auto databases = (*server)->databases(limits);
    if (!databases) {
        return std::move(databases.error()).during("listing databases");
    }
    auto metrics = (*server)->ttlMetrics(limits);
    if (!metrics) {
        return std::move(metrics.error()).during("reading the TTL monitor's counters");
    }
    QString found = QString::number(databases->size());
    found += metrics->passes ? u" counters"_s : QString();
    found += metrics->monitorEnabled ? u" parameters"_s : QString();
    return found;
}

} // namespace

ConnectionTest::ConnectionTest(std::shared_ptr<ttl::TtlServerFactory> factory,
                               std::shared_ptr<ServerProbe> probe, QObject* parent)
    : QObject(parent)
    , m_factory(std::move(factory))
    , m_probe(std::move(probe))
    , m_sshProgram(std::make_unique<SshProgram>())
{
}

ConnectionTest::~ConnectionTest()
{
    m_cancel.cancel();
}

void ConnectionTest::setSshProgram(const SshProgram& program)
{
    *m_sshProgram = program;
}

void ConnectionTest::start(const protocol::ConnectionParts& parts, const SshSettings& ssh)
{
    end();
    m_stages = {};
    m_parts = parts;
    m_ssh = ssh;
    m_cancel = {};
    m_running = true;
    run(TestStage::Resolve);
}

void ConnectionTest::cancel()
{
    if (!m_running) {
        return;
    }
    for (StageState& each : m_stages) {
        if (each.mark == StageMark::Running) {
            each.mark = StageMark::Failed;
            each.error = base::failure(Errc::Cancelled, "The test was cancelled.");
        }
    }
    end();
    Q_EMIT changed();
}

void ConnectionTest::clear()
{
    end();
    m_stages = {};
    Q_EMIT changed();
}

void ConnectionTest::end()
{
    m_cancel.cancel();
    m_probe->stop();
    m_tunnel.reset();
    m_parts = {};
    m_running = false;
    ++m_run;
}

ServerProbe::Answer ConnectionTest::answerOf(TestStage stage)
{
    // the probe is shared and may call back when this object is gone
    return [self = QPointer<ConnectionTest>(this), run = m_run, stage](Result<QString> result) {
        if (self) {
            self->settle(run, stage, std::move(result));
        }
    };
}

void ConnectionTest::run(TestStage stage)
{
    state(stage).mark = StageMark::Running;
    Q_EMIT changed();
    // a slot of changed() may have cancelled the test
    if (!m_running) {
        return;
    }
    if (stage < TestStage::Hello) {
        runProbe(stage);
    } else {
        runDriver(stage);
    }
}

void ConnectionTest::runProbe(TestStage stage)
{
    if (stage == TestStage::Resolve) {
        if (m_ssh.isUsed()) {
            openTunnel();
        } else {
            m_probe->resolve(m_parts, answerOf(stage));
        }
    } else if (stage == TestStage::Connect) {
        m_probe->reach(m_parts, answerOf(stage));
    } else if (wantsTls(m_parts)) {
        m_probe->encrypt(m_parts, answerOf(stage));
    } else {
        skip(stage);
    }
}

void ConnectionTest::runDriver(TestStage stage)
{
    // with the password; it goes only to the driver
    const std::string uri = protocol::writeConnectionString(m_parts);
    switch (stage) {
    case TestStage::Hello:
        // from here on the driver makes its own connection
        m_probe->stop();
        runOnThread(
            stage,
            [plain = protocol::writeConnectionString(withoutLogin(m_parts))](
                auto& factory, const auto& limits) { return sayHello(plain, factory, limits); });
        return;
    case TestStage::Authenticate:
        if (!logsIn(m_parts)) {
            skip(stage);
            return;
        }
        runOnThread(stage, [uri](auto& factory, const auto& limits) {
            return logIn(uri, factory, limits);
        });
        return;
    default:
        runOnThread(stage, [uri](auto& factory, const auto& limits) {
            return checkPrivileges(uri, factory, limits);
        });
    }
}

void ConnectionTest::openTunnel()
{
    if (const ConnectTrouble trouble = tunnelTrouble(m_parts); trouble != ConnectTrouble::None) {
        ConnectFinding finding;
        finding.trouble = trouble;
        finishTunnel(m_run, finding);
        return;
    }
    m_tunnel = std::make_unique<SshTunnel>(m_ssh, m_parts.hosts.front(), *m_sshProgram);
    // queued: what follows may end the tunnel whose signal led there
    connect(
        m_tunnel.get(), &SshTunnel::opened, this, [this, run = m_run] { useTunnel(run); },
        Qt::QueuedConnection);
    connect(
        m_tunnel.get(), &SshTunnel::ended, this,
        [this, run = m_run](const ConnectFinding& finding) { finishTunnel(run, finding); },
        Qt::QueuedConnection);
    m_tunnel->start();
}

void ConnectionTest::useTunnel(std::uint64_t run)
{
    if (run != m_run) {
        return;
    }
    m_parts = throughSocket(std::move(m_parts), m_tunnel->socketPath());
    // so that the probe knows the socket
    m_probe->resolve(m_parts, answerOf(TestStage::Resolve));
}

void ConnectionTest::finishTunnel(std::uint64_t run, const ConnectFinding& finding)
{
    if (run != m_run) {
        return;
    }
    const auto running = std::ranges::find(m_stages, StageMark::Running, &StageState::mark);
    if (running != m_stages.end()) {
        fail(static_cast<TestStage>(running - m_stages.begin()), errorOf(finding), finding);
    }
}

void ConnectionTest::blameTunnel(TestStage stage, const ConnectFinding& refusal)
{
    // what followed Connect was tried in vain
    for (auto each = static_cast<int>(TestStage::Tls); each <= static_cast<int>(stage); ++each) {
        state(static_cast<TestStage>(each)) = {};
    }
    fail(TestStage::Connect, errorOf(refusal), refusal);
}

void ConnectionTest::runOnThread(TestStage stage, Work work)
{
    whenAnswered(
        m_workers.run([work = std::move(work), factory = m_factory](
                          const ttl::CallLimits& limits) { return work(*factory, limits); },
                      {kStageLimit, m_cancel}),
        this, answerOf(stage));
}

void ConnectionTest::skip(TestStage stage)
{
    state(stage).mark = StageMark::Skipped;
    run(static_cast<TestStage>(static_cast<int>(stage) + 1));
}

void ConnectionTest::fail(TestStage stage, const Error& error, ConnectFinding finding)
{
    StageState& failed = state(stage);
    failed.mark = StageMark::Failed;
    failed.error = error;
    if (finding.trouble != ConnectTrouble::None) {
        failed.finding = std::move(finding);
    }
    end();
    Q_EMIT changed();
}

void ConnectionTest::diagnose(TestStage stage, const Error& error)
{
    const auto work = [diagnosis = m_diagnosis, uri = protocol::writeConnectionString(m_parts),
                       error](const ttl::CallLimits& limits) -> Result<ConnectFinding> {
        limits.watch->callBegins(ttl::CallWatch::Steady::now() + limits.timeout);
        ConnectFinding finding = diagnosis(uri, error, limits);
        limits.watch->callEnds();
        return finding;
    };
    whenAnswered(m_workers.run(work, {kDiagnosisLimit, m_cancel}), this,
                 [this, run = m_run, stage, error](const Result<ConnectFinding>& finding) {
                     if (run == m_run) {
                         fail(stage, error, finding ? *finding : ConnectFinding());
                     }
                 });
}

void ConnectionTest::settle(std::uint64_t run, TestStage stage, Result<QString> result)
{
    // of an earlier test
    if (run != m_run) {
        return;
    }
    if (!result) {
        const std::optional<ConnectFinding> refusal = m_tunnel ? m_tunnel->refusal() : std::nullopt;
        if (refusal) {
            blameTunnel(stage, *refusal);
        } else if (m_diagnosis) {
            diagnose(stage, result.error());
        } else {
            fail(stage, result.error(), {});
        }
        return;
    }
    StageState& settled = state(stage);
    // the socket of the tunnel accepts before the SSH server has tried to connect
    settled.mark = m_tunnel && stage == TestStage::Connect ? StageMark::Skipped : StageMark::Passed;
    settled.found = *result;
    if (stage == TestStage::Privileges) {
        end();
        Q_EMIT changed();
        return;
    }
    this->run(static_cast<TestStage>(static_cast<int>(stage) + 1));
}

} // namespace sandglass::services

#include "moc_connection_test.cpp"
