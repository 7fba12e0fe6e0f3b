// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/json.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/operations/profiler.h"
#include "app/engine/request/arguments.h"

#include <optional>
#include <string>
#include <utility>

namespace sandglass::engine::commands {

using operations::Profiler;
using operations::ProfileSettings;
using protocol::commandError;
using protocol::ServerCode;
using request::Arguments;
using request::commandArguments;
using request::Request;

namespace {

constexpr std::string_view kProfileName = "profile";

/// The settings to change. An unset one does not change.
struct ProfileChange
{
    std::optional<int> level;
    std::optional<std::int64_t> slowMillis;
    std::optional<double> sampleRate;
    std::optional<bson::Document> filterDocument; ///< empty: removes the filter
    query::Filter filter; ///< parsed from filterDocument
};

// A level other than 0 to 2 changes nothing; shells send −1 to read the settings.
Result<std::optional<int>> levelArgument(const Arguments& arguments)
{
    auto level = arguments.integer(kProfileName);
    TRY(level);
    if (!level->has_value() || **level < 0 || **level > 2) {
        return std::optional<int>();
    }
    return std::optional(static_cast<int>(**level));
}

Result<std::optional<double>> sampleRateArgument(const Arguments& arguments)
{
    const bson::ValueView value = arguments.value("sampleRate");
    if (value.isMissing()) {
        return std::optional<double>();
    }
    if (!value.isNumber()) {
        return arguments.wrongType("sampleRate", "double");
    }
    const double rate = value.toDouble();
    if (!(rate >= 0 && rate <= 1)) {
        return commandError(ServerCode::BadValue,
                            "'sampleRate' must be between 0.0 and 1.0 inclusive");
    }
    return std::optional(rate);
}

Result<void> filterArgument(const Request& request, const Context& context, ProfileChange& change)
{
    const bson::ValueView value = request.body["filter"];
    if (value.isMissing()) {
        return {};
    }
    if (value.type() == bson::Type::String && value.asString() == "unset") {
        change.filterDocument = bson::Document();
        return {};
    }
    if (value.type() != bson::Type::Document) {
        return commandError(ServerCode::BadValue, "Expected an object, or the string 'unset'.");
    }
    const auto evaluation = context.evaluation(request);
    TRY(evaluation);
    auto filter = query::Filter::parse(value.asDocument(), *evaluation);
    TRY(filter);
    change.filterDocument = bson::Document(value.asDocument());
    change.filter = std::move(*filter);
    return {};
}

Result<ProfileChange> parse(const Request& request, const Context& context)
{
    const Arguments arguments = commandArguments(kProfileName, request);
    ProfileChange change;
    auto level = levelArgument(arguments);
    TRY(level);
    change.level = *level;
    auto slowMillis = arguments.integer("slowms");
    TRY(slowMillis);
    change.slowMillis = *slowMillis;
    auto sampleRate = sampleRateArgument(arguments);
    TRY(sampleRate);
    change.sampleRate = *sampleRate;
    TRY(filterArgument(request, context, change));
    return change;
}

Result<void> apply(const std::string& database, ProfileChange change, Context& context)
{
    Profiler& profiler = context.records.profiler;
    if (change.slowMillis) {
        profiler.setSlowMillis(*change.slowMillis);
    }
    if (change.sampleRate) {
        profiler.setSampleRate(*change.sampleRate);
    }
    if (!change.level && !change.filterDocument) {
        return {};
    }
    ProfileSettings settings = profiler.settings(database);
    if (change.level) {
        settings.level = *change.level;
    }
    if (change.filterDocument) {
        settings.filterDocument = std::move(*change.filterDocument);
        settings.filter = std::move(change.filter);
    }
    if (settings.level > 0) {
        TRY(context.records.profiler.ensureCollection(database));
    }
    profiler.change(database, std::move(settings));
    return {};
}

void appendSettings(const Profiler& profiler, const ProfileSettings& was, bson::Builder& reply)
{
    reply.append("was", std::int32_t{was.level})
        .append("slowms", static_cast<std::int32_t>(profiler.slowMillis()))
        .append("sampleRate", profiler.sampleRate());
    if (!was.hasFilter()) {
        return;
    }
    reply.append("filter", was.filterDocument)
        .append("note",
                "When a filter expression is set, slowms and sampleRate are not used for profiling"
                " and slow-query log lines.");
}

void logChange(const Request& request, const Profiler& profiler, const ProfileSettings& was,
               Context& context)
{
    const ProfileSettings is = profiler.settings(request.database);
    context.log.write(
        {base::Severity::Info,
         "COMMAND",
         48742,
         "conn" + std::to_string(request.connectionId),
         "Profiler settings changed",
         {{"db", request.database},
          {"from",
           base::JsonText(bson::toJson(bson::makeDocument("level", std::int32_t{was.level})))},
          {"to",
           base::JsonText(bson::toJson(bson::makeDocument("level", std::int32_t{is.level}, "slowms",
                                                          profiler.slowMillis(), "sampleRate",
                                                          profiler.sampleRate())))}}});
}

} // namespace

// The reply has the previous settings. slowms and sampleRate apply to the whole server, level and
// filter to the database.
Result<void> runProfile(const Request& request, Context& context, bson::Builder& reply)
{
    auto change = parse(request, context);
    TRY(change);
    const Profiler& profiler = context.records.profiler;
    const ProfileSettings was = profiler.settings(request.database);
    // appended before the change
    const bool changes
        = change->level || change->slowMillis || change->sampleRate || change->filterDocument;
    appendSettings(profiler, was, reply);
    if (!changes) {
        return {};
    }
    TRY(apply(request.database, std::move(*change), context));
    logChange(request, profiler, was, context);
    return {};
}

} // namespace sandglass::engine::commands
