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

/// The fields of `o` after the command's own.
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
    if (command == "drop" || command == "dropDatabase") {
        return {};
    }
    return restOf(o);
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
    beginEvent(token, change.type, entry, event);
    if (stream.expanded && !entry["ui"].isMissing()) {
        event.append("collectionUUID", entry["ui"]);
    }
    event.append("ns", nsDocument(change.ns));
    if (!change.to.database.empty()) {
        event.append("to", nsDocument(change.to));
    }
    if (const bson::Document description = describe(change.command, entry);
        stream.expanded && !description.empty()) {
        event.append("operationDescription", description);
    }
    return event.take();
}

} // namespace

void beginEvent(const ResumeToken& token, std::string_view type, bson::DocumentView entry,
                bson::Builder& event)
{
    event.append("_id", token.document()).append("operationType", type);
    event.append("clusterTime", entry["ts"]).append("wallTime", entry["wall"]);
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

} // namespace sandglass::engine::streams
