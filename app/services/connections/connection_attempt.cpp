// SPDX-License-Identifier: GPL-3.0-or-later
// What ConnectionService does around an attempt: the tunnel before it, the diagnosis after it.
#include "app/services/connections/connection_service.h"
#include "app/services/connections/ssh_tunnel.h"

#include <utility>

namespace sandglass::services {

namespace {

constexpr std::chrono::milliseconds kDiagnosisTimeout{8'000};

} // namespace

void ConnectionService::openTunnel()
{
    const protocol::ConnectionReading reading = protocol::readConnectionString(m_uri.toStdString());
    const ConnectTrouble trouble = tunnelTrouble(reading.parts);
    if (!reading.good() || trouble != ConnectTrouble::None) {
        ConnectFinding finding = stringFinding(reading);
        if (finding.trouble == ConnectTrouble::None) {
            finding.trouble = trouble;
        }
        finishDiagnosis(m_generation, finding);
        return;
    }
    m_tunnel = std::make_unique<SshTunnel>(m_state.label.ssh, reading.parts.hosts.front(),
                                           *m_sshProgram);
    followTunnel();
    m_tunnel->start();
}

void ConnectionService::followTunnel()
{
    // queued: a slot of stateChanged() may replace the tunnel whose signal led there
    connect(
        m_tunnel.get(), &SshTunnel::opened, this,
        [this, generation = m_generation] {
            if (generation == m_generation) {
                askServer();
            }
        },
        Qt::QueuedConnection);
    connect(
        m_tunnel.get(), &SshTunnel::ended, this,
        [this, generation = m_generation](const ConnectFinding& finding) {
            finishTunnel(generation, finding);
        },
        Qt::QueuedConnection);
}

void ConnectionService::finishTunnel(std::uint64_t generation, const ConnectFinding& finding)
{
    // while connected, the calls that fail show the loss
    if (generation != m_generation || m_state.phase == LinkPhase::Connected) {
        return;
    }
    m_attemptCancel.cancel();
    ++m_generation;
    m_state.error = errorOf(finding);
    if (m_state.phase == LinkPhase::Reconnecting) {
        scheduleRetry();
    }
    finishDiagnosis(m_generation, finding);
}

std::string ConnectionService::driverUri() const
{
    protocol::ConnectionReading reading = protocol::readConnectionString(m_uri.toStdString());
    if (!m_tunnel || !reading.good()) {
        return m_uri.toStdString();
    }
    return protocol::writeConnectionString(
        throughSocket(std::move(reading.parts), m_tunnel->socketPath()));
}

void ConnectionService::setSshProgram(const SshProgram& program)
{
    *m_sshProgram = program;
}

void ConnectionService::diagnose(const Error& error)
{
    const auto work = [diagnosis = m_diagnosis, uri = driverUri(),
                       error](const ttl::CallLimits& limits) -> Result<ConnectFinding> {
        // looking up a name takes as long as the system takes
        limits.watch->callBegins(ttl::CallWatch::Steady::now() + limits.timeout);
        ConnectFinding finding = diagnosis(uri, error, limits);
        limits.watch->callEnds();
        return finding;
    };
    whenAnswered(m_connecting.run(work, {kDiagnosisTimeout, m_attemptCancel}), this,
                 [this, generation = m_generation](const Result<ConnectFinding>& finding) {
                     finishDiagnosis(generation, finding ? *finding : ConnectFinding());
                 });
}

void ConnectionService::finishDiagnosis(std::uint64_t generation, ConnectFinding finding)
{
    if (generation != m_generation) {
        return;
    }
    if (m_tunnel) {
        finding = m_tunnel->refusal().value_or(std::move(finding));
    }
    m_state.finding.reset();
    if (finding.trouble != ConnectTrouble::None) {
        m_state.finding = std::move(finding);
        if (!m_state.error) {
            m_state.error = errorOf(*m_state.finding);
        }
    }
    if (m_state.phase == LinkPhase::Connecting) {
        m_state.phase = LinkPhase::Failed;
    }
    Q_EMIT stateChanged();
}

} // namespace sandglass::services
