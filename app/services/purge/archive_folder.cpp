// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/purge/archive_folder.h"

#include "app/platform/files.h"
#include "app/services/calls/on_worker.h"

#include <QFileInfo>

#include <cstdint>
#include <filesystem>
#include <system_error>

namespace sandglass::services {

namespace {

// Less is not worth beginning with: the metadata of a collection alone may be as large.
constexpr std::uintmax_t kLeastBytes = std::uintmax_t{1024} * 1024;

Result<void> checked(const QString& folder)
{
    // the nearest part of the path that exists
    QFileInfo existing(folder);
    while (!existing.exists() && existing.filePath() != existing.path()) {
        existing.setFile(existing.path());
    }
    const std::string path = existing.filePath().toStdString();
    if (!QFileInfo(folder).isAbsolute() || !existing.isDir()) {
        return base::failure(Errc::InvalidInput, path);
    }
    if (!platform::checkFolderAccess(existing.filesystemFilePath())) {
        return base::failure(Errc::NotPermitted, path);
    }
    std::error_code unknown;
    const auto room = std::filesystem::space(existing.filesystemFilePath(), unknown);
    if (!unknown && room.available < kLeastBytes) {
        return base::failure(Errc::Storage, path);
    }
    return {};
}

} // namespace

QFuture<Result<void>> checkArchiveFolder(const QString& folder)
{
    return onWorker([folder] { return checked(folder); });
}

} // namespace sandglass::services
