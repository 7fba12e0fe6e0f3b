// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/logged_write.h"

#include "app/bson/builder.h"
#include "app/bson/compare.h"
#include "app/engine/catalog/catalog.h"
#include "app/engine/catalog/document_id.h"
#include "app/engine/catalog/write_note.h"
#include "app/engine/commands/context.h"
#include "app/engine/plan/view_resolution.h"
#include "app/engine/query/update.h"
#include "app/engine/storage/key_value_store.h"
#include "app/engine/streams/apply_diff.h"
#include "app/engine/timeseries/bucket_check.h"
#include "app/engine/writes/clustered_key.h"
#include "app/engine/writes/storable.h"
#include "app/engine/writes/write_permission.h"
#include "app/engine/writes/write_scope.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace sandglass::engine::commands {

using protocol::commandError;
using protocol::ServerCode;
using request::Request;
using writes::WriteScope;

namespace {

constexpr int kUpdateFailed = 218;

using Stored = std::optional<std::pair<catalog::RecordId, bson::Document>>;

/// The collection of the entry; nullptr when there is none and the entry deletes.
Result<std::shared_ptr<catalog::Collection>> collectionOf(const WriteScope& scope,
                                                          bson::DocumentView entry)
{
    const auto found = scope.access.catalog.find(scope.ns);
    const bson::ValueView uuid = entry["ui"];
    const bool other = found && uuid.type() == bson::Type::Binary
        && !std::ranges::equal(found->uuid(), uuid.asBinary().bytes);
    if (found && !other) {
        return found;
    }
    if (entry["op"].asString() == "d") {
        return std::shared_ptr<catalog::Collection>();
    }
    return commandError(ServerCode::NamespaceNotFound,
                        "cannot apply insert or update operation on a non-existent namespace "
                            + scope.ns.text());
}

/// The document that an insert or update of the entry leaves. Errors: see applyWrite().
Result<bson::Document> documentAfter(bson::DocumentView entry, const Stored& stored, bool upserts)
{
    const bson::DocumentView o = entry["o"].asDocument();
    if (entry["op"].asString() == "i") {
        return bson::Document(o);
    }
    if (!stored && !upserts && !entry["b"].toBool()) {
        return commandError(kUpdateFailed, "Failed to apply update: the document is missing");
    }
    const bson::Document fresh = bson::makeDocument("_id", entry["o2"].asDocument()["_id"]);
    return updatedAsLogged(o, stored ? stored->second : fresh, !stored);
}

Result<void> checkDocument(const catalog::Collection& collection, bson::DocumentView document,
                           bson::ValueView id)
{
    if (!bson::equal(document["_id"], id)) {
        return commandError(ServerCode::ImmutableField,
                            "An entry of the log may not change the _id of a document");
    }
    TRY(writes::checkStorable(document));
    const auto shape = collection.shape();
    TRY(writes::checkClusteredKey(*shape, id));
    return shape->timeSeries ? timeseries::checkBucket(document, *shape->timeSeries)
                             : Result<void>();
}

/// How the log has the write again: an update by its difference, if it has one.
catalog::WriteNote noteOf(bson::DocumentView entry)
{
    catalog::WriteNote note;
    const bson::DocumentView o = entry["o"].asDocument();
    const bool differs = entry["op"].asString() == "u" && !o.contains("_id");
    note.replacement = !differs;
    if (differs) {
        note.difference = bson::Document(o["diff"].asDocument());
    }
    return note;
}

Result<void> writeOne(const WriteScope& scope, catalog::Collection& collection,
                      bson::DocumentView entry, bool upserts)
{
    const std::string_view op = entry["op"].asString();
    const bson::ValueView id = entry[op == "u" ? "o2" : "o"].asDocument()["_id"];
    const catalog::WriteNote note = noteOf(entry);
    auto unit = beginUnit(scope, collection);
    TRY(unit);
    (*unit)->setNote(&note);
    // the unit holds the writer lock, so this is the newest state
    auto stored = collection.findById(id);
    TRY(stored);
    if (op == "d") {
        if (*stored) {
            TRY((*unit)->remove((*stored)->first));
        }
        return (*unit)->commit(scope.durability);
    }
    auto after = documentAfter(entry, *stored, upserts);
    TRY(after);
    bson::Document rebuilt;
    auto document = catalog::withLeadingId(*after, rebuilt);
    TRY(document);
    TRY(checkDocument(collection, *document, id));
    if (!*stored) {
        TRY((*unit)->insert(*document));
    } else if (bson::Document(*document) != (*stored)->second || (*unit)->countsEveryReplace()) {
        TRY((*unit)->replace((*stored)->first, *document));
    }
    return (*unit)->commit(scope.durability);
}

} // namespace

Result<bson::Document> updatedAsLogged(bson::DocumentView change, bson::DocumentView before,
                                       bool missing)
{
    if (change["diff"].type() == bson::Type::Document && change.contains("$v")) {
        return streams::applyDiff(before, change["diff"].asDocument());
    }
    bson::Builder modifiers;
    for (const bson::Element& field : change) {
        if (field.key != "$v") {
            modifiers.append(field.key, field.value);
        }
    }
    const bson::Document plain = modifiers.take();
    const auto update = query::Update::parse(bson::Value::document(plain), {}, {});
    TRY(update);
    return update->apply({before, std::nullopt, missing});
}

Result<void> applyWrite(const Request& request, const Context& context, bson::DocumentView entry,
                        bool alwaysUpsert)
{
    auto ns = protocol::Namespace::parse(entry["ns"].asString());
    const std::string_view key = entry["op"].asString() == "u" ? "o2" : "o";
    const bool formed = ns && entry["o"].type() == bson::Type::Document
        && entry[key].asDocument().contains("_id");
    if (!formed) {
        return commandError(ServerCode::FailedToParse,
                            "An entry of applyOps needs 'ns', 'o' and the document's _id");
    }
    auto scope = writes::writeScopeOf(request, *ns, context);
    TRY(scope);
    TRY(writes::checkUserWrites(context.gate, ns->database));
    if (plan::findBuckets(context.catalog, *ns)) {
        return plan::refuseTimeSeries(*ns);
    }
    auto collection = collectionOf(*scope, entry);
    TRY(collection);
    return *collection ? writeOne(*scope, **collection, entry, alwaysUpsert) : Result<void>();
}

} // namespace sandglass::engine::commands
