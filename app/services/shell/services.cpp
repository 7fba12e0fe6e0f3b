// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/shell/services.h"

namespace sandglass::services {

Services::Services(ServicesOptions options, const base::Clock& clock, QObject* parent)
    : QObject(parent)
    , m_program(options, clock)
    , m_links(m_program)
{
    if (options.rehearsal) {
        ServiceSet& only = set();
        m_rehearsal = std::make_unique<RehearsalRun>(std::move(*options.rehearsal),
                                                     only.connections, only.indexes);
        only.rehearsal = m_rehearsal.get();
    }
    connect(&m_program.engine, &EngineProcess::phaseChanged, this, [this] {
        const bool ended = m_program.engine.phase() == EngineProcessPhase::Stopped
            || m_program.engine.phase() == EngineProcessPhase::Failed;
        if (ended && m_stopping) {
            Q_EMIT stopped();
        }
    });
    m_program.journal.load();
}

Services::~Services() = default;

void Services::openLocal()
{
    m_links.openLocal(set().linkId, true);
}

void Services::stop()
{
    m_stopping = true;
    for (ServiceSet* link : m_links.all()) {
        link->connections.disconnectNow();
    }
    if (m_program.engine.phase() == EngineProcessPhase::Stopped
        || m_program.engine.phase() == EngineProcessPhase::Failed) {
        Q_EMIT stopped();
        return;
    }
    m_program.engine.stop();
}

} // namespace sandglass::services

#include "moc_services.cpp"
