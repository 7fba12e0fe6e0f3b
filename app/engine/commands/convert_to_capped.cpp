// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/catalog.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/collection_uuid.h"
#include "app/engine/commands/context.h"
#include "app/engine/definitions/capped_options.h"
#include "app/engine/definitions/listed_options.h"
#include "app/engine/operations/interrupt.h"
#include "app/engine/request/arguments.h"
#include "app/engine/storage/key_value_store.h"
#include "app/engine/writes/write_scope.h"

#include <string>
#include <utility>
#include <vector>

namespace sandglass::engine::commands {

using definitions::checkedCappedBytes;
using definitions::withOption;
using protocol::commandError;
using protocol::ServerCode;
using request::Arguments;
using request::collectionArgument;
using request::commandArguments;
using request::Request;
using writes::kUnitDocuments;

namespace {

constexpr std::string_view kConvertName = "convertToCapped";

/// The `size` argument in bytes, rounded as for a new capped collection.
Result<std::int64_t> requestedBytes(const Arguments& arguments)
{
    const bson::ValueView size = arguments.value("size");
    if (!size.isNumber() || size.toInt64() <= 0) {
        return commandError(ServerCode::InvalidOptions,
                            "Capped collection size must be greater than zero");
    }
    return checkedCappedBytes(size.toInt64());
}

Result<void> checkConvertible(const catalog::Collection& collection)
{
    const auto shape = collection.shape();
    if (shape->isView()) {
        return commandError(ServerCode::CommandNotSupportedOnView,
                            "cannot convert a view to a capped collection");
    }
    if (shape->clustered || shape->timeSeries) {
        return commandError(ServerCode::InvalidOptions,
                            "cannot convert a clustered or time-series collection to a capped"
                            " collection");
    }
    return {};
}

// As in MongoDB, the collection loses all indexes but the one on _id.
Result<void> dropOtherIndexes(const Context& context, const catalog::Collection& collection)
{
    std::vector<std::string> names;
    for (const catalog::IndexInfo& index : collection.indexes()) {
        if (!index.definition.isIdIndex()) {
            names.push_back(index.definition.name);
        }
    }
    if (names.empty()) {
        return {};
    }
    return context.catalog.dropIndexes(collection.ns(), names);
}

/// Removes the oldest documents that exceed `bytes`, in one write unit. False when no document
/// exceeds it any more; the newest document always stays.
Result<bool> removeBeyond(catalog::Collection& collection, std::int64_t bytes)
{
    auto unit = collection.beginWrite();
    TRY(unit);
    const catalog::CollectionFigures figures = collection.figures();
    std::int64_t beyond = figures.bytes - bytes;
    if (beyond <= 0 || figures.documents <= 1) {
        return false;
    }
    const auto walk = collection.scan(catalog::Direction::Forward);
    for (std::size_t n = 0; n < kUnitDocuments && beyond > 0 && walk->next(); ++n) {
        beyond -= static_cast<std::int64_t>(walk->document().size());
        TRY((*unit)->remove(walk->id()));
    }
    TRY(walk->status());
    TRY((*unit)->commit(storage::Durability::Process));
    return true;
}

} // namespace

// The collection keeps its UUID; MongoDB creates a new collection and renames it. A crash or an
// interruption during the command leaves a capped collection that exceeds its size; the next insert
// corrects that.
Result<void> runConvertToCapped(const Request& request, Context& context, bson::Builder& /*reply*/)
{
    const Arguments arguments = commandArguments(kConvertName, request);
    auto ns = collectionArgument(request);
    TRY(ns);
    TRY(checkCollectionUuid(request, *ns, context.catalog));
    const auto bytes = requestedBytes(arguments);
    TRY(bytes);
    const auto collection = context.catalog.find(*ns);
    if (!collection) {
        return commandError(ServerCode::NamespaceNotFound,
                            "source collection " + ns->text() + " does not exist");
    }
    TRY(checkConvertible(*collection));
    const auto interrupt = operations::Interrupt::make(request, context.clock);
    TRY(interrupt);
    // what was killed by now changes nothing
    TRY(interrupt->check());
    TRY(dropOtherIndexes(context, *collection));
    catalog::CollectionOptions options = collection->options();
    for (const auto& [field, value] :
         {std::pair{"capped", bson::Value::of(true)}, std::pair{"size", bson::Value::of(*bytes)},
          std::pair{"max", bson::Value()}}) {
        options.listed = withOption(options.listed, field, value);
    }
    TRY(context.catalog.setOptions(*ns, options));
    for (bool more = true; more;) {
        TRY(interrupt->check());
        auto removed = removeBeyond(*collection, *bytes);
        TRY(removed);
        more = *removed;
    }
    return {};
}

} // namespace sandglass::engine::commands
