// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/streams/catalog_event.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

// A "c" entry of the log holds a command in `o`, as MongoDB's oplog does: {<command>: <argument>,
// …}. The first key is the command's name; the other keys are what an expanded event describes.

namespace sandglass::engine::streams {

namespace {

using Scope = StreamTarget::Scope;

bson::Document nsDocument(const protocol::Namespace& ns)
{
    if (ns.collection.empty()) {
        return bson::makeDocument("db", ns.database);
    }
    return bson::makeDocument("db", ns.database, "coll", ns.collection);
}

protocol::Namespace parsed(bson::ValueView text)
{
    auto ns = protocol::Namespace::parse(text.asString());
    return ns ? *ns : protocol::Namespace();
}

/// The fields of `o` after the first: the command's own, or the _id.
bson::Document restOf(bson::DocumentView o)
{
    bson::Builder rest;
    bool first = true;
    for (const bson::Element& element : o) {
        if (!std::exchange(first, false)) {
            rest.append(element.key, element.value);
        }
    }
    return rest.take();
}

bson::Document withIndexes(bson::DocumentView index)
{
    bson::Builder description;
    description.beginArray("indexes").push(index).end();
    return description.take();
}

/// The description of a rename: {to: {db, coll}, dropTarget}.
bson::Document describeRename(bson::DocumentView o)
{
    bson::Builder description;
    description.append("to", nsDocument(parsed(o["to"])));
    return description.append("dropTarget", o["dropTarget"]).take();
}

/// The operationDescription of a command's event; empty when the event has none.
bson::Document describe(std::string_view command, bson::DocumentView entry)
{
    const bson::DocumentView o = entry["o"].asDocument();
    // `o` only names the dropped index; its definition is logged in `o2`
    if (command == "dropIndexes") {
        return withIndexes(entry["o2"].asDocument());
    }
    if (command == "createIndexes") {
        return withIndexes(restOf(o));
    }
    if (command == "commitIndexBuild") {
        return bson::makeDocument("indexes", o["indexes"]);
    }
    if (command == "renameCollection") {
        return describeRename(o);
    }
    if (command == "drop" || command == "dropDatabase") {
        return {};
    }
    return restOf(o);
}

/// The options of collection and index before a collMod.
bson::Document stateBefore(bson::DocumentView entry)
{
    const bson::DocumentView old = entry["o2"].asDocument();
    bson::Builder state;
    state.append("collectionOptions", old["collectionOptions_old"]);
    return state.append("indexOptions", old["indexOptions_old"]).take();
}

/// The operationType of a logged command. Commands that are not listed produce no event.
struct NamedCommand
{
    std::string_view command;
    std::string_view type;
    bool expandedOnly; ///< shown only to streams with showExpandedEvents
};

constexpr std::array kNamed{
    NamedCommand{"collMod", "modify", true},
    NamedCommand{"commitIndexBuild", "createIndexes", true},
    NamedCommand{"create", "create", true},
    NamedCommand{"createIndexes", "createIndexes", true},
    NamedCommand{"drop", "drop", false},
    NamedCommand{"dropDatabase", "dropDatabase", false},
    NamedCommand{"dropIndexes", "dropIndexes", true},
    NamedCommand{"renameCollection", "rename", false},
};

/// A command of the log as a stream sees it.
struct CatalogChange
{
    std::string_view command;
    std::string_view type;
    protocol::Namespace ns; ///< the collection is empty for a whole database
    protocol::Namespace to; ///< of a rename
};

CatalogChange changeOf(bson::DocumentView entry, const NamedCommand& named)
{
    const bson::ValueView argument = entry["o"].asDocument().begin()->value;
    CatalogChange change{named.command, named.type, parsed(entry["ns"]), {}};
    // the entry's own namespace is <database>.$cmd: only its database is usable
    if (named.command == "renameCollection") {
        change.ns = parsed(argument);
        change.to = parsed(entry["o"].asDocument()["to"]);
    } else {
        change.ns.collection
            = named.command == "dropDatabase" ? std::string() : std::string(argument.asString());
    }
    return change;
}

bool concerns(const CatalogChange& change, const StreamTarget& target)
{
    // A stream on a collection has seen the drop of that collection, which is logged first.
    if (change.command == "dropDatabase") {
        return target.scope != Scope::Collection && target.covers(change.ns);
    }
    return target.covers(change.ns) || (!change.to.database.empty() && target.covers(change.to));
}

// Source: MongoDB manual, Change Events, invalidate.
bool invalidates(const CatalogChange& change, const StreamTarget& target)
{
    if (target.scope == Scope::Collection) {
        return change.command == "drop" || change.command == "renameCollection";
    }
    return target.scope == Scope::Database && change.command == "dropDatabase";
}

bson::Document eventOf(const CatalogChange& change, bson::DocumentView entry,
                       const ChangeStreamRequest& stream, const ResumeToken& token)
{
    bson::Builder event;
    beginEvent(token, change.type, entry, event, stream.expanded);
    event.append("ns", nsDocument(change.ns));
    if (!change.to.database.empty()) {
        event.append("to", nsDocument(change.to));
    }
    if (const bson::Document description = describe(change.command, entry);
        stream.expanded && !description.empty()) {
        event.append("operationDescription", description);
    }
    if (change.command == "collMod") {
        event.append("stateBeforeChange", stateBefore(entry));
    }
    return event.take();
}

/// The operationType of a write to the definitions of views.
std::string_view viewChange(std::string_view op)
{
    if (op == "i") {
        return "create";
    }
    return op == "d" ? "drop" : "modify";
}

} // namespace

void beginEvent(const ResumeToken& token, std::string_view type, bson::DocumentView entry,
                bson::Builder& event, bool withUuid)
{
    event.append("_id", token.document()).append("operationType", type);
    event.append("clusterTime", entry["ts"]);
    if (withUuid) {
        event.append("collectionUUID", entry["ui"]); // a missing one appends nothing
    }
    event.append("wallTime", entry["wall"]);
}

std::vector<ChangeEvent> catalogEvents(bson::DocumentView entry, const ChangeStreamRequest& stream,
                                       const ResumeToken& token)
{
    std::vector<ChangeEvent> events;
    const bson::DocumentView o = entry["o"].asDocument();
    const auto* named = o.empty()
        ? kNamed.end()
        : std::ranges::find(kNamed, o.begin()->key, &NamedCommand::command);
    if (named == kNamed.end() || (named->expandedOnly && !stream.expanded)) {
        return events;
    }
    const CatalogChange change = changeOf(entry, *named);
    if (!concerns(change, stream.target)) {
        return events;
    }
    events.push_back({token, eventOf(change, entry, stream, token)});
    if (invalidates(change, stream.target)) {
        const ResumeToken last{token.entry, ResumeToken::Part::Invalidate};
        bson::Builder event;
        beginEvent(last, "invalidate", entry, event);
        events.push_back({last, event.take()});
    }
    return events;
}

// MongoDB's views have no entries of their own in the log: a view is a document {_id: "db.view",
// viewOn, pipeline}. Its deletion is a drop, which other streams show too, but MongoDB reads these
// documents only for expanded events and for those of the system.
std::vector<ChangeEvent> viewEvents(bson::DocumentView entry, const ChangeStreamRequest& stream,
                                    const ResumeToken& token)
{
    const std::string_view type = viewChange(entry["op"].asString());
    const bson::DocumentView o = entry["o"].asDocument();
    const protocol::Namespace view = parsed(o["_id"]);
    const bool shown = stream.expanded || (stream.target.systemToo && type == "drop");
    if (!shown || !stream.target.covers(view)) {
        return {};
    }
    bson::Builder event;
    beginEvent(token, type, entry, event);
    event.append("ns", nsDocument(view));
    if (type != "drop") {
        event.append("operationDescription", restOf(o));
    }
    std::vector<ChangeEvent> events;
    events.push_back({token, event.take()});
    return events;
}

} // namespace sandglass::engine::streams
