// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/commands/data_files.h"
#include "app/engine/commands/recent_log.h"
#include "app/engine/commands/status_source.h"
#include "app/engine/commands/trash_bin.h"
#include "app/engine/commands/waiting_requests.h"

#include <functional>
#include <string>
#include <vector>

namespace sandglass::tests {

/// What commands use of the server, without a server: records the calls and returns what the test
/// has set. One thread.
class FakeServerPorts final : public engine::commands::DataFiles,
                              public engine::commands::RecentLog,
                              public engine::commands::StatusSource,
                              public engine::commands::TrashBin,
                              public engine::commands::WaitingRequests
{
public:
    Result<void> sync() override
    {
        ++syncs;
        return syncResult;
    }
    Result<void> checkpoint(const std::string& folder) override
    {
        checkpoints.push_back(folder);
        return checkpointResult;
    }
    bool writesRefused() const override { return refusesWrites; }
    std::vector<std::string> recent() const override { return logLines; }
    std::vector<std::string> startupWarnings() const override { return startupLines; }
    void appendSections(bson::Builder& status) const override
    {
        if (sections) {
            sections(status);
        }
    }
    void appendTtlMetrics(bson::Builder& metrics) const override
    {
        if (ttlMetrics) {
            ttlMetrics(metrics);
        }
    }
    void wake() override { ++wakes; }
    Result<engine::trash::PutBackResult>
    putBack(const engine::trash::PutBackOrder& /*order*/) override
    {
        return putBackResult;
    }

    int syncs = 0;
    int wakes = 0;
    bool refusesWrites = false;
    Result<void> syncResult;
    Result<void> checkpointResult;
    Result<engine::trash::PutBackResult> putBackResult;
    std::vector<std::string> checkpoints; ///< the folders asked for
    std::vector<std::string> logLines;
    std::vector<std::string> startupLines;
    std::function<void(bson::Builder&)> sections; ///< empty: none
    std::function<void(bson::Builder&)> ttlMetrics; ///< empty: none
};

} // namespace sandglass::tests
