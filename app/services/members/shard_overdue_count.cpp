// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/members/shard_overdue_count.h"

#include "app/services/connections/connection_service.h"
#include "app/services/explorer/catalog_service.h"
#include "app/services/forecast/forecast_service.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace sandglass::services {

namespace {

void addRequests(const CatalogCollection& collection, base::Time now,
                 std::deque<ttl::ImpactRequest>& requests)
{
    for (const ttl::Rule& rule : rulesOf(collection)) {
        if (rule.valid && !rule.hiddenByServer) {
            requests.push_back(ttl::impactRequest(rule, now, 0));
        }
    }
}

} // namespace

ShardOverdueCount::ShardOverdueCount(ConnectionService& connections, CatalogService& catalog,
                                     QObject* parent)
    : QObject(parent)
    , m_connections(connections)
    , m_catalog(catalog)
{
    connect(&connections, &ConnectionService::disconnected, this, &ShardOverdueCount::cancel);
    connect(&connections, &ConnectionService::connected, this, &ShardOverdueCount::reset);
}

ShardOverdueCount::~ShardOverdueCount()
{
    m_cancel.cancel();
}

void ShardOverdueCount::reset()
{
    m_cancel.cancel();
    m_counting.drop();
    m_open.clear();
    m_sums.clear();
    m_perRule.clear();
    m_asOf.reset();
    m_error.reset();
    m_counted = m_failed = m_rules = 0;
    m_mayMissRules = false;
    m_running = false;
    Q_EMIT changed();
}

void ShardOverdueCount::start()
{
    if (!m_connections.isConnected()) {
        return;
    }
    reset();
    m_cancel = {};
    m_asOf = m_connections.serverNow();
    for (const CatalogDatabase& database : m_catalog.catalog().databases) {
        for (const CatalogCollection& collection : database.collections) {
            addRequests(collection, *m_asOf, m_open);
        }
    }
    m_rules = static_cast<int>(m_open.size());
    m_mayMissRules = !m_catalog.isLoaded() || m_catalog.catalog().isPartial();
    m_running = true;
    next();
}

void ShardOverdueCount::cancel()
{
    if (!m_running) {
        return;
    }
    m_cancel.cancel();
    m_counting.drop();
    m_open.clear();
    m_running = false;
    Q_EMIT changed();
}

void ShardOverdueCount::next()
{
    if (m_open.empty()) {
        m_running = false;
        Q_EMIT changed();
        return;
    }
    const ttl::ImpactRequest request = std::move(m_open.front());
    m_open.pop_front();
    const auto ask = [request](ttl::TtlServer& server, const ttl::CallLimits& limits) {
        return server.overduePerShard(request, limits);
    };
    m_counting.ask(m_connections.run(ask, {kCountTimeout, m_cancel}), this,
                   [this, request](const Result<std::vector<ttl::ShardOverdue>>& answer) {
                       take(request, answer);
                   });
    Q_EMIT changed();
}

std::vector<RuleOverdue> ShardOverdueCount::rulesOn(const std::string& shard) const
{
    const auto found = m_perRule.find(shard);
    std::vector<RuleOverdue> rules
        = found == m_perRule.end() ? std::vector<RuleOverdue>() : found->second;
    std::ranges::stable_sort(rules, std::greater(), &RuleOverdue::documents);
    return rules;
}

void ShardOverdueCount::take(const ttl::ImpactRequest& request,
                             const Result<std::vector<ttl::ShardOverdue>>& answer)
{
    if (answer) {
        ++m_counted;
        for (const ttl::ShardOverdue& each : *answer) {
            ttl::ShardOverdue& sum = m_sums[each.shard];
            sum.shard = each.shard;
            sum.documents += each.documents;
            sum.atLeast = sum.atLeast || each.atLeast;
            if (each.documents > 0) {
                m_perRule[each.shard].push_back(
                    {request.ns, request.field, each.documents, each.atLeast});
            }
        }
    } else {
        ++m_failed;
        m_error = answer.error();
    }
    next();
}

} // namespace sandglass::services

#include "moc_shard_overdue_count.cpp"
