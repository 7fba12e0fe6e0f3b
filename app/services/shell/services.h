// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/services/connections/capability_service.h"
#include "app/services/connections/connection_book.h"
#include "app/services/connections/connection_service.h"
#include "app/services/connections/connection_test.h"
#include "app/services/connections/secret_keeper.h"
#include "app/services/doctor/doctor_service.h"
#include "app/services/documents/document_service.h"
#include "app/services/engine/engine_process.h"
#include "app/services/engine/live_traffic.h"
#include "app/services/engine/sample_data_service.h"
#include "app/services/explorer/catalog_service.h"
#include "app/services/forecast/alert_service.h"
#include "app/services/forecast/forecast_service.h"
#include "app/services/forecast/monitor_service.h"
#include "app/services/indexes/index_service.h"
#include "app/services/indexes/undo_service.h"
#include "app/services/journal/journal_service.h"
#include "app/services/journal/outcome_check.h"
#include "app/services/journal/task_service.h"
#include "app/services/members/member_service.h"
#include "app/services/members/shard_overdue_count.h"
#include "app/services/purge/archive_service.h"
#include "app/services/purge/purge_service.h"
#include "app/services/restore/rehearsal_run.h"
#include "app/services/restore/rehearsal_service.h"
#include "app/services/restore/restore_point_service.h"
#include "app/services/settings/settings.h"
#include "app/services/shell/desktop_notifier.h"
#include "app/services/shell/service_set.h"

#include <QObject>

#include <memory>
#include <optional>

namespace sandglass::services {

/// What Services needs.
struct ServicesOptions
{
    QString folder; ///< the data folder: settings, journal, engine data
    std::shared_ptr<ttl::TtlServerFactory> factory; ///< makes connections
    EngineOptions engine; ///< with an empty folder, <folder>/engine or the one that the user chose
    std::shared_ptr<DesktopNotifier> notifier = {}; ///< null: no messages on the desktop
    std::shared_ptr<SecretStore> secrets = {}; ///< the keychain; null: secrets stay in memory
    std::shared_ptr<ServerProbe> probe = {}; ///< null: SocketProbe
    bool diagnoses = false; ///< look for the cause when connecting fails
    /// Set: services for this rehearsal, on its copy of the data, whatever engine.folder says.
    /// Unset: services for the real data.
    std::optional<RehearsalPlan> rehearsal = {};
};

/// Makes all services of one window, connects them, and destroys them in the right order. Made by
/// the main program and by tests; must outlive all presenters. GUI thread.
class Services : public QObject
{
    Q_OBJECT
public:
    /// `clock` must outlive the services.
    Services(ServicesOptions options, const base::Clock& clock, QObject* parent = nullptr);
    ~Services() override;

    /// References to all services.
    ServiceSet& set() { return m_set; }
    /// The live traffic on the sample data.
    LiveTraffic& traffic() { return m_traffic; }

    /// Starts the local engine and connects to it when it is ready, now and after each restart.
    void openLocal();
    /// Disconnects and asks the engine to end. stopped() follows when it has ended, or at once if
    /// it was not running.
    void stop();

Q_SIGNALS:
    /// The engine has ended after stop().
    void stopped();

private:
    /// Connects the services' signals.
    void connectParts();
    /// Connects to the local engine, unless the window is connected to another server.
    void onEngineReady(const QString& uri);

    // members are in the order of construction: each may use those above it
    const base::Clock& m_clock;
    Settings m_settings;
    TaskService m_tasks;
    JournalService m_journal;
    ConnectionService m_connections;
    CapabilityService m_capabilities;
    OutcomeCheck m_outcomes;
    CatalogService m_catalog;
    MonitorService m_monitor;
    MemberService m_members;
    ShardOverdueCount m_shardOverdue;
    ForecastService m_forecasts;
    IndexService m_indexes;
    DocumentService m_documents;
    DoctorService m_doctor;
    EngineProcess m_engine;
    SampleDataService m_samples;
    UndoService m_undos;
    AlertService m_alerts;
    std::shared_ptr<DesktopNotifier> m_notifier;
    LiveTraffic m_traffic;
    ArchiveService m_archives;
    PurgeService m_purges;
    ConnectionBook m_book;
    SecretKeeper m_secrets;
    ConnectionTest m_connectionTest;
    RestorePointService m_restorePoints;
    RehearsalService m_rehearsals;
    std::unique_ptr<RehearsalRun> m_rehearsal; // null: the real data
    ServiceSet m_set;
    bool m_stopping = false;
};

} // namespace sandglass::services
