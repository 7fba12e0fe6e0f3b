// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/json.h"
#include "app/engine/catalog/catalog.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/collection_uuid.h"
#include "app/engine/commands/context.h"
#include "app/engine/plan/view_resolution.h"
#include "app/engine/request/arguments.h"
#include "app/engine/timeseries/time_series_indexes.h"
#include "app/protocol/names.h"

#include <algorithm>
#include <string>
#include <vector>

namespace sandglass::engine::commands {

using catalog::IndexInfo;
using plan::refuseView;
using plan::storedNamespace;
using protocol::commandError;
using protocol::ServerCode;
using request::Arguments;
using request::collectionArgument;
using request::Request;
using timeseries::shownIndexes;

namespace {

using Names = std::vector<std::string>;

constexpr int kClusteredIndex = 5979800;

/// The index's name if it may be dropped. Errors (server): InvalidOptions for `_id_`,
/// Location5979800 for the index of a clustered collection.
Result<std::string> droppable(const IndexInfo& index)
{
    if (index.definition.clustered) {
        return commandError(kClusteredIndex,
                            "Cannot drop the clustered index. Try dropping the"
                            " collection instead.");
    }
    if (index.definition.isIdIndex()) {
        return commandError(ServerCode::InvalidOptions, "cannot drop _id index");
    }
    return index.definition.name;
}

/// The indexes that "*" drops.
Names allButId(const std::vector<IndexInfo>& indexes)
{
    Names names;
    for (const IndexInfo& index : indexes) {
        if (!index.definition.isIdIndex()) {
            names.push_back(index.definition.name);
        }
    }
    return names;
}

Result<std::string> named(const std::vector<IndexInfo>& indexes, std::string_view name)
{
    const auto found = std::ranges::find_if(
        indexes, [&](const IndexInfo& index) { return index.definition.name == name; });
    if (found == indexes.end()) {
        return commandError(ServerCode::IndexNotFound,
                            "index not found with name [" + std::string(name) + "]");
    }
    return droppable(*found);
}

/// The index with that key pattern. Several indexes may have it, with different collations or
/// partial filters; then it must be named.
Result<Names> byKey(const std::vector<IndexInfo>& indexes, bson::DocumentView key)
{
    std::vector<const IndexInfo*> found;
    for (const IndexInfo& index : indexes) {
        if (protocol::sameKeyPattern(index.definition.key, key)) {
            found.push_back(&index);
        }
    }
    if (found.empty()) {
        return commandError(ServerCode::IndexNotFound,
                            "can't find index with key: " + bson::toShellText(key));
    }
    if (found.size() > 1) {
        return commandError(ServerCode::AmbiguousIndexKeyPattern,
                            std::to_string(found.size()) + " indexes found for key: "
                                + bson::toShellText(key) + ", identify by name instead.");
    }
    auto name = droppable(*found.front());
    TRY(name);
    return Names{*std::move(name)};
}

/// The indexes that the argument selects: a key pattern, "*", a name, or a list of names.
Result<Names> chosen(const std::vector<IndexInfo>& indexes, bson::ValueView wanted)
{
    if (wanted.type() == bson::Type::Document) {
        return byKey(indexes, wanted.asDocument());
    }
    if (wanted.type() == bson::Type::String && wanted.asString() == "*") {
        return allButId(indexes);
    }
    Names names;
    if (wanted.type() == bson::Type::String) {
        auto name = named(indexes, wanted.asString());
        TRY(name);
        names.push_back(*name);
        return names;
    }
    for (const bson::Element& element : wanted.asDocument()) {
        auto name = named(indexes, element.value.asString());
        TRY(name);
        // a name that comes twice is not found the second time, as in MongoDB
        if (std::ranges::find(names, *name) != names.end()) {
            return commandError(ServerCode::IndexNotFound,
                                "index not found with name [" + *name + "]");
        }
        names.push_back(*name);
    }
    return names;
}

/// A string, a document or an array of strings.
bool wellTyped(bson::ValueView wanted)
{
    if (wanted.type() == bson::Type::String || wanted.type() == bson::Type::Document) {
        return true;
    }
    return wanted.type() == bson::Type::Array
        && std::ranges::all_of(wanted.asDocument(), [](const bson::Element& element) {
               return element.value.type() == bson::Type::String;
           });
}

} // namespace

Result<void> runDropIndexes(const Request& request, Context& context, bson::Builder& reply)
{
    const Arguments arguments(request.name, request.body);
    auto ns = collectionArgument(request);
    TRY(ns);
    TRY(checkCollectionUuid(request, *ns, context.catalog));
    const bson::ValueView wanted = arguments.value("index");
    if (!wellTyped(wanted)) {
        return arguments.wrongType("index", "string");
    }
    const auto collection = context.catalog.find(storedNamespace(context.catalog, *ns));
    if (!collection) {
        return commandError(ServerCode::NamespaceNotFound, "ns not found " + ns->text());
    }
    TRY(refuseView(context.catalog, *ns));
    // of a time series, clients name the indexes by its own fields, as listIndexes shows them
    const std::vector<IndexInfo> indexes = shownIndexes(*collection);
    auto names = chosen(indexes, wanted);
    TRY(names);
    TRY(context.catalog.dropIndexes(collection->ns(), *names));
    reply.append("nIndexesWas", static_cast<std::int32_t>(catalog::countedIndexes(indexes)));
    if (wanted.type() == bson::Type::String && wanted.asString() == "*") {
        reply.append("msg", "non-_id indexes dropped for collection");
    }
    return {};
}

} // namespace sandglass::engine::commands
