// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/shell/link_services.h"

#include "app/services/indexes/index_lesson.h"
#include "app/services/shell/link_list.h"
#include "app/services/shell/program_services.h"

namespace sandglass::services {

LinkServices::LinkServices(ProgramServices& program, LinkList& links, int id)
    : m_program(program)
    , m_connections(program.factory, program.clock, program.settings)
    , m_tasks(program.tasks, [this] { return serverName(m_connections.state()); })
    , m_capabilities(m_connections, program.settings)
    , m_outcomes(m_connections, program.journal)
    , m_catalog(m_connections)
    , m_monitor(m_connections)
    , m_members({m_connections, program.journal, m_outcomes, program.settings})
    , m_shardOverdue(m_connections, m_catalog)
    , m_forecasts(m_connections, m_catalog)
    , m_indexes(m_connections, m_forecasts, program.journal, m_tasks, m_outcomes)
    , m_documents(m_connections, program.journal, m_tasks, m_outcomes)
    , m_doctor(m_connections, m_monitor, m_forecasts, m_tasks)
    , m_samples(SampleDataNeeds{m_connections, m_catalog, program.journal, m_tasks})
    , m_engineUsers({m_connections, program.secrets, program.engine, program.settings})
    , m_undos(m_connections, m_indexes, program.journal)
    , m_alerts(AlertService::Needs{program.settings, m_connections, m_forecasts, m_monitor})
    , m_traffic(m_connections, m_catalog)
    , m_archives(m_connections)
    , m_purges({m_connections, program.journal, m_tasks, m_archives, program.engine,
                [&links, id](const QString& purge) { return links.isPurgedElsewhere(purge, id); }},
               program.settings.folder())
    , m_set{id,
            links,
            program.clock,
            program.settings,
            m_tasks,
            program.journal,
            m_connections,
            m_capabilities,
            m_outcomes,
            m_catalog,
            m_monitor,
            m_members,
            m_shardOverdue,
            m_forecasts,
            m_indexes,
            m_documents,
            m_doctor,
            program.engine,
            m_samples,
            m_engineUsers,
            m_undos,
            m_alerts,
            program.notifier.get(),
            m_purges,
            program.book,
            program.secrets,
            program.connectionTest,
            program.restorePoints,
            program.rehearsals,
            nullptr}
{
    program.localConnection.add(m_connections);
    if (program.diagnoses) {
        m_connections.setDiagnosis(&diagnoseConnection);
    }
    connectParts();
}

LinkServices::~LinkServices()
{
    m_program.localConnection.forget(m_connections);
}

void LinkServices::connectParts()
{
    // deletions of a purge reach the same lists as those of the user
    connect(&m_purges, &PurgeService::documentsChanged, &m_documents,
            &DocumentService::documentsChanged);
    connect(&m_forecasts, &ForecastService::answered, &m_monitor, &MonitorService::noteForecast);
    connect(&m_members, &MemberService::pausesChanged, &m_monitor, &MonitorService::poll);
    // what this window deletes is no evidence of the server's monitor
    connect(&m_documents, &DocumentService::documentsChanged, &m_monitor,
            &MonitorService::noteOwnChange);
    connect(&m_indexes, &IndexService::commandEnded, &m_capabilities,
            [this](const JournalEntry& entry) {
                const CatalogCollection* known = m_catalog.catalog().find(entry.ns);
                const std::optional<Lesson> lesson
                    = lessonOf(entry, known ? &known->spec : nullptr);
                if (lesson) {
                    m_capabilities.learn(lesson->capability, lesson->can, lesson->evidence);
                }
            });
    const auto takeObserved = [this] { m_capabilities.takeObserved(); };
    connect(&m_forecasts, &ForecastService::answered, &m_capabilities, takeObserved);
    connect(&m_monitor, &MonitorService::changed, &m_capabilities, takeObserved);
    connect(&m_members, &MemberService::changed, &m_capabilities, takeObserved);
    connect(&m_indexes, &IndexService::indexesChanged, &m_monitor, &MonitorService::noteOwnChange);
    connect(&m_monitor, &MonitorService::changed, &m_catalog, [this] {
        if (const std::optional<ttl::TtlMetrics>& metrics = m_monitor.metrics()) {
            m_catalog.noteSchemaCommands(metrics->schemaCommands);
        }
    });
    connect(&m_indexes, &IndexService::indexesChanged, &m_catalog,
            [this](const protocol::Namespace& ns, const IndexesNow& now) {
                // without a list of its own the change has to be read from the server
                if (now.read) {
                    m_catalog.take(ns, *now.read);
                } else {
                    m_catalog.refresh(ns);
                }
            });
}

} // namespace sandglass::services

#include "moc_link_services.cpp"
