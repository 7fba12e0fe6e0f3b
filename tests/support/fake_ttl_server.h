// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/bson/builder.h"
#include "app/bson/compare.h"
#include "app/mongo/command_guard.h"
#include "tests/support/fake_calls.h"
#include "tests/support/fake_collection.h"
#include "tests/support/fake_documents.h"
#include "tests/support/fake_members.h"
#include "tests/support/fake_observations.h"
#include "tests/support/fake_writes.h"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace sandglass::tests {

/// A server in memory behind the port TtlServer, for tests of services and presenters. It judges
/// documents by the real expiry rule, notes every call by name, and can be made to hold or to fail
/// calls. Any thread.
class FakeTtlServer final : public FakeObservations, public FakeCalls
{
public:
    /// One collection.
    using Collection = FakeCollection;

    explicit FakeTtlServer(const base::Clock& clock)
        : m_clock(clock)
    {
        m_info.product = ttl::Product::MongoDb;
        m_info.version = "7.0.5";
        m_info.versionNumbers = {7, 0, 5, 0};
        m_info.topology = ttl::Topology::Standalone;
        m_info.host = "fake.example:27017";
        m_metrics.monitorEnabled = true;
        m_metrics.sleepSeconds = 60;
        m_metrics.deletedDocuments = 0;
        m_metrics.passes = 1;
    }

    // ---- what tests set up ----

    FakeMembers deployment; ///< members and shards

    /// Makes a collection with its `_id_` index, or returns the one that is there.
    Collection& collection(const protocol::Namespace& ns)
    {
        const std::lock_guard lock(m_mutex);
        return locked(ns);
    }
    /// Adds an index on one field; `seconds` unset: an ordinary one.
    void addIndex(const protocol::Namespace& ns, const std::string& field,
                  std::optional<std::int64_t> seconds,
                  const std::optional<bson::Document>& filter = {})
    {
        const std::lock_guard lock(m_mutex);
        ttl::IndexSpec index = makeIndex(field + "_1", bson::makeDocument(field, 1));
        index.expireAfterSeconds = seconds;
        index.partialFilter = filter;
        relist(index);
        locked(ns).indexes.push_back(std::move(index));
    }
    void addDocument(const protocol::Namespace& ns, bson::Document document)
    {
        const std::lock_guard lock(m_mutex);
        locked(ns).documents.push_back(std::move(document));
    }
    /// Changes what serverInfo() and ttlMetrics() say.
    void setInfo(const ttl::ServerInfo& info)
    {
        const std::lock_guard lock(m_mutex);
        m_info = info;
    }
    void setMetrics(const ttl::TtlMetrics& metrics)
    {
        const std::lock_guard lock(m_mutex);
        m_metrics = metrics;
    }
    /// Sets what capabilities() answers; before, it says nothing and is not counted.
    void setCapabilities(const ttl::CapabilityTable& table)
    {
        const std::lock_guard lock(m_mutex);
        m_capabilities = table;
    }
    /// Refuses from now on what this server does not support.
    void refuse(Refused what)
    {
        const std::lock_guard lock(m_mutex);
        m_refused.insert(what);
    }
    /// How histogram() counts from now on.
    void setCounting(const Counting& counting)
    {
        const std::lock_guard lock(m_mutex);
        m_counting = counting;
    }
    /// The next change command reports success but changes nothing, which reading back must notice.
    void ignoreChanges(bool ignore)
    {
        const std::lock_guard lock(m_mutex);
        m_ignoreChanges = ignore;
    }

    /// The UUID of collections that commands make from now on.
    void setUuidOfNew(std::string uuid)
    {
        const std::lock_guard lock(m_mutex);
        m_uuidOfNew = std::move(uuid);
    }

    /// Sets what runCommand() answers to a command of that name.
    void answer(const std::string& command, bson::Document reply)
    {
        const std::lock_guard lock(m_mutex);
        m_answers.insert_or_assign(command, std::move(reply));
    }

    // ---- what tests look at ----

    std::size_t documentCount(const protocol::Namespace& ns) const
    {
        const std::lock_guard lock(m_mutex);
        const auto found = m_collections.find(ns);
        return found == m_collections.end() ? 0 : found->second.documents.size();
    }
    std::vector<bson::Document> documents(const protocol::Namespace& ns) const
    {
        const std::lock_guard lock(m_mutex);
        const auto found = m_collections.find(ns);
        return found == m_collections.end() ? std::vector<bson::Document>{}
                                            : found->second.documents;
    }
    /// The last request of each kind.
    ttl::HistogramRequest lastHistogram() const
    {
        const std::lock_guard lock(m_mutex);
        return m_lastHistogram;
    }
    ttl::DocumentQuery lastQuery() const
    {
        const std::lock_guard lock(m_mutex);
        return m_lastQuery;
    }
    std::vector<bson::Document> commands() const
    {
        const std::lock_guard lock(m_mutex);
        return m_commands;
    }

    // ---- TtlServer ----

    Result<ttl::ServerInfo> serverInfo(const ttl::CallLimits& limits) override
    {
        Call call(*this, "serverInfo", limits);
        return call.error ? Result<ttl::ServerInfo>(*call.error) : Result<ttl::ServerInfo>(m_info);
    }

    Result<void> checkAlive(const ttl::CallLimits& limits) override
    {
        Call call(*this, "checkAlive", limits);
        return call.error ? Result<void>(*call.error) : Result<void>();
    }

    Result<ttl::CapabilityTable> capabilities(const ttl::CallLimits& limits) override
    {
        {
            const std::lock_guard lock(m_mutex);
            if (!m_capabilities) {
                return ttl::CapabilityTable();
            }
        }
        Call call(*this, "capabilities", limits);
        return call.error ? Result<ttl::CapabilityTable>(*call.error)
                          : Result<ttl::CapabilityTable>(*m_capabilities);
    }

    Result<std::vector<ttl::DatabaseSpec>> databases(const ttl::CallLimits& limits) override
    {
        Call call(*this, "databases", limits);
        if (call.error) {
            return *call.error;
        }
        std::set<std::string> names;
        for (const auto& [ns, collection] : m_collections) {
            names.insert(ns.database);
        }
        std::vector<ttl::DatabaseSpec> specs;
        for (const std::string& name : names) {
            specs.push_back({name, 4'096});
        }
        return specs;
    }

    Result<std::vector<ttl::CollectionSpec>> collections(const std::string& database,
                                                         const ttl::CallLimits& limits) override
    {
        Call call(*this, "collections", limits);
        if (call.error) {
            return *call.error;
        }
        std::vector<ttl::CollectionSpec> specs;
        for (const auto& [ns, collection] : m_collections) {
            if (ns.database == database) {
                specs.push_back(collection.spec);
            }
        }
        return specs;
    }

    Result<std::vector<ttl::IndexSpec>> indexes(const protocol::Namespace& ns,
                                                const ttl::CallLimits& limits) override
    {
        Call call(*this, "indexes", limits);
        if (call.error) {
            return *call.error;
        }
        const auto found = m_collections.find(ns);
        if (found == m_collections.end()) {
            return base::serverError(26, "NamespaceNotFound", "ns does not exist: " + ns.text());
        }
        return found->second.indexes;
    }

    Result<ttl::CollectionStats> stats(const protocol::Namespace& ns,
                                       const ttl::CallLimits& limits) override
    {
        Call call(*this, "stats", limits);
        if (call.error) {
            return *call.error;
        }
        ttl::CollectionStats stats;
        stats.documents = static_cast<std::int64_t>(m_collections[ns].documents.size());
        stats.averageDocumentBytes = 64;
        stats.dataBytes = stats.documents * stats.averageDocumentBytes;
        return stats;
    }

    Result<ttl::TtlMetrics> ttlMetrics(const ttl::CallLimits& limits) override
    {
        Call call(*this, "ttlMetrics", limits);
        if (call.error) {
            return *call.error;
        }
        ttl::TtlMetrics metrics = m_metrics;
        metrics.serverTime = m_clock.now();
        return metrics;
    }

    Result<ttl::MemberList> members(const ttl::CallLimits& limits) override
    {
        Call call(*this, "members", limits);
        return call.error ? Result<ttl::MemberList>(*call.error) : deployment.list();
    }
    Result<ttl::MemberStatus> memberStatus(const std::string& host,
                                           const ttl::CallLimits& limits) override
    {
        Call call(*this, "memberStatus", limits);
        return call.error ? Result<ttl::MemberStatus>(*call.error) : deployment.ask(host);
    }
    Result<bson::Document> setMonitor(const std::string& host, bool enabled,
                                      const ttl::CallLimits& limits) override
    {
        Call call(*this, "setMonitor", limits);
        if (call.error) {
            return *call.error;
        }
        deployment.switchMonitor(host, enabled);
        return call.answer(bson::makeDocument("was", !enabled, "ok", 1.0));
    }
    Result<std::vector<ttl::ShardOverdue>> overduePerShard(const ttl::ImpactRequest& /*request*/,
                                                           const ttl::CallLimits& limits) override
    {
        Call call(*this, "overduePerShard", limits);
        return call.error ? Result<std::vector<ttl::ShardOverdue>>(*call.error)
                          : deployment.overdue();
    }

    Result<ttl::ExpiryHistogram> histogram(const ttl::HistogramRequest& request,
                                           const ttl::CallLimits& limits) override
    {
        Call call(*this, "histogram", limits);
        if (call.error) {
            return *call.error;
        }
        m_lastHistogram = request;
        return histogramOf(request, m_collections[request.ns].documents, m_counting);
    }

    Result<ttl::Impact> impact(const ttl::ImpactRequest& request,
                               const ttl::CallLimits& limits) override
    {
        Call call(*this, "impact", limits);
        if (call.error) {
            return *call.error;
        }
        return impactOf(request, m_collections[request.ns].documents);
    }

    Result<std::vector<ttl::FieldCandidate>> fieldCandidates(const protocol::Namespace& ns,
                                                             int /*sampleSize*/,
                                                             const ttl::CallLimits& limits) override
    {
        Call call(*this, "fieldCandidates", limits);
        if (call.error) {
            return *call.error;
        }
        return candidatesOf(m_collections[ns].documents);
    }

    /// createIndexes, collMod, dropIndexes, update and delete; noted as calls of "createIndex",
    /// "changeIndex", "dropIndex", "replace" or "setDate", and "remove".
    Result<bson::Document> alter(const std::string& database, const bson::Document& command,
                                 const ttl::CallLimits& limits) override
    {
        const std::string name((*command.view().begin()).key);
        Call call(*this, callNameOf(command), limits);
        if (call.error) {
            return *call.error;
        }
        m_commands.push_back(command);
        Collection& target = locked({database, std::string(command[name].asString())});
        if (const auto refused = refusalOf(m_refused, command, target)) {
            return *refused;
        }
        if (m_ignoreChanges) {
            return bson::makeDocument("ok", 1.0);
        }
        if (const auto reply = answerWrite(command, target.documents)) {
            return call.answer(*reply);
        }
        applyIndexCommand(name, command, target);
        return call.answer(bson::makeDocument("ok", 1.0));
    }

    Result<std::vector<bson::Document>> find(const ttl::DocumentQuery& query,
                                             const ttl::CallLimits& limits) override
    {
        Call call(*this, "find", limits);
        if (call.error) {
            return *call.error;
        }
        m_lastQuery = query;
        std::vector<bson::Document> found;
        for (const bson::Document& document : m_collections[query.ns].documents) {
            const bson::Date date = document[query.field].asDate();
            if ((query.from || query.to) && document[query.field].type() != bson::Type::Date) {
                continue;
            }
            if ((!query.from || date.millis > query.from->millis)
                && (!query.to || date.millis <= query.to->millis)
                && (!query.filter || matches(*query.filter, document))) {
                found.push_back(document);
            }
        }
        if (query.sort) {
            sortBy(*query.sort, found);
        } else if (!query.field.empty()) {
            std::ranges::stable_sort(found, {}, [&](const bson::Document& document) {
                return document[query.field].asDate().millis;
            });
        }
        const auto first
            = std::min<std::size_t>(static_cast<std::size_t>(query.skip), found.size());
        found.erase(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(first));
        found.resize(std::min<std::size_t>(found.size(), static_cast<std::size_t>(query.limit)));
        return found;
    }

    Result<std::int64_t> insert(const protocol::Namespace& ns,
                                const std::vector<bson::Document>& documents,
                                const ttl::CallLimits& limits) override
    {
        Call call(*this, "insert", limits);
        if (call.error) {
            return *call.error;
        }
        std::vector<bson::Document>& all = locked(ns).documents;
        all.insert(all.end(), documents.begin(), documents.end());
        return call.answer(static_cast<std::int64_t>(documents.size()));
    }

    // What another client does.

    Result<bool> replace(const protocol::Namespace& ns, const bson::Document& replacement,
                         const ttl::CallLimits& /*limits*/)
    {
        const std::lock_guard lock(m_mutex);
        for (bson::Document& document : m_collections[ns].documents) {
            if (bson::equal(document["_id"], replacement["_id"])) {
                document = replacement;
                return true;
            }
        }
        return false;
    }
    Result<std::int64_t> setDate(const protocol::Namespace& ns, const std::vector<bson::Value>& ids,
                                 const std::string& field, bson::Date date,
                                 const ttl::CallLimits& /*limits*/)
    {
        const std::lock_guard lock(m_mutex);
        std::int64_t changed = 0;
        for (bson::Document& document : m_collections[ns].documents) {
            if (holds(ids, document)) {
                document = withField(document, field, bson::Value::of(date).view());
                ++changed;
            }
        }
        return changed;
    }
    Result<std::int64_t> remove(const protocol::Namespace& ns, const std::vector<bson::Value>& ids,
                                const ttl::CallLimits& /*limits*/)
    {
        const std::lock_guard lock(m_mutex);
        return static_cast<std::int64_t>(
            std::erase_if(m_collections[ns].documents,
                          [&](const bson::Document& document) { return holds(ids, document); }));
    }

    /// Knows dropDatabase, createIndexes, find, count and delete; anything else is noted and
    /// answered with {ok: 1}.
    Result<bson::Document> runCommand(const std::string& database, const bson::Document& command,
                                      const ttl::CallLimits& limits) override
    {
        Call call(*this, "runCommand", limits);
        if (limits.watch && !mongo::onlyReads(command) && !limits.key.permits()) {
            return base::failure(Errc::NotPermitted, "The connection is locked.");
        }
        if (call.error) {
            return *call.error;
        }
        if (command.contains("dropDatabase")) {
            std::erase_if(m_collections,
                          [&](const auto& entry) { return entry.first.database == database; });
        } else if (command.contains("createIndexes")) {
            Collection& target
                = locked({database, std::string(command["createIndexes"].asString())});
            for (const bson::Element& element : command["indexes"].asDocument()) {
                target.indexes.push_back(parsed(element.value.asDocument()));
            }
        }
        m_commands.push_back(command);
        const std::string name((*command.view().begin()).key);
        if (const auto canned = m_answers.find(name); canned != m_answers.end()) {
            return canned->second;
        }
        if (command.contains("find")) {
            return answerFind(
                command, locked({database, std::string(command["find"].asString())}).documents);
        }
        if (command.contains("count")) {
            return answerCount(
                command, locked({database, std::string(command["count"].asString())}).documents);
        }
        if (command.contains("delete")) {
            return call.answer(answerDelete(
                command, locked({database, std::string(command["delete"].asString())}).documents));
        }
        return bson::makeDocument("ok", 1.0);
    }

private:
    Collection& locked(const protocol::Namespace& ns)
    {
        Collection& made = m_collections[ns];
        if (made.spec.ns != ns) {
            made.spec.ns = ns;
            made.spec.uuid = m_uuidOfNew;
        }
        if (made.indexes.empty()) {
            made.indexes.push_back(makeIndex("_id_", bson::makeDocument("_id", 1)));
        }
        return made;
    }

    const base::Clock& m_clock;
    std::map<protocol::Namespace, Collection> m_collections; // all below guarded by m_mutex
    ttl::ServerInfo m_info;
    ttl::TtlMetrics m_metrics;
    ttl::HistogramRequest m_lastHistogram;
    ttl::DocumentQuery m_lastQuery;
    std::vector<bson::Document> m_commands;
    std::map<std::string, bson::Document> m_answers;
    std::string m_uuidOfNew;
    bool m_ignoreChanges = false;
    Counting m_counting;
    std::optional<ttl::CapabilityTable> m_capabilities;
    std::set<Refused> m_refused;
};

} // namespace sandglass::tests
