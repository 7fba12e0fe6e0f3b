// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/streams/change_event.h"

#include "app/bson/builder.h"
#include "app/engine/catalog/oplog.h"
#include "app/engine/streams/catalog_event.h"
#include "app/engine/streams/update_description.h"

#include <string>
#include <string_view>
#include <utility>

namespace sandglass::engine::streams {

namespace {

using FullDocument = ChangeStreamRequest::FullDocument;
using BeforeChange = ChangeStreamRequest::BeforeChange;

// Fields of a log entry, with the times of the entries that hold its images.
constexpr std::string_view kImageBefore = "imageBefore";
constexpr std::string_view kImageAfter = "imageAfter";

// The log has one letter for updates and replacements. An update is logged as a difference, a
// replacement as the new document, which may have any field but always has an _id.
std::string_view operationType(bson::DocumentView entry)
{
    const std::string_view op = entry["op"].asString();
    if (op == "i") {
        return "insert";
    }
    if (op == "d") {
        return "delete";
    }
    return entry["o"].asDocument().contains("_id") ? "replace" : "update";
}

/// The image of a change whose entry in the log `entry` names in a field; nullopt when none was
/// kept. Errors: as ImageLookup. Errors (server): NoMatchingDocument if `required`.
Result<std::optional<bson::Document>> imageOf(bson::DocumentView entry, std::string_view field,
                                              bool required, const EventLookup& lookUp)
{
    constexpr int kNoMatchingDocument = 47;
    std::optional<bson::Document> image;
    if (entry[field].type() == bson::Type::Timestamp) {
        auto found = lookUp.image(entry[field].asTimestamp());
        TRY(found);
        image = std::move(*found);
    }
    if (!image && required) {
        const bool before = field == kImageBefore;
        return base::serverError(
            kNoMatchingDocument, "NoMatchingDocument",
            std::string("Change stream was configured to require a ")
                + (before ? "pre-image for all update, delete and replace events, but the pre-image"
                          : "post-image for all update events, but the post-image")
                + " was not found for an event");
    }
    return image;
}

void appendOrNull(std::string_view field, const std::optional<bson::Document>& document,
                  bson::Builder& event)
{
    if (document) {
        event.append(field, *document);
    } else {
        event.appendNull(field);
    }
}

/// Appends fullDocument where the kind of change and the request ask for it.
Result<void> appendFullDocument(bson::DocumentView entry, std::string_view type,
                                const ChangeStreamRequest& stream, const EventLookup& lookUp,
                                bson::Builder& event)
{
    if (type == "insert" || type == "replace") {
        event.append("fullDocument", entry["o"].asDocument());
        return {};
    }
    if (type != "update" || stream.fullDocument == FullDocument::Default) {
        return {};
    }
    // The lookup reads the document as it is now, which may be newer than the event or gone.
    auto document = stream.fullDocument == FullDocument::UpdateLookup
        ? lookUp.current(entry)
        : imageOf(entry, kImageAfter, stream.fullDocument == FullDocument::Required, lookUp);
    TRY(document);
    appendOrNull("fullDocument", *document, event);
    return {};
}

/// The updateDescription of an update. Versions before 5.0 give an array that became shorter as a
/// whole. The log has only its new length, so the document of this moment is read.
Result<bson::Document> describeUpdate(bson::DocumentView entry, const ChangeStreamRequest& stream,
                                      const DocumentLookup& lookUp)
{
    const Paths paths = stream.disambiguates ? Paths::Disambiguated : Paths::Plain;
    bson::Document description
        = updateDescription(entry["o"].asDocument()["diff"].asDocument(), paths);
    if (stream.truncates) {
        return description;
    }
    std::optional<bson::Document> current;
    if (!description["truncatedArrays"].asDocument().empty()) {
        auto found = lookUp(entry);
        TRY(found);
        current = std::move(*found);
    }
    return withWholeArrays(description, current ? current->view() : bson::DocumentView());
}

/// The event of an insert, update, replacement or deletion.
Result<bson::Document> documentEvent(bson::DocumentView entry, const ChangeStreamRequest& stream,
                                     const EventLookup& lookUp, const ResumeToken& token)
{
    const std::string_view type = operationType(entry);
    const protocol::Namespace ns = namespaceOf(entry);
    bson::Builder event;
    beginEvent(token, type, entry, event, stream.expanded);
    TRY(appendFullDocument(entry, type, stream, lookUp, event));
    event.append("ns", bson::makeDocument("db", ns.database, "coll", ns.collection));
    // a deletion's `o` is the key; other entries keep it in `o2` beside the document
    event.append("documentKey", entry[type == "delete" ? "o" : "o2"].asDocument());
    if (type == "update") {
        auto description = describeUpdate(entry, stream, lookUp.current);
        TRY(description);
        event.append("updateDescription", *description);
    }
    if (stream.beforeChange != BeforeChange::Off && type != "insert") {
        auto before
            = imageOf(entry, kImageBefore, stream.beforeChange == BeforeChange::Required, lookUp);
        TRY(before);
        appendOrNull("fullDocumentBeforeChange", *before, event);
    }
    return event.take();
}

} // namespace

protocol::Namespace namespaceOf(bson::DocumentView entry)
{
    auto ns = protocol::Namespace::parse(entry["ns"].asString());
    return ns ? *ns : protocol::Namespace();
}

Result<std::vector<ChangeEvent>>
changeEvents(bson::DocumentView entry, const ChangeStreamRequest& stream, const EventLookup& lookUp)
{
    std::vector<ChangeEvent> events;
    const std::string_view op = entry["op"].asString();
    const ResumeToken token{catalog::recordOf(entry["ts"].asTimestamp()), ResumeToken::Part::Event};
    if (op == "c") {
        return catalogEvents(entry, stream, token);
    }
    // "n" entries carry no change, only a time
    if (op == "n") {
        return events;
    }
    const protocol::Namespace ns = namespaceOf(entry);
    if (ns.collection == kViewDefinitions
        && stream.target.scope != StreamTarget::Scope::Collection) {
        return viewEvents(entry, stream, token);
    }
    if (!stream.target.covers(ns)) {
        return events;
    }
    auto event = documentEvent(entry, stream, lookUp, token);
    TRY(event);
    events.push_back({token, std::move(*event)});
    return events;
}

} // namespace sandglass::engine::streams
