// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/services/connections/capability_service.h"
#include "app/services/connections/connection_service.h"
#include "app/services/doctor/doctor_service.h"
#include "app/services/documents/document_service.h"
#include "app/services/engine/engine_user_service.h"
#include "app/services/engine/live_traffic.h"
#include "app/services/engine/sample_data_service.h"
#include "app/services/explorer/catalog_service.h"
#include "app/services/forecast/alert_service.h"
#include "app/services/forecast/forecast_service.h"
#include "app/services/forecast/monitor_service.h"
#include "app/services/indexes/index_service.h"
#include "app/services/indexes/undo_service.h"
#include "app/services/journal/outcome_check.h"
#include "app/services/journal/task_service.h"
#include "app/services/members/member_service.h"
#include "app/services/members/shard_overdue_count.h"
#include "app/services/purge/archive_service.h"
#include "app/services/purge/purge_service.h"
#include "app/services/shell/service_set.h"

#include <QObject>

namespace sandglass::services {

class LinkList;
struct ProgramServices;

/// The services of one server of a window: its connection and all that uses it. LinkList makes
/// them. GUI thread.
class LinkServices : public QObject
{
    Q_OBJECT
public:
    /// `program` and `links` must outlive this object. `id`: its number in the window.
    LinkServices(ProgramServices& program, LinkList& links, int id);
    ~LinkServices() override;

    /// References to the services of this server and to those that all servers share.
    ServiceSet& set() { return m_set; }
    /// The same.
    const ServiceSet& set() const { return m_set; }
    /// The live traffic on the sample data.
    LiveTraffic& traffic() { return m_traffic; }

private:
    /// Connects the services' signals.
    void connectParts();

    // members are in the order of construction: each may use those above it
    ProgramServices& m_program;
    ConnectionService m_connections;
    TaskService m_tasks;
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
    SampleDataService m_samples;
    EngineUserService m_engineUsers;
    UndoService m_undos;
    AlertService m_alerts;
    LiveTraffic m_traffic;
    ArchiveService m_archives;
    PurgeService m_purges;
    ServiceSet m_set;
};

} // namespace sandglass::services
