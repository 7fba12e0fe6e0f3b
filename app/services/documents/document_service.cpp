// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/documents/document_service.h"

#include "app/bson/builder.h"
#include "app/bson/compare.h"
#include "app/services/calls/answer.h"
#include "app/services/connections/connection_service.h"
#include "app/services/documents/id_filter.h"
#include "app/ttl/command_text.h"
#include "app/ttl/expiry_aggregation.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace sandglass::services {

namespace {

constexpr std::size_t kJournalledIds = 20; // the journal has only the first ones
constexpr std::size_t kMostCopiedIds = 200; // a longer command is not offered
// a cancelled change waits so long for the answer to what was sent
constexpr std::chrono::milliseconds kCancelPatience{5'000};

JournalEntry entryFor(JournalKind kind, const protocol::Namespace& ns)
{
    JournalEntry entry;
    entry.kind = kind;
    entry.ns = ns;
    return entry;
}

// The command for the journal: its name, the number of documents and the first of their _ids. The
// contents of documents stay out of it.
bson::Builder outline(std::string_view command, const protocol::Namespace& ns,
                      const std::vector<bson::Value>& ids)
{
    bson::Builder builder;
    builder.append(command, ns.collection)
        .append("documents", static_cast<std::int64_t>(ids.size()))
        .beginArray("ids");
    for (std::size_t i = 0; i < std::min(ids.size(), kJournalledIds); ++i) {
        builder.push(ids[i]);
    }
    builder.end();
    return builder;
}

// The command as text for mongosh; empty if it would be too long to copy.
std::string shellText(const protocol::Namespace& ns, const std::vector<bson::Value>& ids,
                      const bson::Document& command)
{
    return ids.size() > kMostCopiedIds
        ? std::string()
        : ttl::commandText(ttl::CommandLanguage::Mongosh, ns.database, command);
}

bson::Document deleteCommand(const protocol::Namespace& ns, const std::vector<bson::Value>& ids)
{
    return bson::Builder()
        .append("delete", ns.collection)
        .appendArray("deletes", bson::makeArray(bson::makeDocument("q", idFilter(ids), "limit", 0)))
        .take();
}

// The date that every change sets; nullopt if they set different values.
std::optional<bson::Date> commonDate(const std::vector<ttl::ValueChange>& changes)
{
    const bool same = !changes.empty() && std::ranges::all_of(changes, [&](const auto& change) {
        return change.to.type() == bson::Type::Date
            && bson::equal(change.to.view(), changes.front().to.view());
    });
    return same ? std::optional(changes.front().to.view().asDate()) : std::nullopt;
}

// The change of several documents as one statement, to be copied.
bson::Document setDateCommand(const protocol::Namespace& ns, const std::vector<bson::Value>& ids,
                              const std::string& field, bson::Date date)
{
    const bson::Document change = bson::makeDocument("$set", bson::makeDocument(field, date));
    return bson::Builder()
        .append("update", ns.collection)
        .appendArray(
            "updates",
            bson::makeArray(bson::makeDocument("q", idFilter(ids), "u", change, "multi", true)))
        .take();
}

// The document with an _id as it is now.
Result<std::optional<bson::Document>> documentOf(ttl::TtlServer& server,
                                                 const protocol::Namespace& ns,
                                                 const bson::Value& id,
                                                 const ttl::CallLimits& limits)
{
    ttl::DocumentQuery query;
    query.ns = ns;
    query.filter = bson::makeDocument("_id", bson::makeDocument("$eq", id));
    query.limit = 1;
    query.fromPrimary = true;
    Result<std::vector<bson::Document>> found = server.find(query, limits);
    TRY(found);
    return found->empty() ? std::nullopt : std::optional(std::move(found->front()));
}

// Why a replacement has found no document as loaded.
Error replacedNothing(ttl::TtlServer& server, const protocol::Namespace& ns, const bson::Value& id,
                      const ttl::CallLimits& limits)
{
    const Result<std::optional<bson::Document>> now = documentOf(server, ns, id, limits);
    if (now && !*now) {
        return base::failure(Errc::NotFound, "The document with this _id no longer exists.");
    }
    return base::failure(Errc::Conflict,
                         "Another client has changed the document since it was read.")
        .because(base::LocalReason::DocumentChanged);
}

// Sends a write command and returns how many documents it found.
Result<std::int64_t> written(ttl::TtlServer& server, const protocol::Namespace& ns,
                             const bson::Document& command, const ttl::CallLimits& limits)
{
    const Result<bson::Document> reply = server.alter(ns.database, command, limits);
    TRY(reply);
    const auto count = (*reply)["n"].toExactInt64();
    if (!count || *count < 0) {
        return base::failure(Errc::Protocol, "The server's reply to a write contains no number.");
    }
    return *count;
}

std::int64_t statementsOf(const bson::Document& command)
{
    const bson::DocumentView deletes = command["deletes"].asDocument();
    return std::distance(deletes.begin(), deletes.end());
}

Error cancelledChangeError(std::int64_t changed, std::int64_t asked)
{
    return base::failure(Errc::Cancelled,
                         "The change was cancelled: " + std::to_string(changed) + " of "
                             + std::to_string(asked) + " documents were changed.");
}

Error cancelledDeletionError(std::int64_t deleted, std::int64_t asked)
{
    Error error = cancelledChangeError(deleted, asked);
    error.deleted = deleted;
    return error;
}

// What reading back says of a change whose answer was lost. A deletion of which commands are
// missing has not left the rest alone because somebody else has changed it.
Result<std::int64_t> foundAfterLoss(const Error& lost, std::int64_t changed, std::int64_t asked)
{
    if (changed >= asked) {
        return changed;
    }
    if (lost.code == Errc::Cancelled) {
        return lost.deleted ? cancelledDeletionError(changed, asked)
                            : cancelledChangeError(changed, asked);
    }
    if (!lost.deleted) {
        return changed;
    }
    // not the error of a lost connection, which the window shows elsewhere until it is back
    Error error
        = base::failure(Errc::Conflict, lost.message).because(base::LocalReason::DeletionCut);
    error.deleted = changed;
    return error;
}

} // namespace

DocumentService::DocumentService(ConnectionService& connections, JournalService& journal,
                                 TaskService& tasks, OutcomeCheck& outcomes, QObject* parent)
    : QObject(parent)
    , m_connections(connections)
    , m_journal(journal)
    , m_tasks(tasks)
    , m_outcomes(outcomes)
{
    m_outcomes.addSource([this](const JournalEntry& entry) -> OutcomeReading {
        const auto known = m_goals.find(entry.id);
        const std::optional<DocumentGoal> goal
            = known == m_goals.end() ? goalOf(entry) : std::optional(known->second);
        return goal ? documentOutcomeReading(entry.ns, *goal) : nullptr;
    });
    connect(&m_outcomes, &OutcomeCheck::checked, this,
            [this](quint64 entry, OutcomeCheck::Outcome outcome, const protocol::Namespace& ns) {
                if (outcome != OutcomeCheck::Outcome::StillUnknown && m_goals.erase(entry) > 0) {
                    Q_EMIT documentsChanged(ns);
                }
            });
}

QFuture<Result<DocumentPage>> DocumentService::page(DocumentChoice choice, ttl::CancelToken cancel)
{
    return m_connections.run(
        [choice = std::move(choice)](ttl::TtlServer& server, const ttl::CallLimits& limits) {
            return readPage(server, choice, limits);
        },
        ttl::CallLimits{.cancel = std::move(cancel)});
}

QFuture<Result<DocumentTotal>> DocumentService::total(DocumentChoice choice)
{
    return m_connections.run(
        [choice = std::move(choice)](ttl::TtlServer& server, const ttl::CallLimits& limits) {
            return countChoice(server, choice, limits);
        });
}

QFuture<Result<ttl::CollectionStats>> DocumentService::stats(protocol::Namespace ns)
{
    return m_connections.run(
        [ns = std::move(ns)](ttl::TtlServer& server, const ttl::CallLimits& limits) {
            return server.stats(ns, limits);
        });
}

QFuture<Result<std::int64_t>> DocumentService::insert(protocol::Namespace ns,
                                                      bson::Document document)
{
    JournalEntry entry = entryFor(JournalKind::InsertDocument, ns);
    entry.command = outline("insert", ns, {bson::Value(document["_id"])}).take();
    DocumentGoal goal;
    goal.present = {document};
    return send(std::move(entry), std::move(goal),
                [ns = std::move(ns), document = std::move(document)](
                    ttl::TtlServer& server, const ttl::CallLimits& limits) {
                    return server.insert(ns, {document}, limits);
                })
        .answer;
}

QFuture<Result<std::int64_t>> DocumentService::replace(protocol::Namespace ns,
                                                       bson::Document loaded,
                                                       bson::Document replacement,
                                                       ttl::Comparison comparison)
{
    const bson::Value id(loaded["_id"]);
    Result<bson::Document> command = ttl::replaceCommand(ns, loaded, replacement, comparison);
    if (!command) {
        return knownAnswer(Result<std::int64_t>(command.error()));
    }
    JournalEntry entry = entryFor(JournalKind::ReplaceDocument, ns);
    entry.command = outline("update", ns, {id}).take();
    DocumentGoal goal;
    goal.present = {std::move(replacement)};
    return send(std::move(entry), std::move(goal),
                [ns = std::move(ns), id, command = std::move(*command)](
                    ttl::TtlServer& server, const ttl::CallLimits& limits) -> Result<std::int64_t> {
                    const Result<std::int64_t> found = written(server, ns, command, limits);
                    TRY(found);
                    if (*found == 0) {
                        return replacedNothing(server, ns, id, limits);
                    }
                    return *found;
                })
        .answer;
}

QFuture<Result<std::int64_t>> DocumentService::changeValues(protocol::Namespace ns,
                                                            std::string field,
                                                            std::vector<ttl::ValueChange> changes,
                                                            DateNote note)
{
    Result<bson::Document> command = ttl::valuesCommand(ns, field, changes);
    if (!command) {
        return knownAnswer(Result<std::int64_t>(command.error()));
    }
    std::vector<bson::Value> ids;
    std::ranges::transform(changes, std::back_inserter(ids), &ttl::ValueChange::id);
    JournalEntry entry = entryFor(JournalKind::SetDate, ns);
    bson::Builder words = outline("update", ns, ids);
    words.append("field", field);
    if (const std::optional<bson::Date> date = commonDate(changes)) {
        words.append("date", *date);
        entry.mongosh = shellText(ns, ids, setDateCommand(ns, ids, field, *date));
    } else {
        entry.mongosh = shellText(ns, ids, *command);
    }
    entry.command = words.take();
    entry.undoes = note.undoes;
    DateUndo undo{0, serverName(m_connections.state()), ns, field, note, wayBack(changes)};
    DocumentGoal goal;
    goal.field = std::move(field);
    for (ttl::ValueChange& change : changes) {
        goal.values.push_back({std::move(change.id), std::move(change.to)});
    }
    return sendDates(
        std::move(entry), std::move(goal),
        [ns = std::move(ns), command = std::move(*command)](ttl::TtlServer& server,
                                                            const ttl::CallLimits& limits) {
            return written(server, ns, command, limits);
        },
        std::move(undo));
}

QFuture<Result<std::int64_t>> DocumentService::sendDates(JournalEntry entry, DocumentGoal goal,
                                                         Call call, DateUndo undo)
{
    const Sent sent = send(std::move(entry), std::move(goal), std::move(call));
    undo.entry = sent.entry;
    return then(sent.answer, this,
                [this, undo = std::move(undo)](const Result<std::int64_t>& answer) {
                    if (answer) {
                        m_dateUndos.add(undo, *answer);
                        Q_EMIT dateUndosChanged();
                    }
                    return answer;
                });
}

const DateUndo* DocumentService::latestDateUndo(const protocol::Namespace& ns) const
{
    return m_dateUndos.latest(serverName(m_connections.state()), ns);
}

QFuture<Result<std::int64_t>> DocumentService::undoDates(std::uint64_t entry)
{
    const DateUndo* undo = dateUndo(entry);
    if (!undo || undo->server != serverName(m_connections.state())) {
        return knownAnswer(Result<std::int64_t>(
            base::failure(Errc::NotFound, "The earlier values are not known any more.")));
    }
    return changeValues(undo->ns, undo->field, undo->back, {DateCause::Undone, entry});
}

QFuture<Result<std::int64_t>> DocumentService::remove(protocol::Namespace ns,
                                                      std::vector<bson::Document> loaded,
                                                      ttl::Comparison comparison)
{
    Result<std::vector<bson::Document>> commands = ttl::removalCommands(ns, loaded, comparison);
    if (!commands) {
        return knownAnswer(Result<std::int64_t>(commands.error()));
    }
    std::vector<bson::Value> ids;
    ids.reserve(loaded.size());
    for (const bson::Document& document : loaded) {
        ids.emplace_back(document["_id"]);
    }
    JournalEntry entry = entryFor(JournalKind::RemoveDocuments, ns);
    entry.command = outline("delete", ns, ids).take();
    entry.mongosh = shellText(ns, ids, deleteCommand(ns, ids));
    entry.deletes = static_cast<std::int64_t>(ids.size());
    DocumentGoal goal;
    goal.gone = std::move(ids);
    const auto course = std::make_shared<Course>();
    const auto call
        = [ns = std::move(ns), commands = std::move(*commands), course,
           asked = static_cast<double>(loaded.size())](
              ttl::TtlServer& server, const ttl::CallLimits& limits) -> Result<std::int64_t> {
        const auto sent = [&](std::int64_t documents) {
            Q_EMIT course->progress.moved(static_cast<double>(documents) / asked);
        };
        const Result<RemovedDocuments> removed
            = removeDocuments(server, ns, commands, limits, sent);
        TRY(removed);
        course->unsent = removed->unsent;
        return removed->documents;
    };
    return send(std::move(entry), std::move(goal), call, course).answer;
}

QFuture<Result<std::optional<bson::Document>>> DocumentService::read(protocol::Namespace ns,
                                                                     bson::Value id)
{
    return m_connections.run([ns = std::move(ns), id = std::move(id)](
                                 ttl::TtlServer& server, const ttl::CallLimits& limits) {
        return documentOf(server, ns, id, limits);
    });
}

Result<RemovedDocuments> removeDocuments(ttl::TtlServer& server, const protocol::Namespace& ns,
                                         const std::vector<bson::Document>& commands,
                                         const ttl::CallLimits& limits,
                                         const std::function<void(std::int64_t)>& sent)
{
    RemovedDocuments removed;
    std::int64_t answered = 0;
    for (const bson::Document& command : commands) {
        const std::int64_t documents = statementsOf(command);
        // of the first one, the driver says that it was cancelled before it was sent
        if (answered > 0 && limits.cancel.cancelled()) {
            removed.unsent += documents;
            continue;
        }
        const Result<std::int64_t> some = written(server, ns, command, limits);
        if (!some) {
            Error error = some.error();
            error.deleted = commands.size() > 1 ? std::optional(removed.documents) : std::nullopt;
            return error;
        }
        removed.documents += *some;
        answered += documents;
        sent(answered);
    }
    return removed;
}

Result<std::int64_t> sendJournalled(
    JournalledCommand& command, ttl::TtlServer& server, const ttl::CallLimits& limits,
    const std::function<Result<std::int64_t>(ttl::TtlServer&, const ttl::CallLimits&)>& call)
{
    TRY(command.begin());
    Result<std::int64_t> changed = call(server, limits);
    if (changed) {
        command.succeed({}, {}, *changed);
    } else {
        command.fail(changed.error());
    }
    return changed;
}

DocumentService::Sent DocumentService::send(JournalEntry entry, DocumentGoal goal, Call call,
                                            const std::shared_ptr<Course>& course)
{
    using Answer = Result<std::int64_t>;
    if (m_connections.isLocked()) {
        return {0,
                knownAnswer(Answer(base::failure(Errc::NotPermitted, "The connection is locked.")
                                       .because(base::LocalReason::ConnectionLocked)))};
    }
    const protocol::Namespace ns = entry.ns;
    const std::int64_t asked = entry.command["documents"].toInt64();
    entry.server = serverName(m_connections.state());
    JournalledCommand command = m_journal.prepare(std::move(entry));
    const std::uint64_t id = command.id();
    m_goals.insert_or_assign(id, std::move(goal));
    ttl::CallLimits limits;
    const std::uint64_t task = m_tasks.begin(TaskKind::ChangeDocuments, ns, limits.cancel);
    if (course) {
        connect(&course->progress, &Progress::moved, this, [this, task](double share) {
            m_tasks.setPercent(task, static_cast<int>(share * 100.0));
        });
    }
    const auto work = [command, call = std::move(call)](
                          ttl::TtlServer& server, const ttl::CallLimits& given) mutable -> Answer {
        return sendJournalled(command, server, given, call);
    };
    const auto ended = [this, task, ns, asked, course, id](const Answer& answer) {
        m_tasks.end(task);
        if (!answer) {
            m_journal.fail(id, answer.error()); // the worker may have been abandoned
        }
        Q_EMIT documentsChanged(ns);
        const bool cut = answer && course && course->unsent > 0;
        return finish(id, cut ? Answer(cancelledDeletionError(*answer, asked)) : answer);
    };
    return {id, then(m_connections.runChange(work, limits, kCancelPatience), this, ended)};
}

QFuture<Result<std::int64_t>> DocumentService::finish(std::uint64_t entry,
                                                      const Result<std::int64_t>& answer)
{
    const JournalEntry* known = m_journal.find(entry);
    if (answer || !known || known->status != JournalStatus::Unknown) {
        m_goals.erase(entry);
        return knownAnswer(answer);
    }
    return then(m_outcomes.outcomeOf(entry), this,
                [this, entry,
                 lost = answer.error()](OutcomeCheck::Outcome outcome) -> Result<std::int64_t> {
                    const JournalEntry* now = m_journal.find(entry);
                    if (outcome == OutcomeCheck::Outcome::InEffect && isUnconfirmed(lost)) {
                        return lost;
                    }
                    if (outcome == OutcomeCheck::Outcome::InEffect && now) {
                        return foundAfterLoss(lost, now->documents,
                                              now->command["documents"].toInt64());
                    }
                    return lostAnswerError(outcome, lost);
                });
}

} // namespace sandglass::services

#include "moc_document_service.cpp"
