// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/shell/services.h"

#include "app/services/connections/socket_probe.h"
#include "app/services/indexes/index_lesson.h"

using namespace Qt::StringLiterals;

namespace sandglass::services {

namespace {

// The options with the data folder filled in.
EngineOptions completed(EngineOptions options, const Settings& settings,
                        const std::optional<RehearsalPlan>& rehearsal)
{
    if (rehearsal) {
        // never the chosen folder, which holds the original data
        options.folder = rehearsal->folder + u"/engine"_s;
        options.extraArguments << rehearsal->engineArguments();
    } else if (options.folder.isEmpty()) {
        const QString chosen = settings.value(kEngineFolder).toString();
        options.folder = chosen.isEmpty() ? settings.folder() + u"/engine"_s : chosen;
    }
    return options;
}

std::shared_ptr<ServerProbe> usable(std::shared_ptr<ServerProbe> probe)
{
    return probe ? std::move(probe) : std::make_shared<SocketProbe>();
}

} // namespace

Services::Services(ServicesOptions options, const base::Clock& clock, QObject* parent)
    : QObject(parent)
    , m_clock(clock)
    , m_settings(options.folder)
    , m_tasks(clock)
    , m_journal(m_settings.folder(), clock)
    , m_connections(options.factory, clock, m_settings)
    , m_capabilities(m_connections, m_settings)
    , m_outcomes(m_connections, m_journal)
    , m_catalog(m_connections)
    , m_monitor(m_connections)
    , m_members({m_connections, m_journal, m_outcomes, m_settings})
    , m_shardOverdue(m_connections, m_catalog)
    , m_forecasts(m_connections, m_catalog)
    , m_indexes(m_connections, m_forecasts, m_journal, m_tasks, m_outcomes)
    , m_documents(m_connections, m_journal, m_tasks, m_outcomes)
    , m_doctor(m_connections, m_monitor, m_forecasts, m_tasks)
    , m_engine(completed(std::move(options.engine), m_settings, options.rehearsal), clock)
    , m_samples(SampleDataNeeds{m_connections, m_catalog, m_journal, m_tasks})
    , m_undos(m_indexes, m_journal)
    , m_alerts(AlertService::Needs{m_settings, m_connections, m_forecasts, m_monitor})
    , m_notifier(std::move(options.notifier))
    , m_traffic(m_connections, m_catalog)
    , m_archives(m_connections)
    , m_purges({m_connections, m_journal, m_tasks, m_archives, m_engine}, m_settings.folder())
    , m_book(m_settings.folder())
    , m_secrets(std::move(options.secrets))
    , m_connectionTest(std::move(options.factory), usable(std::move(options.probe)))
    , m_restorePoints({m_connections, m_engine, m_journal}, !options.rehearsal)
    , m_rehearsals({m_connections, m_engine, m_restorePoints, m_settings})
    , m_rehearsal(options.rehearsal ? std::make_unique<RehearsalRun>(std::move(*options.rehearsal),
                                                                     m_connections, m_indexes)
                                    : nullptr)
    , m_set{m_clock,        m_settings,       m_tasks,   m_journal,        m_connections,
            m_capabilities, m_outcomes,       m_catalog, m_monitor,        m_members,
            m_shardOverdue, m_forecasts,      m_indexes, m_documents,      m_doctor,
            m_engine,       m_samples,        m_undos,   m_alerts,         m_notifier.get(),
            m_purges,       m_book,           m_secrets, m_connectionTest, m_restorePoints,
            m_rehearsals,   m_rehearsal.get()}
{
    connectParts();
    if (options.diagnoses) {
        m_connections.setDiagnosis(&diagnoseConnection);
        m_connectionTest.setDiagnosis(&diagnoseConnection);
    }
    m_journal.setSecrets([this] { return m_connections.secrets(); });
    m_journal.load();
}

Services::~Services() = default;

void Services::connectParts()
{
    connect(&m_engine, &EngineProcess::ready, this, &Services::onEngineReady);
    connect(&m_engine, &EngineProcess::phaseChanged, this, [this] {
        const bool ended = m_engine.phase() == EngineProcessPhase::Stopped
            || m_engine.phase() == EngineProcessPhase::Failed;
        if (ended && m_connections.state().local) {
            m_connections.disconnectNow();
        }
        if (ended && m_stopping) {
            Q_EMIT stopped();
        }
    });
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

void Services::openLocal()
{
    if (m_engine.phase() == EngineProcessPhase::Running) {
        onEngineReady(m_engine.uri());
        return;
    }
    m_connections.disconnectNow();
    m_engine.start();
}

void Services::onEngineReady(const QString& uri)
{
    // a remote connection that was made in the meantime stays
    const LinkState& link = m_connections.state();
    if (link.local || link.phase == LinkPhase::Disconnected) {
        m_connections.connectTo(uri, u"local"_s, true);
    }
}

void Services::stop()
{
    m_stopping = true;
    m_connections.disconnectNow();
    if (m_engine.phase() == EngineProcessPhase::Stopped
        || m_engine.phase() == EngineProcessPhase::Failed) {
        Q_EMIT stopped();
        return;
    }
    m_engine.stop();
}

} // namespace sandglass::services

#include "moc_services.cpp"
