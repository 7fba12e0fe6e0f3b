// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/services/purge/purge_job.h"

#include <QByteArray>
#include <QString>

#include <atomic>
#include <cstdint>
#include <mutex>

namespace sandglass::services {

/// The file that keeps the state of one purge for a later run of the program. States are taken in
/// the GUI thread and written on workers, which may overtake each other: an older state never
/// replaces a newer one.
class PurgeFile
{
public:
    /// A state as it will be in the file.
    struct State
    {
        std::uint64_t number = 0; ///< larger for a newer one
        QByteArray text;
    };

    /// `path`: of the file. Writes nothing yet.
    explicit PurgeFile(QString path);

    /// The path given to the constructor.
    const QString& path() const { return m_path; }
    /// What write() is to write. One thread.
    State take(const PurgeJob& job);
    /// Writes a state and waits until it is on the disk; creates the folder. Does nothing if a
    /// newer one was written, or after remove(). Blocks; any thread but the GUI's. Errors: Storage.
    Result<void> write(const State& state);
    /// Removes the file for good. Does not wait for a write() that is under way, which then leaves
    /// no file either. Any thread.
    void remove();

private:
    const QString m_path;
    std::uint64_t m_taken = 0; // used by the thread that calls take()
    std::atomic<bool> m_removed{false};
    std::mutex m_mutex; // one worker writes at a time
    std::uint64_t m_written = 0; // guarded by m_mutex
};

} // namespace sandglass::services
