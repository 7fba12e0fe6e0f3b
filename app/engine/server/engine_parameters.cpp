// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/server/engine_parameters.h"

#include "app/bson/builder.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/parameters.h"
#include "app/engine/expiry/ttl_settings.h"
#include "app/engine/request/server_version.h"
#include "app/engine/server/json_log.h"
#include "app/engine/server/ttl_safety.h"
#include "app/protocol/server_code.h"

#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace sandglass::engine::server {

using commands::Parameter;
using commands::parameterBool;
using commands::parameterInteger;

namespace {

constexpr std::int64_t kInt32Max = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t kInt64Max = std::numeric_limits<std::int64_t>::max();

/// Smallest and largest accepted value. A value whose range fits in 32 bits is listed as int32, as
/// in MongoDB.
struct Range
{
    std::int64_t minimum = 0;
    std::int64_t maximum = kInt32Max;
};

/// A number that can be set at startup and at run time. `changed`: called after each change.
Parameter integer(std::string name, std::atomic<std::int64_t>& target, Range range,
                  std::function<void()> changed)
{
    auto get = [&target, narrow = range.maximum <= kInt32Max] {
        return narrow ? bson::Value::of(static_cast<std::int32_t>(target.load()))
                      : bson::Value::of(target.load());
    };
    auto set = [name, &target, range,
                changed = std::move(changed)](bson::ValueView value) -> Result<void> {
        const auto number = parameterInteger(name, value, range.minimum, range.maximum);
        TRY(number);
        target = *number;
        changed();
        return {};
    };
    return {std::move(name), std::move(get), std::move(set), true, true};
}

Parameter boolean(std::string name, std::atomic<bool>& target, std::function<void()> changed)
{
    auto get = [&target] { return bson::Value::of(target.load()); };
    auto set = [&target, changed = std::move(changed)](bson::ValueView value) -> Result<void> {
        target = parameterBool(value);
        changed();
        return {};
    };
    return {std::move(name), std::move(get), std::move(set), true, true};
}

void addTtl(commands::ParameterTable& table, expiry::TtlSettings& ttl,
            const std::function<void()>& changed)
{
    constexpr std::int64_t kMostDays = 3650;
    table.add(integer("sandglassTrashDays", ttl.trash.days, {0, kMostDays}, changed));
    table.add(integer("sandglassTrashBytes", ttl.trash.bytes, {0, kInt64Max}, changed));
    table.add(boolean("ttlMonitorEnabled", ttl.enabled, changed));
    table.add(integer("ttlMonitorSleepSecs", ttl.sleepSeconds, {1, kInt32Max}, changed));
    table.add(boolean("ttlMonitorBatchDeletes", ttl.batchDeletes, changed));
    table.add(integer("ttlMonitorSubPassTargetSecs", ttl.subPassTargetSeconds, {}, changed));
    table.add(integer("ttlIndexDeleteTargetTimeMS", ttl.indexTargetMillis, {}, changed));
    table.add(integer("ttlIndexDeleteTargetDocs", ttl.indexTargetDocuments, {}, changed));
    table.add(
        integer("batchedDeletesTargetBatchDocs", ttl.batchDocuments, {0, kInt64Max}, changed));
    table.add(integer("batchedDeletesTargetBatchTimeMS", ttl.batchMillis, {0, kInt64Max}, changed));
    table.add(
        integer("batchedDeletesTargetStagedDocBytes", ttl.stagedBytes, {0, kInt64Max}, changed));
    table.add(
        integer("sandglassBulkDeletesFromDocs", ttl.bulkFromDocuments, {0, kInt64Max}, changed));
    table.add(integer("sandglassBulkDeletesFromPercent", ttl.bulkFromPercent, {0, 100}, changed));
}

/// Moves the engine's clock, so that a test or a rehearsal need not wait for documents to expire.
Parameter clockOffset(const EngineSettings& settings, base::SystemClock& clock)
{
    Parameter parameter;
    parameter.name = "sandglassClockOffsetMillis";
    parameter.get = [&clock] { return bson::Value::of(std::int64_t{clock.offset().count()}); };
    parameter.set
        = [name = parameter.name, &settings, &clock](bson::ValueView value) -> Result<void> {
        if (!settings.testCommands) {
            return protocol::commandError(
                protocol::ServerCode::InvalidOptions,
                name + " can be set only under --setParameter enableTestCommands=true");
        }
        // within ± 1000 years, so that no date arithmetic overflows
        constexpr std::int64_t kMost = 1000LL * 366 * 86'400'000;
        const auto millis = parameterInteger(name, value, -kMost, kMost);
        TRY(millis);
        clock.setOffset(base::Millis(*millis));
        return {};
    };
    return parameter;
}

Parameter logLevel(JsonLog& log)
{
    Parameter parameter;
    parameter.name = "logLevel";
    parameter.get = [&log] { return bson::Value::of(std::int32_t{log.verbosity()}); };
    parameter.set = [&log](bson::ValueView value) -> Result<void> {
        const auto level = parameterInteger("logLevel", value, 0, 5);
        TRY(level);
        log.setVerbosity(static_cast<int>(*level));
        return {};
    };
    return parameter;
}

/// MongoDB's featureCompatibilityVersion. It can only be read: a command sets it.
Parameter featureCompatibility(const request::EngineFacts& facts)
{
    Parameter parameter;
    parameter.name = "featureCompatibilityVersion";
    parameter.get = [&facts] {
        return bson::Value::document(bson::makeDocument("version", facts.compatibility));
    };
    parameter.atRuntime = false;
    parameter.atStartup = false;
    return parameter;
}

/// MongoDB's version of the documents of users. It can only be read: mongodump asks for it.
Parameter authSchemaVersion()
{
    constexpr std::int32_t kScram = 5;
    Parameter parameter;
    parameter.name = "authSchemaVersion";
    parameter.get = [] { return bson::Value::of(kScram); };
    parameter.atRuntime = false;
    parameter.atStartup = false;
    return parameter;
}

/// The version's name from a parameter value: on the command line "7.0" is parsed as a number.
/// Empty for a number that is not a version.
std::string versionName(bson::ValueView value)
{
    if (value.type() == bson::Type::String) {
        return std::string(value.asString());
    }
    const double number = value.toDouble();
    const double rounded = std::round(number * 10);
    if (!value.isNumber() || number < 0 || number > 100 || std::abs(number * 10 - rounded) > 1e-6) {
        return {};
    }
    const auto tenths = static_cast<std::int64_t>(rounded);
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
}

Result<void> setServerVersion(bson::ValueView value, request::EngineFacts& facts)
{
    const request::ServerVersion* version = request::findServerVersion(versionName(value));
    if (version) {
        request::behaveLike(*version, facts);
        facts.versionChosen = true;
        return {};
    }
    std::string known;
    for (const request::ServerVersion& other : request::serverVersions()) {
        known += (known.empty() ? "" : ", ") + std::string(other.name);
    }
    return protocol::commandError(protocol::ServerCode::BadValue,
                                  "the value must be one of " + known);
}

Parameter serverVersionParameter(request::EngineFacts& facts)
{
    Parameter parameter;
    parameter.name = "sandglassServerVersion";
    parameter.get = [&facts] { return bson::Value::of(facts.compatibility); };
    parameter.set = [&facts](bson::ValueView value) { return setServerVersion(value, facts); };
    parameter.atRuntime = false;
    return parameter;
}

/// What holds TTL deletion back; setting it to "none" lets deletion go on.
Parameter ttlHold(TtlSafety& safety, const std::function<void()>& changed)
{
    Parameter parameter;
    parameter.name = "sandglassTtlHold";
    parameter.get = [&safety] { return bson::Value::of(safety.hold()); };
    parameter.set = [&safety, changed](bson::ValueView value) -> Result<void> {
        if (value.asString() != "none") {
            return protocol::commandError(protocol::ServerCode::BadValue,
                                          "sandglassTtlHold can be set to \"none\" only");
        }
        safety.release();
        changed();
        return {};
    };
    parameter.atStartup = false;
    return parameter;
}

} // namespace

void addParameters(commands::ParameterTable& table, ParameterSources sources)
{
    const auto nothing = [] {};
    addTtl(table, sources.ttl, sources.ttlChanged);
    table.add(integer("slowms", sources.ttl.slowMillis, {-1, kInt32Max}, nothing));
    table.add(boolean("sandglassClockGuard", sources.ttl.clockGuard, nothing));
    Parameter brake = boolean("sandglassTtlBrake", sources.ttl.brake, nothing);
    brake.atRuntime = false;
    table.add(std::move(brake));
    table.add(boolean("sandglassStrictNaN", sources.engine.strictNan, nothing));
    Parameter tests = boolean("enableTestCommands", sources.engine.testCommands, nothing);
    tests.atRuntime = false;
    table.add(std::move(tests));
    if (sources.clock) {
        table.add(clockOffset(sources.engine, *sources.clock));
    }
    if (sources.safety) {
        table.add(ttlHold(*sources.safety, sources.ttlChanged));
    }
    table.add(logLevel(sources.log));
    if (sources.facts) {
        table.add(featureCompatibility(*sources.facts));
        table.add(authSchemaVersion());
        table.add(serverVersionParameter(*sources.facts));
    }
}

} // namespace sandglass::engine::server
