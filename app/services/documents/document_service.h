// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/services/documents/document_outcome.h"
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

/// Documents, and which of them are outside a partial filter.
struct DocumentPage
{
    std::vector<bson::Document> documents;
    std::vector<bool> outsideFilter; ///< one for each document
};

/// Writes the journal entry, sends a command by `call`, which returns the number of documents
/// changed, and completes the entry. Errors: Storage when the entry cannot be written (nothing is
/// sent then), and those of `call`. Blocking; any thread.
Result<std::int64_t> sendJournalled(
    JournalledCommand& command, ttl::TtlServer& server, const ttl::CallLimits& limits,
    const std::function<Result<std::int64_t>(ttl::TtlServer&, const ttl::CallLimits&)>& call);

/// Reads and changes documents. Changes are refused while the connection is locked (NotPermitted).
/// They are journalled before they are sent: the kind and the number, never the contents. GUI
/// thread.
class DocumentService : public QObject
{
    Q_OBJECT
public:
    /// All services must outlive this object.
    DocumentService(ConnectionService& connections, JournalService& journal, TaskService& tasks,
                    OutcomeCheck& outcomes, QObject* parent = nullptr);

    /// Documents ordered by date: first those that expire, soonest first, then those that never do.
    /// With a range, only those that the chart counts in it. `partialFilter`: of the rule's index;
    /// the server decides which documents are outside it. Errors: Cancelled, the
    /// server's.
    QFuture<Result<DocumentPage>> page(ttl::DocumentQuery query,
                                       std::optional<bson::Document> partialFilter,
                                       ttl::CancelToken cancel = {});
    /// Document count and sizes of a collection. Errors: the server's.
    QFuture<Result<ttl::CollectionStats>> stats(protocol::Namespace ns);

    /// Inserts a document. This and the functions below return the number of documents changed and
    /// then emit documentsChanged(). If an answer is lost, they wait until the server can be asked
    /// what became of the change. Errors: NotPermitted while locked, Storage when the journal
    /// cannot be written (nothing is sent then), OutcomeUnknown when the server cannot be asked,
    /// the server's.
    QFuture<Result<std::int64_t>> insert(protocol::Namespace ns, bson::Document document);
    /// Replaces the document with the same _id. Errors: as insert(); NotFound when it no longer
    /// exists.
    QFuture<Result<std::int64_t>> replace(protocol::Namespace ns, bson::Document replacement);
    /// Sets a field of the documents with these _ids to a date. Errors: as insert().
    QFuture<Result<std::int64_t>> setDate(protocol::Namespace ns, std::vector<bson::Value> ids,
                                          std::string field, bson::Date date);
    /// Sets a field back to earlier values, or removes it again. Errors: as insert(); also what the
    /// server reports for a single document.
    QFuture<Result<std::int64_t>> restoreValues(protocol::Namespace ns, std::string field,
                                                std::vector<FieldValue> values);
    /// Deletes the documents with these _ids. Errors: as insert().
    QFuture<Result<std::int64_t>> remove(protocol::Namespace ns, std::vector<bson::Value> ids);

Q_SIGNALS:
    /// Documents of this collection have changed, or may have.
    void documentsChanged(const sandglass::protocol::Namespace& ns);

private:
    /// Sends a change and returns the number of documents changed.
    using Call = std::function<Result<std::int64_t>(ttl::TtlServer&, const ttl::CallLimits&)>;
    /// Runs sendJournalled() on a worker thread, with a task in the list. `goal`: to find out what
    /// became of the change if its answer is lost; the result is that of the server then. Errors:
    /// as insert().
    QFuture<Result<std::int64_t>> send(JournalEntry entry, DocumentGoal goal, Call call);
    /// The result of a change after its answer has arrived or was lost.
    QFuture<Result<std::int64_t>> finish(std::uint64_t entry, const Result<std::int64_t>& answer);

    ConnectionService& m_connections;
    JournalService& m_journal;
    TaskService& m_tasks;
    OutcomeCheck& m_outcomes;
    std::map<std::uint64_t, DocumentGoal> m_goals; // of entries without an answer
};

} // namespace sandglass::services
