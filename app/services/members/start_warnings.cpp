// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/members/start_warnings.h"

#include "app/bson/builder.h"
#include "app/bson/json.h"

namespace sandglass::services {

namespace {

// As in app/engine/storage/open_store.cpp.
constexpr std::int64_t kCutJournalLogId = 9100102;

} // namespace

Result<std::vector<StartWarning>> readStartWarnings(ttl::TtlServer& server,
                                                    const ttl::CallLimits& limits)
{
    const Result<bson::Document> reply
        = server.runCommand("admin", bson::makeDocument("getLog", "startupWarnings"), limits);
    TRY(reply);
    std::vector<StartWarning> warnings;
    for (const bson::Element& each : (*reply)["log"].asDocument()) {
        const Result<bson::Document> line = bson::fromJson(each.value.asString());
        if (line && (*line)["c"].asString() == "STORAGE") {
            warnings.push_back({(*line)["id"].toInt64() == kCutJournalLogId,
                                std::string((*line)["msg"].asString()),
                                std::string((*line)["attr"].asDocument()["copy"].asString())});
        }
    }
    return warnings;
}

} // namespace sandglass::services
