// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/restore/restore_swap.h"

#include "app/platform/files.h"

#include <QFile>
#include <QFileInfo>
#include <QSettings>

using namespace Qt::StringLiterals;

namespace sandglass::services {

Result<QString> stageRestore(const RestoreFolder& folder, const QString& id, RestorePoint former,
                             const ttl::CancelToken& cancel)
{
    folder.discardStaging();
    TRY(folder.copyData(id, folder.staging(), cancel));
    Result<QString> begun = folder.begin(former.at);
    TRY(begun);
    former.id = *begun;
    TRY(folder.complete(former));
    return begun;
}

// Objects of QSettings for the same file share their values, also between threads.
Result<void> syncSettings(const QString& folder)
{
    QSettings file(folder + u"/settings.ini"_s, QSettings::IniFormat);
    file.sync();
    if (file.status() != QSettings::NoError) {
        return base::failure(Errc::Storage,
                             "The settings cannot be written to " + folder.toStdString()
                                 + ", so deletion could not be paused.");
    }
    platform::syncPath(QFile::encodeName(folder).toStdString());
    return {};
}

Result<void> swapPaused(const RestoreFolder& folder, const QString& former,
                        const QString& settingsFolder)
{
    Result<void> done = syncSettings(settingsFolder);
    if (done) {
        done = folder.swapIn(former);
    }
    // with data, `former` holds the only copy: they could not be moved back
    if (!done && !QFileInfo::exists(folder.dataOf(former))) {
        folder.discardStaging();
        static_cast<void>(folder.remove(former).has_value());
    }
    return done;
}

} // namespace sandglass::services
