// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/protocol/namespace.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sandglass::services {

/// Why a restore point was made.
enum class RestoreReason { ByHand, BeforeChange, BeforePurge, BeforeRestore };

/// What a restore point was made before.
struct RestoreCause
{
    RestoreReason reason = RestoreReason::ByHand;
    protocol::Namespace ns; ///< whose documents it was about; empty: all
    std::string change; ///< the command that followed, as mongosh text; may be empty
};

/// A copy of all data of the local engine at one moment.
struct RestorePoint
{
    QString id; ///< the name of its folder
    base::Time at; ///< by the engine's clock
    RestoreCause cause;
    std::optional<std::int64_t> documents; ///< of all collections; unset: not counted
    std::int64_t bytes = 0; ///< of its files
    std::int64_t ownBytes = 0; ///< of those files that nothing else shares: what deleting it frees
};

/// The restore points of one engine on disk: <root>/<id>/{data/,about.json}. A folder without both
/// is one that was never finished. All functions block on the disk: worker threads only, unless
/// they say otherwise; each is safe to repeat after a crash.
class RestoreFolder
{
public:
    /// `engineFolder`: of the live data. The points lie beside it, in restore-points/, so that they
    /// are on the same file system.
    explicit RestoreFolder(const QString& engineFolder);

    QString root() const { return m_root; }
    QString dataOf(const QString& id) const { return pathOf(id) + QStringLiteral("/data"); }

    /// Makes the folder of a new point, named after `at`, without data and about.json; its id.
    /// Errors: Storage. Any thread: it only makes folders.
    Result<QString> begin(base::Time at) const;
    /// Writes about.json, which makes the point complete, and measures it. Errors: Storage.
    Result<RestorePoint> complete(RestorePoint point) const;
    /// All complete points, newest first. Errors: Storage when the folder is there but unreadable.
    Result<std::vector<RestorePoint>> list() const;
    /// Removes a point, whole or not. Errors: InvalidInput for an id that is none; Storage.
    Result<void> remove(const QString& id) const;

    /// Copies a point's data to `folder`, which must not exist: hard links for what never changes,
    /// copies for the rest. Errors: NotFound, Storage; then nothing is left of it.
    Result<void> copyData(const QString& id, const QString& folder) const;

    /// Where copyData() puts what swapIn() takes.
    QString staging() const { return m_live + QStringLiteral(".restoring"); }
    /// Removes what an attempt left in staging(); nothing there is fine.
    void discardStaging() const;
    /// The live data become the data of the point `former` (begun and with its about.json), and
    /// what is in staging() becomes live. The engine must not run. After an error, and after a
    /// crash and recover(), either both has happened or nothing. Errors: Storage.
    Result<void> swapIn(const QString& former) const;
    /// Takes swapIn() back: the data of `former` are live again, those put in are removed.
    Result<void> swapBack(const QString& former) const;
    /// Finishes or takes back what a crash left half done; before the engine starts. Two renames at
    /// most: any thread.
    void recover() const;
    /// Paths of what a crash left behind, to be removed; after recover(). Any thread.
    std::vector<QString> unfinished() const;

private:
    QString refused() const { return m_live + QStringLiteral(".refused"); }
    QString pathOf(const QString& id) const { return m_root + u'/' + id; }

    QString m_live;
    QString m_root;
};

} // namespace sandglass::services
