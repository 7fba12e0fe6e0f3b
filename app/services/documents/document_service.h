// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/services/calls/progress.h"
#include "app/services/documents/date_undo.h"
#include "app/services/documents/document_outcome.h"
#include "app/services/documents/document_page.h"
#include "app/services/journal/journal_service.h"
#include "app/services/journal/task_service.h"
#include "app/ttl/document_commands.h"
#include "app/ttl/ttl_server.h"

#include <QFuture>
#include <QObject>

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
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

/// What the commands of a deletion have done.
struct RemovedDocuments
{
    std::int64_t documents = 0; ///< deleted
    std::int64_t unsent = 0; ///< their commands were not sent, since the deletion was cancelled
};

/// Sends commands as removalCommands() makes them, one after the other, until `limits.cancel` is
/// raised: the answer to what was sent is awaited, the rest is not sent. `sent`: called after each
/// command with the number of documents in the commands so far. Errors: those of a command; if it
/// was not the only one, with the number that those before it have deleted. Blocking; any thread.
Result<RemovedDocuments> removeDocuments(ttl::TtlServer& server, const protocol::Namespace& ns,
                                         const std::vector<bson::Document>& commands,
                                         const ttl::CallLimits& limits,
                                         const std::function<void(std::int64_t)>& sent);

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
    /// what became of the change; so they do when its task is cancelled and what was sent is not
    /// answered soon. Errors: NotPermitted while locked, Storage when the journal cannot be written
    /// (nothing is sent then), Cancelled when the task was cancelled and not all documents were
    /// changed, OutcomeUnknown when the server cannot be asked, the server's.
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
                                               std::vector<ttl::ValueChange> changes,
                                               DateNote note = {});
    /// The undo of the change of dates with this journal entry; null: its earlier values are not
    /// known (any more), or it was undone. Valid until the next dateUndosChanged().
    const DateUndo* dateUndo(std::uint64_t entry) const { return m_dateUndos.find(entry); }
    /// The undo of the latest change of this collection's dates on the connected server that is
    /// itself no undo; null: none. Valid until the next dateUndosChanged().
    const DateUndo* latestDateUndo(const protocol::Namespace& ns) const;
    /// Gives documents back the values that a change has replaced, each as long as it still has the
    /// one that was written; the number may therefore be smaller than that of the change, and 0.
    /// Errors: as insert(); NotFound when dateUndo() is null, or is of another server.
    QFuture<Result<std::int64_t>> undoDates(std::uint64_t entry);
    /// Deletes documents, each as long as it is as loaded; the number may therefore be smaller than
    /// that of the documents. Errors: as insert().
    QFuture<Result<std::int64_t>> remove(protocol::Namespace ns, std::vector<bson::Document> loaded,
                                         ttl::Comparison comparison = ttl::Comparison::Plain);
    /// The document with this _id as it is now; nullopt when there is none. Errors: the server's.
    QFuture<Result<std::optional<bson::Document>>> read(protocol::Namespace ns, bson::Value id);

Q_SIGNALS:
    /// Documents of this collection have changed, or may have.
    void documentsChanged(const sandglass::protocol::Namespace& ns);
    /// What dateUndo() and latestDateUndo() say has changed.
    void dateUndosChanged();

private:
    /// Sends a change and returns the number of documents changed.
    using Call = std::function<Result<std::int64_t>(ttl::TtlServer&, const ttl::CallLimits&)>;
    /// How far a change of several commands has come; shared with its worker.
    struct Course
    {
        Progress progress; ///< reports the share of the documents that was sent, 0…1
        std::atomic<std::int64_t> unsent{0}; ///< documents, after a cancelled change
    };
    /// A change on its way.
    struct Sent
    {
        std::uint64_t entry = 0; ///< id of its journal entry; 0: refused, nothing is sent
        QFuture<Result<std::int64_t>> answer;
    };
    /// Runs sendJournalled() on a worker thread, with a task in the list. `goal`: to find out what
    /// became of the change if its answer is lost; the result is that of the server then. `course`:
    /// null for a change of one command. Errors: as insert().
    Sent send(JournalEntry entry, DocumentGoal goal, Call call,
              const std::shared_ptr<Course>& course = {});
    /// The same for a change of dates, which can be undone afterwards. `undo`: without its entry.
    QFuture<Result<std::int64_t>> sendDates(JournalEntry entry, DocumentGoal goal, Call call,
                                            DateUndo undo);
    /// The result of a change after its answer has arrived or was lost.
    QFuture<Result<std::int64_t>> finish(std::uint64_t entry, const Result<std::int64_t>& answer);

    ConnectionService& m_connections;
    JournalService& m_journal;
    TaskService& m_tasks;
    OutcomeCheck& m_outcomes;
    std::map<std::uint64_t, DocumentGoal> m_goals; // of entries without an answer
    DateUndoList m_dateUndos;
};

} // namespace sandglass::services
