// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/shell/program_services.h"

#include "app/services/connections/socket_probe.h"
#include "app/services/engine/engine_user_service.h"
#include "app/services/members/expiry_pause.h"
#include "app/services/restore/restore_folder.h"
#include "app/services/trash/trash_limits.h"

using namespace Qt::StringLiterals;

namespace sandglass::services {

namespace {

constexpr int kHighestPort = 65'535;

// Where the engine may write copies of its data: nowhere else, whoever asks it to.
QStringList copyArguments(const QString& engineFolder)
{
    const RestoreFolder copies(engineFolder);
    return {u"--checkpoint-folder"_s, copies.root(), u"--checkpoint-folder"_s, copies.rehearsals()};
}

// The options with the data folder filled in.
EngineOptions completed(const ServicesOptions& given, const Settings& settings)
{
    EngineOptions options = given.engine;
    if (given.rehearsal) {
        // never the chosen folder, which holds the original data
        options.folder = given.rehearsal->folder + u"/engine"_s;
        options.extraArguments << given.rehearsal->engineArguments();
        return options; // and never the port, which belongs to the original
    }
    if (options.folder.isEmpty()) {
        const QString chosen = settings.value(kEngineFolder).toString();
        options.folder = chosen.isEmpty() ? settings.folder() + u"/engine"_s : chosen;
    }
    const int port = settings.value(kEnginePort).toInt();
    options.port = port > 0 && port <= kHighestPort ? port : 0;
    options.user = settings.value(kEngineUser).toString();
    if (!given.rehearsal) {
        // a pause outlives the engine and the window, so nothing is deleted before it is ended
        options.startArguments = [&settings](const QString& folder) {
            const QStringList paused = isLocalExpiryPaused(settings)
                ? QStringList{u"--setParameter"_s, u"ttlMonitorEnabled=false"_s}
                : QStringList();
            return copyArguments(folder) + paused + trashArguments(readTrashLimits(settings));
        };
    }
    return options;
}

std::shared_ptr<ServerProbe> usable(std::shared_ptr<ServerProbe> probe)
{
    return probe ? std::move(probe) : std::make_shared<SocketProbe>();
}

} // namespace

ProgramServices::ProgramServices(ServicesOptions options, const base::Clock& given)
    : clock(given)
    , factory(options.factory)
    , diagnoses(options.diagnoses)
    , settings(options.folder)
    , tasks(clock)
    , journal(settings.folder(), clock)
    , engine(completed(options, settings), clock)
    , notifier(std::move(options.notifier))
    , book(settings.folder())
    , secrets(std::move(options.secrets))
    , connectionTest(std::move(options.factory), usable(std::move(options.probe)))
    , restorePoints({localConnection, engine, journal, settings, factory, clock},
                    !options.rehearsal)
    , rehearsals({localConnection, engine, restorePoints, settings})
{
    if (diagnoses) {
        connectionTest.setDiagnosis(&diagnoseConnection);
    }
}

} // namespace sandglass::services
