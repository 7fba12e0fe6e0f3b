// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/builder.h"
#include "tests/support/service_fixture.h"

#include <QDir>

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace sandglass::tests {

inline const protocol::Namespace kLogs{"shop", "logs"};

/// A collection whose documents 0 … `expired` − 1 are due, and one that is not.
struct PurgeFixture : ServiceFixture
{
    explicit PurgeFixture(int expired = 25)
    {
        server->addIndex(kLogs, "at", 3'600);
        for (std::int32_t id = 0; id < expired; ++id) {
            server->addDocument(kLogs, document(id, std::chrono::hours(2)));
        }
        server->addDocument(kLogs, document(1'000, std::chrono::minutes(1)));
        set.purges.setLongestTick(std::chrono::milliseconds(1));
    }

    bson::Document document(std::int32_t id, base::Millis age) const
    {
        return bson::makeDocument("_id", id, "at", bson::Date::from(clock.now() - age));
    }

    services::PurgeRequest request(int batch = 10) const
    {
        services::PurgeRequest asked;
        asked.rule = {kLogs, "at", 3'600, {}, clock.now(), 0};
        asked.index = "at_1";
        asked.counted = static_cast<std::int64_t>(server->documentCount(kLogs)) - 1;
        asked.options.batch = batch;
        asked.options.pause = std::chrono::milliseconds(0);
        return asked;
    }
    services::PurgeRequest archiving(archive::Format format) const
    {
        services::PurgeRequest asked = request();
        asked.archive = format;
        asked.archiveFolder = folder.filePath(QStringLiteral("archives"));
        return asked;
    }

    bool reaches(services::PurgePhase phase) const
    {
        // with a sanitizer, archives of thousands of documents take their time
        constexpr int kPatienceMillis = 60'000;
        return QTest::qWaitFor([&] { return set.purges.status().phase == phase; }, kPatienceMillis);
    }
    /// Starts the purge with a pause of ten minutes between two batches. True when the first batch
    /// is done and the purge waits for the next.
    bool waitsAfterABatch(services::PurgeRequest asked)
    {
        asked.options.pause = std::chrono::minutes(10);
        return set.purges.start(asked).has_value() && reaches(services::PurgePhase::Waiting);
    }
    /// Lets `pause` go by if the purge waits for its next batch. True when it has ended.
    bool waitsNoMore(base::Millis pause)
    {
        if (set.purges.status().phase == services::PurgePhase::Waiting) {
            clock.advance(pause);
        }
        return set.purges.status().phase == services::PurgePhase::Ended;
    }
    bool pausedFor(services::PauseReason reason) const
    {
        return reaches(services::PurgePhase::Paused) && set.purges.status().reason == reason;
    }
    int commands(std::string_view name) const
    {
        const auto all = server->commands();
        return static_cast<int>(std::ranges::count_if(
            all, [&](const bson::Document& command) { return command.contains(name); }));
    }
    QStringList stateFiles() const
    {
        return QDir(folder.filePath(QStringLiteral("purges")))
            .entryList({QStringLiteral("*.json")});
    }
};

} // namespace sandglass::tests
