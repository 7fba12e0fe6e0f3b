// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/archive/layout.h"
#include "app/archive/manifest.h"
#include "app/base/result.h"
#include "app/ttl/ttl_server.h"

#include <QFuture>
#include <QObject>
#include <QString>

#include <atomic>
#include <cstdint>
#include <memory>

namespace sandglass::services {

class ArchiveRecord;
class ConnectionService;

/// Which documents to write, how, and where.
struct ArchiveRequest
{
    ttl::ImpactRequest rule; ///< those that it would delete at `rule.now`
    archive::Format format = archive::Format::Bson;
    QString folder; ///< of this archive alone; it is made
};

/// How far an archive has come. Any thread.
struct ArchiveProgress
{
    std::atomic<std::int64_t> written{0}; ///< documents
    std::atomic<bool> verifying{false}; ///< everything is written and is being read back
};

/// A finished archive: written, read back, and found to be the same.
struct Archive
{
    archive::Layout layout;
    archive::Manifest manifest;
};

/// Writes the documents that a rule would delete to files, and proves that they are there. It
/// changes nothing on the server. GUI thread; the work is done on a worker thread.
class ArchiveService : public QObject
{
    Q_OBJECT
public:
    explicit ArchiveService(ConnectionService& connections, QObject* parent = nullptr);

    /// A name for a new archive's folder inside a chosen one, with the time in it.
    QString newFolder(const QString& chosen) const;
    /// Writes and verifies. The files are named *.partial until they are verified; those of a
    /// failed or cancelled archive are removed, then `record` is closed. Errors: Storage (a full
    /// disk too), Conflict when what is read back differs, Cancelled, and what the server says.
    QFuture<Result<Archive>> write(ArchiveRequest request, std::shared_ptr<ArchiveRecord> record,
                                   std::shared_ptr<ArchiveProgress> progress,
                                   ttl::CancelToken cancel);
    /// Reads a finished archive again. `documentsHash`: of its documents, as it was when it was
    /// made. Errors: Conflict for any difference, Storage, Cancelled.
    QFuture<Result<Archive>> check(archive::Layout layout, std::string documentsHash,
                                   ttl::CancelToken cancel);

private:
    ConnectionService& m_connections;
};

/// The same without threads: what write() runs on its worker. `folder`: of this archive alone.
/// `server`: as the manifest names it.
Result<Archive> writeArchive(ttl::TtlServer& server, const ArchiveRequest& request,
                             const archive::Manifest& origin, const ttl::CallLimits& limits,
                             ArchiveProgress& progress);

/// SHA-256 from Qt.
archive::DigestFactory sha256();

} // namespace sandglass::services
