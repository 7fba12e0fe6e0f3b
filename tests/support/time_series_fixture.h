// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/command_fixture.h"

#include <QString>
#include <QStringList>

#include <string>

namespace sandglass::tests {

/// 2029-12-31T12:00:00Z, twelve hours before the fixture's clock.
inline constexpr std::int64_t kNoon = 1'893'412'800'000;

/// {"$date": …} of milliseconds since 1970.
inline std::string at(std::int64_t millis)
{
    return dateJson(base::Time(base::Millis(millis)));
}

/// A measurement: `minutes` after noon, sensor, value.
inline std::string measured(int id, int minutes, const std::string& sensor, int value)
{
    return R"({"_id":)" + std::to_string(id) + R"(,"t":)" + at(kNoon + minutes * 60'000LL)
        + R"(,"s":)" + sensor + R"(,"v":)" + std::to_string(value) + "}";
}

/// The commands with a time series db.w of time t and meta s.
class TimeSeriesFixture : public CommandFixture
{
public:
    TimeSeriesFixture()
    {
        good(R"({"create":"w","timeseries":{"timeField":"t","metaField":"s"}})");
    }

    /// That many measurements of sensor 1 from noon on.
    void insertMany(int count, int stepSeconds)
    {
        std::string documents;
        for (int i = 0; i < count; ++i) {
            documents += (i == 0 ? "" : ",") + std::string(R"({"_id":)") + std::to_string(i)
                + R"(,"t":)" + at(kNoon + i * stepSeconds * 1000LL) + R"(,"s":1,"v":)"
                + std::to_string(i) + "}";
        }
        good(R"({"insert":"w","documents":[)" + documents + "]}");
    }
    /// Four measurements in three buckets.
    void insertFew()
    {
        good(R"({"insert":"w","documents":[)" + measured(1, 0, "1", 10) + ","
             + measured(2, 30, "1", 20) + "," + measured(3, 0, "2", 30) + ","
             + measured(4, 90, "1", 40) + "]}");
    }
    /// How many buckets db.w has.
    int buckets()
    {
        return static_cast<int>(good(R"({"count":"system.buckets.w"})")["n"].toInt64());
    }
    /// The entry of listCollections for that name; empty when there is none.
    bson::Document listing(const std::string& name)
    {
        const bson::Document reply
            = good(R"({"listCollections":1,"filter":{"name":")" + name + R"("}})");
        return bson::Document(
            reply["cursor"].asDocument()["firstBatch"].asDocument()["0"].asDocument());
    }
    /// The reply to createIndexes with one spec on db.w.
    bson::Document createIndex(const std::string& spec)
    {
        return run(R"({"createIndexes":"w","indexes":[)" + spec + "]}");
    }
    /// Names in the order of listIndexes.
    QString indexNames(const std::string& collection)
    {
        const bson::Document reply = good(R"({"listIndexes":")" + collection + R"("})");
        QStringList names;
        for (const bson::Element& entry : reply["cursor"].asDocument()["firstBatch"].asDocument()) {
            names << QString::fromStdString(
                std::string(entry.value.asDocument()["name"].asString()));
        }
        return names.join(QChar(u' '));
    }
};

} // namespace sandglass::tests
