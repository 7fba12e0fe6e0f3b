// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/services/documents/document_outcome.h"
#include "app/services/documents/document_page.h"
#include "app/services/journal/journal_service.h"
#include "app/services/journal/task_service.h"
#include "app/ttl/document_commands.h"
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

    /// One page of documents, see readPage(). Errors: Cancelled, the server's.
    QFuture<Result<DocumentPage>> page(DocumentChoice choice, ttl::CancelToken cancel = {});
    /// The number of documents on all pages, see countChoice(). Errors: the server's.
    QFuture<Result<DocumentTotal>> total(DocumentChoice choice);
    /// Document count and sizes of a collection. Errors: the server's.
    QFuture<Result<ttl::CollectionStats>> stats(protocol::Namespace ns);

    /// Inserts a document. This and the functions below return the number of documents changed and
    /// then emit documentsChanged(). If an answer is lost, they wait until the server can be asked
    /// what became of the change. Errors: NotPermitted while locked, Storage when the journal
    /// cannot be written (nothing is sent then), OutcomeUnknown when the server cannot be asked,
    /// the server's.
    QFuture<Result<std::int64_t>> insert(protocol::Namespace ns, bson::Document document);
    /// Replaces a document as long as it is as `loaded`. Errors: as insert(); NotFound when it no
    /// longer exists; Conflict when another client has changed it.
    QFuture<Result<std::int64_t>> replace(protocol::Namespace ns, bson::Document loaded,
                                          bson::Document replacement,
                                          ttl::Comparison comparison = ttl::Comparison::Plain);
    /// Changes a field of documents, each as long as the field is as expected; the number may
    /// therefore be smaller than that of the changes. Errors: as insert(); also what the server
    /// reports for a single document.
    QFuture<Result<std::int64_t>> changeValues(protocol::Namespace ns, std::string field,
                                               std::vector<ttl::ValueChange> changes);
    /// Deletes documents, each as long as it is as loaded; the number may therefore be smaller than
    /// that of the documents. Errors: as insert().
    QFuture<Result<std::int64_t>> remove(protocol::Namespace ns, std::vector<bson::Document> loaded,
                                         ttl::Comparison comparison = ttl::Comparison::Plain);
    /// The document with this _id as it is now; nullopt when there is none. Errors: the server's.
    QFuture<Result<std::optional<bson::Document>>> read(protocol::Namespace ns, bson::Value id);

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
