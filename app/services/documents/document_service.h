// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/services/journal/journal_service.h"
#include "app/services/journal/task_service.h"
#include "app/ttl/ttl_server.h"

#include <QFuture>
#include <QObject>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace sandglass::services {

class ConnectionService;

/// What stood in a field of a document.
struct FieldValue
{
    bson::Value id; ///< of the document
    bson::Value value; ///< Missing: the document had no such field
};

/// Documents, and which of them a partial filter leaves out.
struct DocumentPage
{
    std::vector<bson::Document> documents;
    std::vector<bool> outsideFilter; ///< one for each document
};

/// Writes the journal, sends a command by `call`, which gives the number of documents changed, and
/// writes how it ended. Errors: Storage when the journal cannot be written (nothing is sent then),
/// and those of `call`. Blocking; any thread.
Result<std::int64_t> sendJournalled(
    JournalledCommand& command, ttl::TtlServer& server, const ttl::CallLimits& limits,
    const std::function<Result<std::int64_t>(ttl::TtlServer&, const ttl::CallLimits&)>& call);

/// Reads and changes documents. Changes are refused while the connection is locked (NotPermitted)
/// and journalled before they are sent: what and how many, never the contents. GUI thread.
class DocumentService : public QObject
{
    Q_OBJECT
public:
    DocumentService(ConnectionService& connections, JournalService& journal, TaskService& tasks,
                    QObject* parent = nullptr);

    /// Documents by their date: first those that expire, soonest first, then those that never do.
    /// With a range only those that the chart counts in it. `partialFilter`: of the index they are
    /// judged by; the server says which lie outside.
    QFuture<Result<DocumentPage>> page(ttl::DocumentQuery query,
                                       std::optional<bson::Document> partialFilter);
    QFuture<Result<ttl::CollectionStats>> stats(protocol::Namespace ns);

    /// Each gives the number of documents changed and then announces documentsChanged.
    QFuture<Result<std::int64_t>> insert(protocol::Namespace ns, bson::Document document);
    /// Errors: NotFound when the document has gone.
    QFuture<Result<std::int64_t>> replace(protocol::Namespace ns, bson::Document replacement);
    QFuture<Result<std::int64_t>> setDate(protocol::Namespace ns, std::vector<bson::Value> ids,
                                          std::string field, bson::Date date);
    /// Puts earlier values back into a field, or takes the field away again. Errors: also what the
    /// server refuses of a single document.
    QFuture<Result<std::int64_t>> restoreValues(protocol::Namespace ns, std::string field,
                                                std::vector<FieldValue> values);
    QFuture<Result<std::int64_t>> remove(protocol::Namespace ns, std::vector<bson::Value> ids);

Q_SIGNALS:
    void documentsChanged(const sandglass::protocol::Namespace& ns);

private:
    using Call = std::function<Result<std::int64_t>(ttl::TtlServer&, const ttl::CallLimits&)>;
    QFuture<Result<std::int64_t>> send(JournalEntry entry, Call call);

    ConnectionService& m_connections;
    JournalService& m_journal;
    TaskService& m_tasks;
};

} // namespace sandglass::services
