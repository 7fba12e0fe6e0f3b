// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/archive/layout.h"

#include <QLockFile>
#include <QString>

#include <memory>

namespace sandglass::services {

/// Notes on the disk that an archive is being written. When the program is killed meanwhile, the
/// note stays, and the next start finds by it the partial files that lie in the user's folder. One
/// thread at a time.
class ArchiveRecord
{
public:
    /// Writes the note as <folder>/<id>.archiving; makes the folder. Errors: Storage.
    static Result<std::unique_ptr<ArchiveRecord>> write(const QString& folder, const QString& id,
                                                        const archive::Layout& layout);
    /// Takes the note away: the archive is finished, or its partial files have gone.
    void close();

    /// Takes away what archives of programs that have ended left behind. Those of a program that
    /// still runs stay.
    static void clearLeftovers(const QString& folder);

private:
    explicit ArchiveRecord(const QString& file);

    QString m_file;
    QLockFile m_lock; // held for as long as this program lives
};

} // namespace sandglass::services
