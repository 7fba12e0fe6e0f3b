// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/json.h"
#include "app/engine/catalog/catalog.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/arguments.h"
#include "app/engine/commands/context.h"
#include "app/protocol/names.h"

#include <algorithm>
#include <string>
#include <vector>

namespace sandglass::engine::commands {

using catalog::IndexInfo;
using protocol::commandError;
using protocol::ServerCode;

namespace {

using Names = std::vector<std::string>;

Names allButId(const std::vector<IndexInfo>& indexes)
{
    Names names;
    for (const IndexInfo& index : indexes) {
        if (!index.definition.isIdIndex())
            names.push_back(index.definition.name);
    }
    return names;
}

Result<std::string> named(const std::vector<IndexInfo>& indexes, std::string_view name)
{
    const bool found = std::ranges::any_of(
        indexes, [&](const IndexInfo& index) { return index.definition.name == name; });
    if (!found)
        return commandError(ServerCode::IndexNotFound,
                            "index not found with name [" + std::string(name) + "]");
    if (name == "_id_")
        return commandError(ServerCode::InvalidOptions, "cannot drop _id index");
    return std::string(name);
}

Result<Names> byKey(const std::vector<IndexInfo>& indexes, bson::DocumentView key)
{
    Names names;
    for (const IndexInfo& index : indexes) {
        if (protocol::sameKeyPattern(index.definition.key, key))
            names.push_back(index.definition.name);
    }
    if (names.empty())
        return commandError(ServerCode::IndexNotFound,
                            "can't find index with key: " + bson::toShellText(key));
    if (names.size() > 1)
        return commandError(ServerCode::AmbiguousIndexKeyPattern,
                            std::to_string(names.size()) + " indexes found for key: "
                                + bson::toShellText(key) + ", identify by name instead.");
    if (names.front() == "_id_")
        return commandError(ServerCode::InvalidOptions, "cannot drop _id index");
    return names;
}

Result<Names> chosen(const std::vector<IndexInfo>& indexes, bson::ValueView wanted)
{
    if (wanted.type() == bson::Type::Document)
        return byKey(indexes, wanted.asDocument());
    if (wanted.type() == bson::Type::String && wanted.asString() == "*")
        return allButId(indexes);
    Names names;
    if (wanted.type() == bson::Type::String) {
        auto name = named(indexes, wanted.asString());
        if (!name)
            return name.error();
        names.push_back(*name);
        return names;
    }
    for (const bson::Element& element : wanted.asDocument()) {
        auto name = named(indexes, element.value.asString());
        if (!name)
            return name.error();
        if (std::ranges::find(names, *name) == names.end())
            names.push_back(*name);
    }
    return names;
}

bool wellTyped(bson::ValueView wanted)
{
    if (wanted.type() == bson::Type::String || wanted.type() == bson::Type::Document)
        return true;
    return wanted.type() == bson::Type::Array
        && std::ranges::all_of(wanted.asDocument(), [](const bson::Element& element) {
               return element.value.type() == bson::Type::String;
           });
}

} // namespace

Result<void> runDropIndexes(const Request& request, Context& context, bson::Builder& reply)
{
    const Arguments arguments(request.name, request.body);
    if (auto good = arguments.onlyKnown({request.name, "index"}); !good)
        return good;
    auto ns = collectionArgument(request);
    if (!ns)
        return ns.error();
    auto wanted = arguments.required("index");
    if (!wanted)
        return wanted.error();
    if (!wellTyped(*wanted))
        return arguments.wrongType("index", "string");
    const auto collection = context.catalog.find(*ns);
    if (!collection)
        return commandError(ServerCode::NamespaceNotFound, "ns not found " + ns->text());
    const std::vector<IndexInfo> indexes = collection->indexes();
    auto names = chosen(indexes, *wanted);
    if (!names)
        return names.error();
    if (auto dropped = context.catalog.dropIndexes(*ns, *names); !dropped)
        return dropped;
    reply.append("nIndexesWas", static_cast<std::int32_t>(indexes.size()));
    if (wanted->type() == bson::Type::String && wanted->asString() == "*")
        reply.append("msg", "non-_id indexes dropped for collection");
    return {};
}

} // namespace sandglass::engine::commands
