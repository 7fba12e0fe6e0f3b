// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/services/connections/connection_book.h"
#include "app/services/connections/connection_test.h"
#include "app/services/connections/local_connection.h"
#include "app/services/connections/secret_keeper.h"
#include "app/services/engine/engine_process.h"
#include "app/services/journal/journal_service.h"
#include "app/services/journal/task_service.h"
#include "app/services/restore/rehearsal_run.h"
#include "app/services/restore/rehearsal_service.h"
#include "app/services/restore/restore_point_service.h"
#include "app/services/settings/settings.h"
#include "app/services/shell/desktop_notifier.h"

#include <QString>

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

/// The services that all servers of a window share. GUI thread.
struct ProgramServices
{
    /// `given` must outlive this object.
    ProgramServices(ServicesOptions options, const base::Clock& given);

    // members are in the order of construction: each may use those above it
    const base::Clock& clock;
    std::shared_ptr<ttl::TtlServerFactory> factory;
    bool diagnoses;
    Settings settings;
    TaskService tasks;
    JournalService journal;
    LocalConnection localConnection;
    EngineProcess engine;
    std::shared_ptr<DesktopNotifier> notifier;
    ConnectionBook book;
    SecretKeeper secrets;
    ConnectionTest connectionTest;
    RestorePointService restorePoints;
    RehearsalService rehearsals;
};

} // namespace sandglass::services
