// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/engine/sample_collections.h"

#include "app/bson/builder.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

using namespace std::chrono_literals;

namespace sandglass::services {

namespace {

using base::Millis;
using base::Time;
using bson::Builder;
using bson::Date;
using bson::Document;

// A number from 0 to limit − 1.
std::int64_t below(std::int64_t limit, SampleRandom& random)
{
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(limit));
}

// A span from 0 to just below `span`.
Millis upTo(std::chrono::seconds span, SampleRandom& random)
{
    return Millis(below(Millis(span).count(), random));
}

// An age below `span`, more often near one of a few bursts than between them: log entries come in
// waves.
Millis burstAge(std::chrono::seconds span, int bursts, SampleRandom& random)
{
    const std::int64_t width = Millis(span).count() / bursts;
    if (below(3, random) == 0) {
        return upTo(span, random);
        // the middle of the bursts is a third into each section; three numbers added up cluster
        // around it
    }
    const std::int64_t middle = below(bursts, random) * width + width / 3;
    const std::int64_t scatter
        = (below(width, random) + below(width, random) + below(width, random)) / 3 - width / 2;
    return Millis(std::clamp<std::int64_t>(middle + scatter / 2, 0, Millis(span).count() - 1));
}

template <std::size_t N>
std::string_view one(const std::array<std::string_view, N>& words, SampleRandom& random)
{
    return words[static_cast<std::size_t>(below(N, random))];
}

constexpr std::array<std::string_view, 6> kEvents{"login",  "logout",  "upload",
                                                  "search", "payment", "timeout"};
constexpr std::array<std::string_view, 5> kStates{"open", "waiting", "answered", "closed",
                                                  "reopened"};
constexpr std::array<std::string_view, 4> kSuccess{"success", "success", "success", "failure"};
constexpr std::array<std::string_view, 6> kGoods{"lamp", "chair",  "kettle",
                                                 "rug",  "mirror", "clock"};

Document session(std::string_view idField, int number, Date accessTime)
{
    return bson::makeDocument("_id", std::int32_t{number}, idField, std::int32_t{100 + number},
                              "accessTime", accessTime);
}

Document authLog(int number, Time now, SampleRandom& random)
{
    // every twentieth is overdue; the others expire within five minutes unless they are touched
    const Millis age = number % 20 == 19 ? 300s + upTo(120s, random) : upTo(300s, random);
    return session("userID", number, Date::from(now - age));
}

Document tokenLog(int number, Time now, SampleRandom& random)
{
    const Millis age = number % 40 == 39 ? 1800s + upTo(600s, random) : burstAge(1800s, 4, random);
    return session("token", number, Date::from(now - age));
}

Document logEvents(int number, Time now, SampleRandom& random)
{
    Builder builder;
    builder.append("_id", std::int32_t{number});
    if (number % 60 == 17) {
        // a common mistake: a date stored as text never expires
        builder.append("createdAt", "2013-07-22T14:00:00Z");
    } else if (number % 120 != 29) {
        const Millis age
            = number % 10 == 9 ? 3600s + upTo(1800s, random) : burstAge(3600s, 6, random);
        builder.append("createdAt", Date::from(now - age));
    }
    builder.append("logEvent", std::int32_t{static_cast<std::int32_t>(below(9, random))})
        .append("logMessage", one(kSuccess, random));
    return builder.take();
}

Document appEvents(int number, Time now, SampleRandom& random)
{
    Builder builder;
    builder.append("_id", std::int32_t{number});
    if (number % 25 != 7) {
        // most expire in the next two days, some within a week, and a few are overdue
        const int share = number % 10;
        const Millis ahead = share == 0 ? -upTo(900s, random)
            : share < 7                 ? burstAge(48h, 8, random)
                                        : upTo(168h, random);
        builder.append("expireAt", Date::from(now + ahead));
    }
    builder.append("logEvent", one(kEvents, random)).append("logMessage", one(kSuccess, random));
    return builder.take();
}

Document carts(int number, Time now, SampleRandom& random)
{
    const bool paid = number % 8 == 3; // outside the index's partial filter: never expires
    Builder builder;
    builder.append("_id", std::int32_t{number})
        .append("cartID", std::int32_t{5'000 + number})
        .append("state", paid ? "paid" : "open")
        .append("lastModified", Date::from(now - upTo(171h, random)))
        .beginArray("items");
    for (std::int64_t items = 1 + below(4, random); items > 0; --items) {
        builder.pushDocument()
            .append("name", one(kGoods, random))
            .append("quantity", std::int32_t{static_cast<std::int32_t>(1 + below(3, random))})
            .end();
    }
    return builder.end().take();
}

Document pageCache(int number, Time now, SampleRandom& random)
{
    const Millis age = burstAge(6h, 12, random);
    return bson::makeDocument("_id", std::int32_t{number}, "url",
                              "/articles/" + std::to_string(below(9'000, random)), "cachedAt",
                              Date::from(now - age), "bytes", std::int32_t{2'000 + number % 7'000});
}

Document tickets(int number, Time now, SampleRandom& random)
{
    const Millis age = upTo(24h * 90, random);
    return bson::makeDocument("_id", std::int32_t{number}, "ticket", std::int32_t{70'000 + number},
                              "state", one(kStates, random), "lastModifiedDate",
                              Date::from(now - age));
}

Document eventlog(int number, Time now, SampleRandom& random)
{
    const Millis age = burstAge(24h * 30, 10, random);
    return bson::makeDocument("_id", std::int32_t{number}, "event", one(kEvents, random),
                              "lastModifiedDate", Date::from(now - age));
}

Document weather(int number, Time now, SampleRandom& random)
{
    constexpr int kStations = 5;
    // 900 readings per station, evenly over a day
    const Millis age = std::chrono::seconds(86'400 * (number / kStations) / 900);
    Builder builder;
    builder.append("_id", std::int32_t{number})
        .append("timestamp", Date::from(now - age))
        .beginDocument("metadata")
        .append("sensorId", std::int32_t{5'578 + number % kStations})
        .append("type", "temperature")
        .end()
        .append("temp", 12.0 + static_cast<double>(below(90, random)) / 10.0);
    return builder.take();
}

Document indexOn(std::string_view field, std::int32_t direction, std::int64_t seconds)
{
    Builder builder;
    builder.append("key", bson::makeDocument(field, direction))
        .append("name", std::string(field) + (direction > 0 ? "_1" : "_-1"));
    // below 0: an ordinary index, for the user to convert
    if (seconds >= 0) {
        builder.append("expireAfterSeconds", seconds);
    }
    return builder.take();
}

Document cartIndex()
{
    Builder builder;
    builder.appendAll(indexOn("lastModified", 1, 604'800))
        .append("partialFilterExpression", bson::makeDocument("state", "open"));
    return builder.take();
}

} // namespace

const std::vector<SampleCollection>& sampleCollections()
{
    static const std::vector<SampleCollection> kCollections{
        {"authLog", 2'000, indexOn("accessTime", 1, 300), &authLog},
        {"tokenLog", 4'000, indexOn("accessTime", 1, 1'800), &tokenLog},
        {"log.events", 12'000, indexOn("createdAt", 1, 3'600), &logEvents},
        {"app.events", 7'000, indexOn("expireAt", 1, 0), &appEvents},
        {"carts", 5'000, cartIndex(), &carts},
        {"pageCache", 8'000, indexOn("cachedAt", -1, 21'600), &pageCache},
        {"tickets", 3'000, indexOn("lastModifiedDate", 1, -1), &tickets},
        {"eventlog", 4'500, indexOn("lastModifiedDate", 1, 2'592'000), &eventlog},
        {"weather24h", 4'500, indexOn("timestamp", 1, 86'400), &weather},
    };
    return kCollections;
}

Document freshAuthSession(Time now, SampleRandom& random)
{
    return bson::makeDocument(
        "_id", bson::ObjectId::generate(), "userID",
        std::int32_t{static_cast<std::int32_t>(10'000 + below(90'000, random))}, "accessTime",
        Date::from(now));
}

Document freshLogEvent(Time now, SampleRandom& random)
{
    return bson::makeDocument("_id", bson::ObjectId::generate(), "createdAt", Date::from(now),
                              "logEvent", std::int32_t{static_cast<std::int32_t>(below(9, random))},
                              "logMessage", one(kSuccess, random));
}

Document freshAppEvent(Time now, SampleRandom& random)
{
    return bson::makeDocument("_id", bson::ObjectId::generate(), "expireAt",
                              Date::from(now + upTo(900s, random)), "logEvent",
                              one(kEvents, random), "logMessage", one(kSuccess, random));
}

Document freshPage(Time now, SampleRandom& random)
{
    return bson::makeDocument(
        "_id", bson::ObjectId::generate(), "url",
        "/articles/" + std::to_string(below(9'000, random)), "cachedAt", Date::from(now), "bytes",
        std::int32_t{static_cast<std::int32_t>(2'000 + below(7'000, random))});
}

} // namespace sandglass::services
