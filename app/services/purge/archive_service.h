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

/// What to archive, in which format, and where.
struct ArchiveRequest
{
    ttl::ImpactRequest rule; ///< the documents that it would delete at `rule.now`
    archive::Format format = archive::Format::Bson;
    QString folder; ///< of this archive only; it is created
};

/// Progress of an archive, written by its worker. Any thread.
struct ArchiveProgress
{
    std::atomic<std::int64_t> written{0}; ///< documents
    std::atomic<bool> verifying{false}; ///< everything is written; now it is read back
};

/// A finished archive: written, read back and compared.
struct Archive
{
    archive::Layout layout;
    archive::Manifest manifest;
};

/// Writes the documents that a rule would delete to files and verifies the files. It changes
/// nothing on the server. GUI thread; the work runs on a worker thread.
class ArchiveService : public QObject
{
    Q_OBJECT
public:
    /// `connections` must outlive this object.
    explicit ArchiveService(ConnectionService& connections, QObject* parent = nullptr);

    /// The path of a new folder for an archive inside `chosen`; its name contains the current time
    /// (UTC).
    QString newFolder(const QString& chosen) const;
    /// Writes and verifies an archive. Its files are named *.partial until they are verified. If it
    /// fails or is cancelled they are removed; then `record` is closed. Errors: Storage (also for a
    /// full disk); Conflict when there already is an archive or the files differ when read back;
    /// Protocol; Unsupported when too many documents have the same date; Cancelled; the server's.
    QFuture<Result<Archive>> write(ArchiveRequest request, std::shared_ptr<ArchiveRecord> record,
                                   std::shared_ptr<ArchiveProgress> progress,
                                   ttl::CancelToken cancel);
    /// Reads a finished archive again. `documentsHash`: the hash of its documents when it was
    /// written. Errors: Conflict for any difference, Storage, Cancelled.
    QFuture<Result<Archive>> check(archive::Layout layout, std::string documentsHash,
                                   ttl::CancelToken cancel);

private:
    ConnectionService& m_connections;
};

/// What write() runs on its worker thread. `origin`: a manifest with the name of the server; the
/// rest is filled in here. Errors: as write(). Blocking; any thread.
Result<Archive> writeArchive(ttl::TtlServer& server, const ArchiveRequest& request,
                             const archive::Manifest& origin, const ttl::CallLimits& limits,
                             ArchiveProgress& progress);

/// Makes SHA-256 digests with Qt. Any thread.
archive::DigestFactory sha256();

} // namespace sandglass::services
