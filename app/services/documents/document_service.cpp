// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/documents/document_service.h"

#include "app/bson/builder.h"
#include "app/bson/compare.h"
#include "app/services/calls/answer.h"
#include "app/services/connections/connection_service.h"
#include "app/services/documents/document_count.h"
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

// One statement per document: $set of the earlier value, or $unset.
bson::Document restoreCommand(const protocol::Namespace& ns, const std::string& field,
                              const std::vector<FieldValue>& values)
{
    bson::Builder builder;
    builder.append("update", ns.collection).beginArray("updates");
    for (const FieldValue& earlier : values) {
        const bool absent = earlier.value.view().isMissing();
        const bson::Document change = absent
            ? bson::makeDocument("$unset", bson::makeDocument(field, 1))
            : bson::makeDocument("$set", bson::makeDocument(field, earlier.value));
        builder.push(bson::makeDocument("q", bson::makeDocument("_id", earlier.id), "u", change));
    }
    // each document is restored, even if the server refuses another
    builder.end().append("ordered", false);
    return builder.take();
}

bson::Document both(const std::optional<bson::Document>& one, const bson::Document& other)
{
    if (!one || one->empty()) {
        return other;
    }
    bson::Builder builder;
    builder.beginArray("$and").push(*one).push(other).end();
    return builder.take();
}

// First the documents that the rule will delete, soonest first, then those that it never will. A
// plain sort would start with the documents that have no date.
Result<std::vector<bson::Document>> soonestFirst(ttl::TtlServer& server,
                                                 const ttl::DocumentQuery& query,
                                                 const std::optional<bson::Document>& partialFilter,
                                                 const ttl::CallLimits& limits)
{
    const bson::Document expires = ttl::datedFilter(query.field, partialFilter);
    ttl::DocumentQuery dated = query;
    dated.filter = both(query.filter, expires);
    // the dated documents may fill the page; if not, the others follow
    Result<std::vector<bson::Document>> found = server.find(dated, limits);
    if (!found || std::cmp_greater_equal(found->size(), query.limit)) {
        return found;
    }
    ttl::DocumentQuery rest = query;
    rest.field.clear();
    rest.filter
        = both(query.filter, bson::Builder().appendArray("$nor", bson::makeArray(expires)).take());
    rest.skip = 0;
    rest.limit = query.limit - static_cast<int>(found->size());
    // the page starts behind the last dated document: skip only what is left of `skip`
    if (found->empty() && query.skip > 0) {
        const Result<std::int64_t> before = countDocuments(server, query.ns, *dated.filter, limits);
        TRY(before);
        rest.skip = static_cast<int>(std::max<std::int64_t>(0, query.skip - *before));
    }
    Result<std::vector<bson::Document>> others = server.find(rest, limits);
    TRY(others);
    std::ranges::move(*others, std::back_inserter(*found));
    return found;
}

// With a range, exactly the documents that the chart's bars count, so none outside the filter.
Result<std::vector<bson::Document>> inOrder(ttl::TtlServer& server, ttl::DocumentQuery query,
                                            const std::optional<bson::Document>& partialFilter,
                                            const ttl::CallLimits& limits)
{
    if (query.field.empty()) {
        return server.find(query, limits);
    }
    if (!query.from && !query.to) {
        return soonestFirst(server, query, partialFilter, limits);
    }
    if (partialFilter) {
        query.filter = both(query.filter, *partialFilter);
    }
    return server.find(query, limits);
}

// Selects those of the documents that are inside a filter.
ttl::DocumentQuery insideQuery(const protocol::Namespace& ns,
                               const std::vector<bson::Document>& documents,
                               const bson::Document& filter)
{
    bson::Builder builder;
    builder.beginArray("$and").pushDocument().beginDocument("_id").beginArray("$in");
    for (const bson::Document& document : documents) {
        builder.append(std::to_string(&document - documents.data()), document["_id"]);
    }
    builder.end().end().end().push(filter).end();
    ttl::DocumentQuery query;
    query.ns = ns;
    query.filter = builder.take();
    query.limit = static_cast<int>(documents.size());
    return query;
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

QFuture<Result<DocumentPage>> DocumentService::page(ttl::DocumentQuery query,
                                                    std::optional<bson::Document> partialFilter,
                                                    ttl::CancelToken cancel)
{
    return m_connections.run(
        [query = std::move(query), partialFilter = std::move(partialFilter)](
            ttl::TtlServer& server, const ttl::CallLimits& limits) -> Result<DocumentPage> {
            Result<std::vector<bson::Document>> documents
                = inOrder(server, query, partialFilter, limits);
            TRY(documents);
            DocumentPage page{std::move(*documents), {}};
            page.outsideFilter.assign(page.documents.size(), false);
            if (!partialFilter || page.documents.empty()) {
                return page;
            }
            Result<std::vector<bson::Document>> inside
                = server.find(insideQuery(query.ns, page.documents, *partialFilter), limits);
            TRY(inside);
            // compared by _id, since the server may answer in any order
            for (std::size_t i = 0; i < page.documents.size(); ++i) {
                page.outsideFilter[i]
                    = std::ranges::none_of(*inside, [&](const bson::Document& one) {
                          return bson::equal(one["_id"], page.documents[i]["_id"]);
                      });
            }
            return page;
        },
        ttl::CallLimits{.cancel = std::move(cancel)});
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
                });
}

QFuture<Result<std::int64_t>> DocumentService::replace(protocol::Namespace ns,
                                                       bson::Document replacement)
{
    JournalEntry entry = entryFor(JournalKind::ReplaceDocument, ns);
    entry.command = outline("update", ns, {bson::Value(replacement["_id"])}).take();
    DocumentGoal goal;
    goal.present = {replacement};
    return send(std::move(entry), std::move(goal),
                [ns = std::move(ns), replacement = std::move(replacement)](
                    ttl::TtlServer& server, const ttl::CallLimits& limits) -> Result<std::int64_t> {
                    Result<bool> found = server.replace(ns, replacement, limits);
                    TRY(found);
                    if (!*found) {
                        return base::failure(Errc::NotFound,
                                             "The document with this _id no longer exists.");
                    }
                    return std::int64_t{1};
                });
}

QFuture<Result<std::int64_t>> DocumentService::setDate(protocol::Namespace ns,
                                                       std::vector<bson::Value> ids,
                                                       std::string field, bson::Date date)
{
    JournalEntry entry = entryFor(JournalKind::SetDate, ns);
    entry.command = outline("update", ns, ids).append("field", field).append("date", date).take();
    entry.mongosh = shellText(ns, ids, setDateCommand(ns, ids, field, date));
    DocumentGoal goal;
    goal.field = field;
    for (const bson::Value& id : ids) {
        goal.values.push_back({id, bson::Value::of(date)});
    }
    return send(std::move(entry), std::move(goal),
                [ns = std::move(ns), ids = std::move(ids), field = std::move(field),
                 date](ttl::TtlServer& server, const ttl::CallLimits& limits) {
                    return server.setDate(ns, ids, field, date, limits);
                });
}

QFuture<Result<std::int64_t>> DocumentService::restoreValues(protocol::Namespace ns,
                                                             std::string field,
                                                             std::vector<FieldValue> values)
{
    std::vector<bson::Value> ids;
    std::ranges::transform(values, std::back_inserter(ids), &FieldValue::id);
    const bson::Document command = restoreCommand(ns, field, values);
    JournalEntry entry = entryFor(JournalKind::SetDate, ns);
    entry.command = outline("update", ns, ids).append("field", field).take();
    entry.mongosh = shellText(ns, ids, command);
    DocumentGoal goal;
    goal.field = std::move(field);
    goal.values = std::move(values);
    return send(std::move(entry), std::move(goal),
                [database = ns.database, command](
                    ttl::TtlServer& server, const ttl::CallLimits& limits) -> Result<std::int64_t> {
                    const Result<bson::Document> reply
                        = server.runCommand(database, command, limits);
                    TRY(reply);
                    for (const bson::Element& refused : (*reply)["writeErrors"].asDocument()) {
                        const bson::DocumentView what = refused.value.asDocument();
                        return base::serverError(static_cast<int>(what["code"].toInt64()), {},
                                                 std::string(what["errmsg"].asString()));
                    }
                    return (*reply)["n"].toInt64();
                });
}

QFuture<Result<std::int64_t>> DocumentService::remove(protocol::Namespace ns,
                                                      std::vector<bson::Value> ids)
{
    JournalEntry entry = entryFor(JournalKind::RemoveDocuments, ns);
    entry.command = outline("delete", ns, ids).take();
    entry.mongosh = shellText(ns, ids, deleteCommand(ns, ids));
    entry.deletes = static_cast<std::int64_t>(ids.size());
    DocumentGoal goal;
    goal.gone = ids;
    return send(std::move(entry), std::move(goal),
                [ns = std::move(ns), ids = std::move(ids)](ttl::TtlServer& server,
                                                           const ttl::CallLimits& limits) {
                    return server.remove(ns, ids, limits);
                });
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

QFuture<Result<std::int64_t>> DocumentService::send(JournalEntry entry, DocumentGoal goal,
                                                    Call call)
{
    using Answer = Result<std::int64_t>;
    if (m_connections.isLocked()) {
        return knownAnswer(Answer(base::failure(Errc::NotPermitted, "The connection is locked.")));
    }
    const protocol::Namespace ns = entry.ns;
    entry.server = serverName(m_connections.state());
    JournalledCommand command = m_journal.prepare(std::move(entry));
    m_goals.insert_or_assign(command.id(), std::move(goal));
    const std::uint64_t task = m_tasks.begin(TaskKind::ChangeDocuments, ns, {});
    const auto work = [command, call = std::move(call)](
                          ttl::TtlServer& server, const ttl::CallLimits& limits) mutable -> Answer {
        return sendJournalled(command, server, limits, call);
    };
    return then(m_connections.runChange(work), this,
                [this, task, ns, id = command.id()](const Answer& answer) {
                    m_tasks.end(task);
                    if (!answer) {
                        m_journal.fail(id, answer.error()); // the worker may have been abandoned
                    }
                    Q_EMIT documentsChanged(ns);
                    return finish(id, answer);
                });
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
                    if (outcome == OutcomeCheck::Outcome::InEffect && now) {
                        return now->documents;
                    }
                    return lostAnswerError(outcome, lost);
                });
}

} // namespace sandglass::services

#include "moc_document_service.cpp"
