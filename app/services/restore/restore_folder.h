// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/protocol/namespace.h"
#include "app/ttl/call_limits.h"

#include <QString>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace sandglass::services {

/// Why a restore point was made.
enum class RestoreReason { ByHand, BeforeChange, BeforePurge, BeforeRestore };

/// The occasion on which a restore point was made.
struct RestoreCause
{
    RestoreReason reason = RestoreReason::ByHand;
    protocol::Namespace ns; ///< the collection that was about to change; empty: all
    std::string change; ///< the command that followed, for mongosh; may be empty
};

/// A copy of all data of the local engine at one moment.
struct RestorePoint
{
    QString id; ///< name of its folder
    base::Time at; ///< by the engine's clock
    RestoreCause cause;
    std::optional<std::int64_t> documents; ///< in all collections; unset: not counted
    std::int64_t bytes = 0; ///< size of its files
    std::int64_t ownBytes = 0; ///< size of the files that nothing else links to: what deleting the
                               ///< point frees
};

/// The restore points of one engine on disk: <root>/<id>/{data/,about.json}. A folder that lacks
/// one of the two was never finished. Functions block on the disk and belong on worker threads
/// unless they say otherwise. Each can be repeated after a crash.
class RestoreFolder
{
public:
    /// `engineFolder`: the live data. The points are in restore-points/ beside it, on the same file
    /// system, so that files can be renamed and linked. `beforeMove`: called before each rename of
    /// a folder, in the thread of the caller; tests look there at what a crash would leave.
    explicit RestoreFolder(const QString& engineFolder, std::function<void()> beforeMove = {});

    /// The folder of all points. Any thread.
    QString root() const { return m_root; }
    /// The folder of the copies that rehearsals run on, beside that of the points. Any thread.
    QString rehearsals() const;
    /// The data folder of a point, which may not exist. Any thread.
    QString dataOf(const QString& id) const { return pathOf(id) + QStringLiteral("/data"); }

    /// Creates the folder of a new point, named after `at`, without data and about.json. Returns
    /// the point's id. Errors: Storage. Any thread: it only creates folders.
    Result<QString> begin(base::Time at) const;
    /// Writes about.json, which completes the point, and measures its files. Errors: Storage.
    Result<RestorePoint> complete(RestorePoint point) const;
    /// All complete points, newest first. Errors: Storage when the folder exists but cannot be
    /// read.
    Result<std::vector<RestorePoint>> list() const;
    /// Removes a point, complete or not. Errors: InvalidInput for something that is not an id;
    /// Storage.
    Result<void> remove(const QString& id) const;

    /// Copies a point's data to `folder`, which must not exist: hard links for files that never
    /// change, copies of the others. Errors: NotFound, Storage, Cancelled between two files;
    /// nothing of the copy remains then.
    Result<void> copyData(const QString& id, const QString& folder,
                          const ttl::CancelToken& cancel = {}) const;

    /// The folder that swapIn() takes the new data from; copyData() fills it. Any thread.
    QString staging() const { return m_live + QStringLiteral(".restoring"); }
    /// Removes staging(), if it exists. Failures are ignored.
    void discardStaging() const;
    /// Moves the live data into the point `former`, which must be complete but for its data, and
    /// staging() to the place of the live data. The engine must not run. After an error, and after
    /// a crash and recover(), either both moves have happened or neither. Errors: Storage.
    Result<void> swapIn(const QString& former) const;
    /// Reverts swapIn(): the data of `former` are live again, and those moved in are removed. The
    /// engine must not run. Errors: Storage.
    Result<void> swapBack(const QString& former) const;
    /// Completes or reverts what a crash interrupted. Returns whether it has moved restored data to
    /// the place of the live data. Call it before the engine starts. It makes two renames at most:
    /// any thread.
    bool recover() const;
    /// What a crash has left behind and may be removed. Call it after recover(). Any thread.
    std::vector<QString> unfinished() const;

private:
    /// Where swapBack() puts data that the engine has refused, until they are removed.
    QString refused() const { return m_live + QStringLiteral(".refused"); }
    /// The folder of a point.
    QString pathOf(const QString& id) const { return m_root + u'/' + id; }
    /// Renames a folder. Errors: Storage.
    Result<void> move(const QString& from, const QString& to) const;

    QString m_live;
    QString m_root;
    std::function<void()> m_beforeMove; // null: nobody looks
};

} // namespace sandglass::services
