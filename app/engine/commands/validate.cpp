// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/validate.h"

#include "app/engine/catalog/catalog.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/operations/interrupt.h"
#include "app/engine/plan/view_resolution.h"
#include "app/engine/request/arguments.h"
#include "app/engine/request/numbers.h"
#include "app/engine/timeseries/time_series_indexes.h"

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sandglass::engine::commands {

using operations::Interrupt;
using plan::refuseView;
using plan::storedNamespace;
using request::appendNumber;
using request::Arguments;
using request::collectionArgument;
using request::commandArguments;
using request::notSupportedYet;
using request::Request;
using timeseries::shownIndexes;

namespace {

constexpr std::string_view kValidateName = "validate";

/// Options that exclude each other.
constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kExclusive{{
    {"background", "full"},
    {"background", "enforceFastCount"},
    {"background", "repair"},
    {"enforceFastCount", "repair"},
    {"checkBSONConformance", "repair"},
    {"metadata", "background"},
    {"metadata", "full"},
    {"metadata", "enforceFastCount"},
    {"metadata", "checkBSONConformance"},
    {"metadata", "repair"},
}};

/// Errors (server): InvalidOptions.
Result<void> checkTogether(const Arguments& arguments)
{
    for (const auto& [one, other] : kExclusive) {
        if (arguments.value(one).toBool() && arguments.value(other).toBool()) {
            return protocol::commandError(protocol::ServerCode::InvalidOptions,
                                          "Running the validate command with both { "
                                              + std::string(one) + ": true } and { "
                                              + std::string(other) + ": true } is not supported.");
        }
    }
    return {};
}

/// The result of reading a collection.
struct Findings
{
    std::int64_t documents = 0;
    std::int64_t damaged = 0;
    std::vector<std::string> problems; ///< English sentences
};

/// Reads every document and checks its bytes.
Result<void> readDocuments(const catalog::Collection& collection, Interrupt& interrupt,
                           Findings& findings)
{
    const auto walk = collection.scan(catalog::Direction::Forward);
    while (walk && walk->next()) {
        TRY(interrupt.checkSometimes());
        ++findings.documents;
        if (bson::validate(walk->document().bytes())) {
            continue;
        }
        ++findings.damaged;
        findings.problems.push_back("Document with record id " + std::to_string(walk->id())
                                    + " is damaged.");
    }
    return walk ? walk->status() : Result<void>();
}

/// Appends the number of entries of each index, which only a scan can find out. Special indexes
/// have none. As in MongoDB, the order of a clustered collection is not an index here.
Result<void> appendIndexes(const catalog::Collection& collection, bool sound, Interrupt& interrupt,
                           bson::Builder& reply)
{
    bson::Builder details;
    auto indexes = shownIndexes(collection);
    std::erase_if(indexes, [](const auto& index) { return index.definition.clustered; });
    reply.append("nIndexes", static_cast<std::int32_t>(indexes.size()));
    reply.beginDocument("keysPerIndex");
    for (const catalog::IndexInfo& index : indexes) {
        const auto walk
            = collection.scanIndex(index.definition.name, {}, catalog::Direction::Forward);
        while (walk && walk->next()) {
            TRY(interrupt.checkSometimes());
        }
        if (walk && !walk->status()) {
            return walk->status();
        }
        appendNumber(reply, index.definition.name, walk ? walk->keysExamined() : 0);
        details.append(index.definition.name, bson::makeDocument("valid", sound));
    }
    reply.end();
    reply.append("indexDetails", details.take());
    return {};
}

} // namespace

Result<void> runValidate(const Request& request, Context& context, bson::Builder& reply)
{
    const Arguments arguments = commandArguments(kValidateName, request);
    auto ns = collectionArgument(request);
    TRY(ns);
    TRY(checkTogether(arguments));
    auto repair = arguments.flag("repair", false);
    TRY(repair);
    if (*repair) {
        return notSupportedYet("validate with 'repair'");
    }
    auto interrupt = Interrupt::make(request, context.clock);
    TRY(interrupt);
    TRY(refuseView(context.catalog, *ns));
    const auto collection = context.catalog.find(storedNamespace(context.catalog, *ns));
    if (!collection) {
        return protocol::commandError(protocol::ServerCode::NamespaceNotFound,
                                      "Collection '" + ns->text()
                                          + "' does not exist to validate.");
    }
    Findings findings;
    TRY(readDocuments(*collection, *interrupt, findings));
    auto verification = collection->verify([&interrupt] { return interrupt->checkSometimes(); });
    TRY(verification);
    const bool indexesSound = verification->problems.empty();
    for (std::string& problem : verification->problems) {
        findings.problems.push_back(std::move(problem));
    }

    reply.append("ns", ns->text());
    reply.append("uuid", bson::Binary{bson::kUuidSubtype, collection->uuid()});
    appendNumber(reply, "nInvalidDocuments", findings.damaged);
    appendNumber(reply, "nrecords", findings.documents);
    TRY(appendIndexes(*collection, indexesSound, *interrupt, reply));
    reply.append("valid", findings.problems.empty()).append("repaired", false);
    reply.beginArray("warnings").end();
    reply.beginArray("errors");
    for (const std::string& problem : findings.problems) {
        reply.push(problem);
    }
    reply.end();
    return {};
}

} // namespace sandglass::engine::commands
