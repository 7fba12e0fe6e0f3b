// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/document_service.h"

#include "app/bson/builder.h"
#include "app/bson/compare.h"
#include "app/services/connection_service.h"

#include <algorithm>

namespace sandglass::services {

namespace {

constexpr std::size_t kJournalledIds = 20;

JournalEntry entryFor(JournalKind kind, const protocol::Namespace& ns)
{
    JournalEntry entry;
    entry.kind = kind;
    entry.ns = ns;
    return entry;
}

// The command's name, how many documents it is about and the first of their ids; contents stay out
// of the journal.
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

// Those of the documents that a filter holds.
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
                                 TaskService& tasks, QObject* parent)
    : QObject(parent)
    , m_connections(connections)
    , m_journal(journal)
    , m_tasks(tasks)
{
}

QCoro::Task<Result<DocumentPage>> DocumentService::page(ttl::DocumentQuery query,
                                                        std::optional<bson::Document> partialFilter)
{
    return m_connections.run([query = std::move(query), partialFilter = std::move(partialFilter)](
                                 ttl::TtlServer& server,
                                 const ttl::CallLimits& limits) -> Result<DocumentPage> {
        Result<std::vector<bson::Document>> documents = server.find(query, limits);
        if (!documents) {
            return std::move(documents.error());
        }
        DocumentPage page{std::move(*documents), {}};
        page.outsideFilter.assign(page.documents.size(), false);
        if (!partialFilter || page.documents.empty()) {
            return page;
        }
        Result<std::vector<bson::Document>> inside
            = server.find(insideQuery(query.ns, page.documents, *partialFilter), limits);
        if (!inside) {
            return std::move(inside.error());
        }
        for (std::size_t i = 0; i < page.documents.size(); ++i) {
            page.outsideFilter[i] = std::ranges::none_of(*inside, [&](const bson::Document& one) {
                return bson::equal(one["_id"], page.documents[i]["_id"]);
            });
        }
        return page;
    });
}

QCoro::Task<Result<ttl::CollectionStats>> DocumentService::stats(protocol::Namespace ns)
{
    return m_connections.run(
        [ns = std::move(ns)](ttl::TtlServer& server, const ttl::CallLimits& limits) {
            return server.stats(ns, limits);
        });
}

QCoro::Task<Result<std::int64_t>> DocumentService::insert(protocol::Namespace ns,
                                                          bson::Document document)
{
    JournalEntry entry = entryFor(JournalKind::InsertDocument, ns);
    entry.command = outline("insert", ns, {bson::Value(document["_id"])}).take();
    return send(this, std::move(entry),
                [ns = std::move(ns), document = std::move(document)](
                    ttl::TtlServer& server, const ttl::CallLimits& limits) {
                    return server.insert(ns, {document}, limits);
                });
}

QCoro::Task<Result<std::int64_t>> DocumentService::replace(protocol::Namespace ns,
                                                           bson::Document replacement)
{
    JournalEntry entry = entryFor(JournalKind::ReplaceDocument, ns);
    entry.command = outline("update", ns, {bson::Value(replacement["_id"])}).take();
    return send(this, std::move(entry),
                [ns = std::move(ns), replacement = std::move(replacement)](
                    ttl::TtlServer& server, const ttl::CallLimits& limits) -> Result<std::int64_t> {
                    Result<bool> found = server.replace(ns, replacement, limits);
                    if (!found) {
                        return std::move(found.error());
                    }
                    if (!*found) {
                        return base::failure(Errc::NotFound,
                                             "There is no document with this _id any more.");
                    }
                    return std::int64_t{1};
                });
}

QCoro::Task<Result<std::int64_t>> DocumentService::setDate(protocol::Namespace ns,
                                                           std::vector<bson::Value> ids,
                                                           std::string field, bson::Date date)
{
    JournalEntry entry = entryFor(JournalKind::SetDate, ns);
    entry.command = outline("update", ns, ids).append("field", field).append("date", date).take();
    return send(this, std::move(entry),
                [ns = std::move(ns), ids = std::move(ids), field = std::move(field),
                 date](ttl::TtlServer& server, const ttl::CallLimits& limits) {
                    return server.setDate(ns, ids, field, date, limits);
                });
}

QCoro::Task<Result<std::int64_t>> DocumentService::remove(protocol::Namespace ns,
                                                          std::vector<bson::Value> ids)
{
    JournalEntry entry = entryFor(JournalKind::RemoveDocuments, ns);
    entry.command = outline("delete", ns, ids).take();
    return send(this, std::move(entry),
                [ns = std::move(ns), ids = std::move(ids)](ttl::TtlServer& server,
                                                           const ttl::CallLimits& limits) {
                    return server.remove(ns, ids, limits);
                });
}

QCoro::Task<Result<std::int64_t>> DocumentService::send(QPointer<DocumentService> self,
                                                        JournalEntry entry, Call call)
{
    using Answer = Result<std::int64_t>;
    if (self->m_connections.isLocked()) {
        co_return Answer(base::failure(Errc::NotPermitted, "The connection is locked."));
    }
    const protocol::Namespace ns = entry.ns;
    const LinkState& link = self->m_connections.state();
    entry.server = link.local ? QStringLiteral("local") : link.safeUri;
    const Result<std::uint64_t> journalled = self->m_journal.begin(entry);
    if (!journalled) {
        co_return Answer(journalled.error());
    }
    const std::uint64_t task = self->m_tasks.begin(TaskKind::ChangeDocuments, ns, {});
    QCoro::Task<Answer> sending = self->m_connections.run(call);
    Answer answer = co_await sending;
    if (!self) {
        co_return answer;
    }
    self->m_tasks.end(task);
    if (answer) {
        self->m_journal.succeed(*journalled, {}, {}, *answer);
    } else {
        self->m_journal.fail(*journalled, answer.error());
    }
    Q_EMIT self->documentsChanged(ns);
    co_return answer;
}

} // namespace sandglass::services
