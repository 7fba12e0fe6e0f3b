// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/member.h"

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace sandglass::tests {

/// The members of a fake deployment. Any thread.
class FakeMembers
{
public:
    /// What is listed from now on; before, the server itself.
    void set(const ttl::MemberList& list)
    {
        const std::lock_guard lock(m_mutex);
        m_list = list;
    }
    /// Sets the answer of a member.
    void answer(const std::string& host, const Result<ttl::MemberStatus>& status)
    {
        const std::lock_guard lock(m_mutex);
        m_answers.insert_or_assign(host, status);
    }
    /// The state of a member; it must have one.
    ttl::MemberStatus status(const std::string& host) const
    {
        const std::lock_guard lock(m_mutex);
        return *m_answers.at(host);
    }
    /// From now on, switches report success and change nothing.
    void ignoreSwitches()
    {
        const std::lock_guard lock(m_mutex);
        m_ignoring = true;
    }
    /// Sets the overdue documents of the rules on the shards, one rule after the other.
    void setOverdue(const std::vector<ttl::ShardOverdue>& overdue)
    {
        const std::lock_guard lock(m_mutex);
        m_overdue = overdue;
    }

    ttl::MemberList list() const
    {
        const std::lock_guard lock(m_mutex);
        return m_list;
    }
    Result<ttl::MemberStatus> ask(const std::string& host) const
    {
        const std::lock_guard lock(m_mutex);
        const auto found = m_answers.find(host);
        if (found == m_answers.end()) {
            return base::failure(Errc::Network, "connection refused by " + host);
        }
        return found->second;
    }
    void switchMonitor(const std::string& host, bool enabled)
    {
        const std::lock_guard lock(m_mutex);
        const auto found = m_answers.find(host);
        if (!m_ignoring && found != m_answers.end() && found->second) {
            found->second->metrics.monitorEnabled = enabled;
        }
    }
    std::vector<ttl::ShardOverdue> overdue() const
    {
        const std::lock_guard lock(m_mutex);
        return m_overdue;
    }

private:
    mutable std::mutex m_mutex; // guards all below
    ttl::MemberList m_list{ttl::ClusterKind::Single, {}, {ttl::Member{}}, {}};
    std::map<std::string, Result<ttl::MemberStatus>> m_answers;
    std::vector<ttl::ShardOverdue> m_overdue;
    bool m_ignoring = false;
};

} // namespace sandglass::tests
