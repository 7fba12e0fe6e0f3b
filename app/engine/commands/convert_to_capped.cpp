// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/catalog.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/arguments.h"
#include "app/engine/commands/capped_options.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/listed_options.h"
#include "app/engine/commands/write_scope.h"
#include "app/engine/storage/key_value_store.h"

#include <string>
#include <utility>
#include <vector>

namespace sandglass::engine::commands {

using protocol::commandError;
using protocol::ServerCode;

namespace {

constexpr std::string_view kConvertName = "convertToCapped";

Result<std::int64_t> askedBytes(const Arguments& arguments)
{
    const bson::ValueView size = arguments.value("size");
    if (!size.isNumber() || size.toInt64() <= 0)
        return commandError(ServerCode::InvalidOptions,
                            "Capped collection size must be greater than zero");
    return judgeCappedBytes(size.toInt64());
}

Result<void> checkConvertible(const catalog::Collection& collection)
{
    const auto shape = collection.shape();
    if (shape->isView())
        return commandError(ServerCode::CommandNotSupportedOnView,
                            "cannot convert a view to a capped collection");
    if (shape->clustered || shape->timeSeries)
        return commandError(ServerCode::InvalidOptions,
                            "cannot convert a clustered or time-series collection to a capped"
                            " collection");
    return {};
}

// As in MongoDB, all indexes but that of _id are lost.
Result<void> dropOtherIndexes(const Context& context, const catalog::Collection& collection)
{
    std::vector<std::string> names;
    for (const catalog::IndexInfo& index : collection.indexes()) {
        if (!index.definition.isIdIndex())
            names.push_back(index.definition.name);
    }
    if (names.empty())
        return {};
    return context.catalog.dropIndexes(collection.ns(), names);
}

/// Removes the oldest documents beyond `bytes` in one unit; false when nothing is beyond any more.
Result<bool> removeBeyond(catalog::Collection& collection, std::int64_t bytes)
{
    auto unit = collection.beginWrite();
    if (!unit)
        return unit.error();
    const catalog::CollectionFigures figures = collection.figures();
    std::int64_t beyond = figures.bytes - bytes;
    if (beyond <= 0 || figures.documents <= 1)
        return false;
    const auto walk = collection.scan(catalog::Direction::Forward);
    for (std::size_t n = 0; n < kUnitDocuments && beyond > 0 && walk->next(); ++n) {
        beyond -= static_cast<std::int64_t>(walk->document().size());
        if (auto removed = (*unit)->remove(walk->id()); !removed)
            return removed.error();
    }
    if (auto status = walk->status(); !status)
        return status.error();
    if (auto done = (*unit)->commit(storage::Durability::Process); !done)
        return done.error();
    return true;
}

} // namespace

// The collection keeps its UUID, where MongoDB makes another one and renames it. A crash in between
// leaves a capped collection above its size; the next insert puts that right.
Result<void> runConvertToCapped(const Request& request, Context& context, bson::Builder& /*reply*/)
{
    const Arguments arguments = commandArguments(kConvertName, request);
    if (auto good = arguments.onlyKnown({kConvertName, "size", "collectionUUID"}); !good)
        return good;
    auto ns = collectionArgument(request);
    if (!ns)
        return ns.error();
    const auto bytes = askedBytes(arguments);
    if (!bytes)
        return bytes.error();
    const auto collection = context.catalog.find(*ns);
    if (!collection)
        return commandError(ServerCode::NamespaceNotFound,
                            "source collection " + ns->text() + " does not exist");
    if (auto good = checkConvertible(*collection); !good)
        return good;
    if (auto dropped = dropOtherIndexes(context, *collection); !dropped)
        return dropped;
    catalog::CollectionOptions options = collection->options();
    for (const auto& [field, value] :
         {std::pair{"capped", bson::Value::of(true)}, std::pair{"size", bson::Value::of(*bytes)},
          std::pair{"max", bson::Value()}})
        options.listed = withOption(options.listed, field, value);
    if (auto stored = context.catalog.setOptions(*ns, options); !stored)
        return stored;
    for (bool more = true; more;) {
        auto removed = removeBeyond(*collection, *bytes);
        if (!removed)
            return removed.error();
        more = *removed;
    }
    return {};
}

} // namespace sandglass::engine::commands
