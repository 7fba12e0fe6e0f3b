// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/catalog.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/operations/interrupt.h"
#include "app/engine/plan/view_resolution.h"
#include "app/engine/reads/collection_stats.h"
#include "app/engine/request/arguments.h"
#include "app/engine/request/numbers.h"

#include <algorithm>
#include <cstdint>

namespace sandglass::engine::commands {

using operations::Interrupt;
using plan::findBuckets;
using plan::refuseView;
using protocol::commandError;
using protocol::ServerCode;
using reads::bytesOnDisk;
using request::appendNumber;
using request::Arguments;
using request::collectionArgument;
using request::commandArguments;
using request::Request;

namespace {

constexpr std::string_view kCompactName = "compact";

/// Checks the options and returns `dryRun`. `force` and `freeSpaceTargetMB` have no effect: compact
/// does not block other clients, and it takes little time when there is little space to free.
Result<bool> isDryRun(const Request& request)
{
    const Arguments arguments = commandArguments(kCompactName, request);
    auto target = arguments.integer("freeSpaceTargetMB");
    TRY(target);
    if (target->value_or(1) < 1) {
        return commandError(ServerCode::BadValue,
                            "BSON field 'freeSpaceTargetMB' value must be >= 1");
    }
    return arguments.flag("dryRun", false);
}

/// The estimated bytes on disk of removed documents: their share of all documents.
std::int64_t estimatedBytes(const catalog::Collection& collection)
{
    const auto gone = static_cast<double>(collection.unreclaimed());
    const auto all = gone + static_cast<double>(collection.figures().documents);
    if (gone <= 0) {
        return 0;
    }
    return static_cast<std::int64_t>(static_cast<double>(bytesOnDisk(collection)) * gone / all);
}

} // namespace

// Frees the disk space of removed documents. Other clients can read and write meanwhile; only the
// caller waits.
Result<void> runCompact(const Request& request, Context& context, bson::Builder& reply)
{
    const auto ns = collectionArgument(request);
    TRY(ns);
    const auto estimate = isDryRun(request);
    TRY(estimate);
    TRY(refuseView(context.catalog, *ns));
    const auto buckets = findBuckets(context.catalog, *ns);
    const auto collection = buckets ? buckets : context.catalog.find(*ns);
    if (!collection) {
        return commandError(ServerCode::NamespaceNotFound, "collection does not exist");
    }
    if (*estimate) {
        appendNumber(reply, "estimatedBytesFreed", estimatedBytes(*collection));
        return {};
    }
    const auto interrupt = Interrupt::make(request, context.clock);
    TRY(interrupt);
    const std::int64_t before = bytesOnDisk(*collection);
    TRY(context.catalog.reclaim(collection->ns(), [&interrupt] { return interrupt->check(); }));
    appendNumber(reply, "bytesFreed", std::max<std::int64_t>(before - bytesOnDisk(*collection), 0));
    return {};
}

} // namespace sandglass::engine::commands
