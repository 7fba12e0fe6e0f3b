// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/streams/change_stream_request.h"

#include "app/engine/catalog/catalog.h"
#include "app/engine/plan/view_resolution.h"
#include "app/engine/query/stage.h"
#include "app/engine/request/arguments.h"
#include "app/engine/streams/catalog_event.h"
#include "app/engine/streams/repl_set_persona.h"
#include "app/engine/streams/split_event.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>

namespace sandglass::engine::streams {

using plan::firstBatchArgument;
using plan::refuseView;
using protocol::commandError;
using protocol::ServerCode;
using request::Arguments;
using request::collectionArgument;
using request::commandArguments;
using request::notSupportedYet;
using request::Request;

namespace {

constexpr std::string_view kStageName = "$changeStream";
constexpr int kInvalidResumeToken = 260;
constexpr int kUnknownStage = 40324;
constexpr int kNotFirst = 40602;
constexpr int kSeveralStarts = 40674;
constexpr int kSeveralTokens = 50865;
constexpr int kSplitWithArguments = 7182800;
constexpr int kSplitNotLast = 7182802;

// The stages that may follow $changeStream. Source: MongoDB manual, Modify Change Stream Output.
constexpr std::array<std::string_view, 8> kFollowing{"$match",       "$project", "$addFields",
                                                     "$set",         "$unset",   "$replaceRoot",
                                                     "$replaceWith", "$redact"};

// The flags of the stage. The last two are for sharded clusters: accepted, without effect. Source:
// MongoDB server source, document_source_change_stream.idl.
constexpr std::array<std::string_view, 6> kFlags{"allChangesForCluster", "allowToRunOnSystemNS",
                                                 "showExpandedEvents",   "showSystemEvents",
                                                 "allowToRunOnConfigDB", "showMigrationEvents"};

// The databases that hold the server's own data.
bool isInternal(std::string_view database)
{
    return database == "admin" || database == "local" || database == "config";
}

// The system collections that showSystemEvents shows. Source: MongoDB server source,
// document_source_change_stream.h.
bool isShown(std::string_view collection)
{
    return collection == "system.js" || collection == kViewDefinitions
        || !catalog::timeSeriesName(collection).empty();
}

bson::Element firstField(bson::ValueView stage)
{
    const bson::DocumentView document = stage.asDocument();
    return document.empty() ? bson::Element() : *document.begin();
}

// The functions below each read one part of the stage into `stream`, in MongoDB's order: the first
// error decides the reply.

Result<void> takeTarget(const Request& request, bson::DocumentView stage,
                        ChangeStreamRequest& stream)
{
    StreamTarget& target = stream.target;
    target.systemToo = stage["showSystemEvents"].toBool();
    target.ns.database = request.database;
    const bson::ValueView argument = request.argument();
    // {aggregate: 1} is a whole database, {aggregate: "c"} a collection
    target.scope
        = argument.isNumber() ? StreamTarget::Scope::Database : StreamTarget::Scope::Collection;
    if (target.scope == StreamTarget::Scope::Collection) {
        auto ns = collectionArgument(request);
        TRY(ns);
        target.ns = std::move(*ns);
    }
    if (stage["allChangesForCluster"].toBool()) {
        if (target.scope != StreamTarget::Scope::Database || request.database != "admin") {
            return commandError(
                ServerCode::InvalidOptions,
                "A $changeStream with 'allChangesForCluster:true' may only be opened "
                "on the 'admin' database, and with no collection name; found "
                    + target.ns.text());
        }
        target.scope = StreamTarget::Scope::Cluster;
        return {};
    }
    if (isInternal(request.database)) {
        return commandError(ServerCode::InvalidNamespace,
                            "$changeStream may not be opened on the internal " + request.database
                                + " database");
    }
    if (target.ns.collection.starts_with("system.") && !stage["allowToRunOnSystemNS"].toBool()) {
        return commandError(ServerCode::InvalidNamespace,
                            "$changeStream may not be opened on the internal " + target.ns.text()
                                + " collection");
    }
    return {};
}

Result<void> takeFullDocument(const Arguments& arguments, ChangeStreamRequest& stream)
{
    auto mode = arguments.text("fullDocument");
    TRY(mode);
    const std::string_view name = mode->value_or("default");
    if (name == "updateLookup") {
        stream.fullDocument = ChangeStreamRequest::FullDocument::UpdateLookup;
    } else if (name == "whenAvailable") {
        stream.fullDocument = ChangeStreamRequest::FullDocument::WhenAvailable;
    } else if (name == "required") {
        stream.fullDocument = ChangeStreamRequest::FullDocument::Required;
    } else if (name != "default") {
        return commandError(ServerCode::BadValue,
                            "Enumeration value '" + std::string(name)
                                + "' for field '$changeStream.fullDocument' is not a valid value.");
    }
    auto before = arguments.text("fullDocumentBeforeChange");
    TRY(before);
    const std::string_view beforeName = before->value_or("off");
    if (beforeName != "off" && beforeName != "whenAvailable" && beforeName != "required") {
        return commandError(ServerCode::BadValue,
                            "Enumeration value '" + std::string(beforeName)
                                + "' for field '$changeStream.fullDocumentBeforeChange' is not a"
                                  " valid value.");
    }
    stream.beforeChange = beforeName == "required" ? ChangeStreamRequest::BeforeChange::Required
        : beforeName == "whenAvailable" ? ChangeStreamRequest::BeforeChange::WhenAvailable
                                        : ChangeStreamRequest::BeforeChange::Off;
    return {};
}

Result<void> takeStart(const Arguments& arguments, ChangeStreamRequest& stream)
{
    const bson::ValueView resume = arguments.value("resumeAfter");
    const bson::ValueView start = arguments.value("startAfter");
    const bson::ValueView time = arguments.value("startAtOperationTime");
    for (const bson::ValueView given : {resume, start}) {
        if (!given.isMissing()) {
            auto token = ResumeToken::parse(given);
            TRY(token);
            stream.after = *token;
        }
    }
    if (!time.isMissing() && time.type() != bson::Type::Timestamp) {
        return arguments.wrongType("startAtOperationTime", "timestamp");
    }
    if (!resume.isMissing() && !start.isMissing()) {
        return commandError(kSeveralTokens,
                            "Do not specify both 'resumeAfter' and 'startAfter' in a $changeStream"
                            " stage");
    }
    if (stream.after && !time.isMissing()) {
        return commandError(kSeveralStarts,
                            "Only one type of resume option is allowed, but multiple were found");
    }
    if (!time.isMissing()) {
        stream.startAt = time.asTimestamp();
    }
    // startAfter may: it opens a new stream behind the event that ended the old one
    if (!resume.isMissing() && stream.after->part == ResumeToken::Part::Invalidate) {
        return commandError(
            kInvalidResumeToken,
            "Attempting to resume a change stream using 'resumeAfter' is not allowed"
            " from an invalidate notification");
    }
    return {};
}

// The stage that splits large events. It is none of the others, which run before it.
Result<void> takeSplit(bson::ValueView argument, bool last, ChangeStreamRequest& stream)
{
    if (argument.type() != bson::Type::Document || !argument.asDocument().empty()) {
        return commandError(kSplitWithArguments,
                            std::string(kSplitStage) + " spec should be an empty object");
    }
    if (!last) {
        return commandError(kSplitNotLast,
                            std::string(kSplitStage) + " must be the last stage in the pipeline");
    }
    stream.splits = true;
    return {};
}

// The stages after the first one. A stream has no end, so MongoDB allows only stages that handle
// one event at a time, and not those that group, sort or join.
Result<void> takeOtherStages(bson::DocumentView stages, ChangeStreamRequest& stream)
{
    bson::Builder others;
    std::size_t left = stages.count();
    bool first = true;
    for (const bson::Element& stage : stages) {
        --left;
        if (std::exchange(first, false)) {
            continue;
        }
        const std::string name(firstField(stage.value).key);
        if (name == kSplitStage) {
            TRY(takeSplit(firstField(stage.value).value, left == 0, stream));
            continue;
        }
        if (name == kStageName) {
            return commandError(kNotFirst,
                                "$changeStream is only valid as the first stage in a pipeline");
        }
        const bool refused = std::ranges::find(kFollowing, name) == kFollowing.end();
        if (refused && query::findStage(name) == nullptr) {
            return commandError(kUnknownStage, "Unrecognized pipeline stage name: '" + name + "'");
        }
        if (refused) {
            return commandError(ServerCode::IllegalOperation,
                                name + " is not permitted in a $changeStream pipeline");
        }
        others.push(stage.value);
    }
    stream.otherStages = others.take();
    if (stream.after && stream.after->part == ResumeToken::Part::Fragment && !stream.splits) {
        return commandError(kChangeStreamFatalError,
                            "To resume from a split event, the $changeStream pipeline must include"
                            " a $changeStreamSplitLargeEvent stage");
    }
    return {};
}

Result<void> takeStage(const Request& request, ChangeStreamRequest& stream)
{
    const bson::ValueView stage
        = firstField(request.body["pipeline"].asDocument().begin()->value).value;
    if (stage.type() != bson::Type::Document) {
        return commandError(50808, "$changeStream stage expects a document as argument");
    }
    const Arguments arguments(kStageName, stage.asDocument());
    TRY(arguments.onlyKnown({"fullDocument", "fullDocumentBeforeChange", "resumeAfter",
                             "startAfter", "startAtOperationTime", "allChangesForCluster",
                             "showExpandedEvents", "showMigrationEvents", "showSystemEvents",
                             "allowToRunOnConfigDB", "allowToRunOnSystemNS"}));
    for (const std::string_view flag : kFlags) {
        auto given = arguments.flag(flag, false);
        TRY(given);
    }
    stream.expanded = stage.asDocument()["showExpandedEvents"].toBool();
    TRY(takeTarget(request, stage.asDocument(), stream));
    TRY(takeFullDocument(arguments, stream));
    return takeStart(arguments, stream);
}

} // namespace

bool StreamTarget::covers(const protocol::Namespace& other) const
{
    // takeTarget() has refused the collections that no stream may watch
    if (scope == StreamTarget::Scope::Collection) {
        return other == ns;
    }
    if (other.collection.starts_with("system.") && !(systemToo && isShown(other.collection))) {
        return false;
    }
    return scope == StreamTarget::Scope::Database ? other.database == ns.database
                                                  : !isInternal(other.database);
}

protocol::Namespace ChangeStreamRequest::cursorNamespace() const
{
    if (target.scope == StreamTarget::Scope::Collection) {
        return target.ns;
    }
    return {target.ns.database, "$cmd.aggregate"};
}

bool isChangeStream(const Request& request, const catalog::Catalog& catalog)
{
    const bson::DocumentView stages = request.body["pipeline"].asDocument();
    return isReplicaSet(catalog) && request.body["pipeline"].type() == bson::Type::Array
        && !stages.empty() && firstField(stages.begin()->value).key == kStageName;
}

Result<ChangeStreamRequest> parseChangeStream(const Request& request,
                                              const catalog::Catalog& catalog)
{
    const Arguments arguments = commandArguments("aggregate", request);
    if (request.body["explain"].toBool()) {
        return notSupportedYet("explain of a change stream");
    }
    if (arguments.value("cursor").isMissing()) {
        return commandError(ServerCode::FailedToParse,
                            "The 'cursor' option is required, except for aggregate with the explain"
                            " argument");
    }
    ChangeStreamRequest stream;
    auto batch = firstBatchArgument("aggregate", request.body);
    TRY(batch);
    stream.batch = *batch;
    TRY(takeStage(request, stream));
    TRY(takeOtherStages(request.body["pipeline"].asDocument(), stream));
    if (stream.target.scope == StreamTarget::Scope::Collection) {
        TRY(refuseView(catalog, stream.target.ns));
    }
    return stream;
}

} // namespace sandglass::engine::streams
