// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/services/calls/latest.h"
#include "app/ttl/member.h"
#include "app/ttl/requests.h"

#include <QObject>

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sandglass::services {

class CatalogService;
class ConnectionService;

/// Overdue documents of one rule on one shard.
struct RuleOverdue
{
    protocol::Namespace ns;
    std::string field; ///< of the rule
    std::int64_t documents = 0; ///< > 0
    bool atLeast = false; ///< counting has stopped at `documents`

    bool operator==(const RuleOverdue&) const = default;
};

/// Counts the overdue documents of every rule per shard, one rule after the other, when asked to.
/// GUI thread.
class ShardOverdueCount : public QObject
{
    Q_OBJECT
public:
    /// Both services must outlive this object.
    ShardOverdueCount(ConnectionService& connections, CatalogService& catalog,
                      QObject* parent = nullptr);
    ~ShardOverdueCount() override;

    /// Counts all rules of the catalogue anew. Does nothing without a connection.
    void start();
    /// Stops; the sums so far stay.
    void cancel();

    /// Whether it is counting.
    bool isRunning() const { return m_running; }
    /// The sums per shard of the rules counted so far.
    const std::map<std::string, ttl::ShardOverdue>& sums() const { return m_sums; }
    /// The rules that have overdue documents on a shard, those with the most first.
    std::vector<RuleOverdue> rulesOn(const std::string& shard) const;
    /// Rules that were counted so far.
    int counted() const { return m_counted; }
    /// Rules that could not be counted.
    int failed() const { return m_failed; }
    /// All rules that are to be counted.
    int rules() const { return m_rules; }
    /// Whether there may be more rules: when the count began, the catalogue was not read whole.
    bool mayMissRules() const { return m_mayMissRules; }
    /// Server time at which the count began; unset before the first one.
    std::optional<base::Time> asOf() const { return m_asOf; }
    /// The last error; unset if every rule could be counted.
    const std::optional<Error>& error() const { return m_error; }

Q_SIGNALS:
    /// Any of the above has changed.
    void changed();

private:
    /// Asks for the next rule, or ends.
    void next();
    /// Adds the answer of the rule that was asked about.
    void take(const ttl::ImpactRequest& request,
              const Result<std::vector<ttl::ShardOverdue>>& answer);
    /// Forgets everything.
    void reset();

    ConnectionService& m_connections;
    CatalogService& m_catalog;
    std::deque<ttl::ImpactRequest> m_open;
    std::map<std::string, ttl::ShardOverdue> m_sums;
    std::map<std::string, std::vector<RuleOverdue>> m_perRule;
    std::optional<base::Time> m_asOf;
    std::optional<Error> m_error;
    int m_counted = 0;
    int m_failed = 0;
    int m_rules = 0;
    bool m_mayMissRules = false;
    bool m_running = false;
    ttl::CancelToken m_cancel;
    Latest m_counting;
};

} // namespace sandglass::services
