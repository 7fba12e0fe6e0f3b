// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"

namespace sandglass::services {

class ArchiveService;
class AlertService;
class CapabilityService;
class CatalogService;
class ConnectionBook;
class ConnectionService;
class ConnectionTest;
class DesktopNotifier;
class DoctorService;
class DocumentService;
class EngineProcess;
class EngineUserService;
class ForecastService;
class IndexService;
class JournalService;
class LinkList;
class MemberService;
class MonitorService;
class OutcomeCheck;
class PurgeService;
class RehearsalRun;
class RehearsalService;
class RestorePointService;
class SampleDataService;
class SecretKeeper;
class Settings;
class ShardOverdueCount;
class TaskService;
class UndoService;

/// References to the services of one server of a window and to those that its servers share, from
/// which presenters are made. Owned by LinkServices.
struct ServiceSet
{
    int linkId; ///< number of this server in the window, from 1; never used again
    LinkList& links; ///< all servers of the window
    const base::Clock& clock;
    Settings& settings;
    TaskService& tasks; ///< lists those of all servers
    JournalService& journal;
    ConnectionService& connections;
    CapabilityService& capabilities;
    OutcomeCheck& outcomes;
    CatalogService& catalog;
    MonitorService& monitor;
    MemberService& members;
    ShardOverdueCount& shardOverdue;
    ForecastService& forecasts;
    IndexService& indexes;
    DocumentService& documents;
    DoctorService& doctor;
    EngineProcess& engine;
    SampleDataService& samples;
    EngineUserService& engineUsers;
    UndoService& undos;
    AlertService& alerts;
    DesktopNotifier* notifier; ///< null: no messages on the desktop
    PurgeService& purges;
    ConnectionBook& book;
    SecretKeeper& secrets;
    ConnectionTest& connectionTest;
    RestorePointService& restorePoints;
    RehearsalService& rehearsals;
    RehearsalRun* rehearsal; ///< null: this window shows the real data, not a rehearsal
};

} // namespace sandglass::services
