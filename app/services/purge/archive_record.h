// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/archive/layout.h"

#include <QLockFile>
#include <QString>

#include <memory>

namespace sandglass::services {

/// A note on disk that an archive is being written. If the program is killed, the note stays, and
/// the next start uses it to find the partial files in the user's folder. One thread at a time.
class ArchiveRecord
{
public:
    /// Writes the note <folder>/<id>.archiving and locks it; creates the folder. Errors: Storage.
    static Result<std::unique_ptr<ArchiveRecord>> write(const QString& folder, const QString& id,
                                                        const archive::Layout& layout);
    /// Removes the note: the archive is finished, or its partial files have been removed.
    void close();

    /// Removes the partial files and notes of programs that have ended. Those of a running program
    /// stay.
    static void clearLeftovers(const QString& folder);

private:
    /// `file`: the path of the note. Does not lock it.
    explicit ArchiveRecord(const QString& file);

    QString m_file;
    QLockFile m_lock; // held until close(), or as long as this program lives
};

} // namespace sandglass::services
