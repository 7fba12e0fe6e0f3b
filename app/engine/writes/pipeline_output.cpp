// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/writes/pipeline_output.h"

#include "app/bson/validate.h"
#include "app/engine/catalog/catalog.h"
#include "app/engine/catalog/document_id.h"
#include "app/engine/plan/cursors.h"
#include "app/engine/plan/view_resolution.h"
#include "app/engine/request/arguments.h"
#include "app/engine/storage/key_value_store.h"
#include "app/engine/writes/merge_writer.h"
#include "app/engine/writes/storable.h"
#include "app/engine/writes/write_permission.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sandglass::engine::writes {

using catalog::withLeadingId;
using plan::findBuckets;
using plan::refuseTimeSeries;
using request::notSupportedYet;
using request::Request;

namespace {

/// Bytes of the documents of a unit; the last one may exceed them.
constexpr std::size_t kUnitBytes = bson::kMaxDocumentBytes;

/// What the names of the temporary collections begin with; an ObjectId follows.
constexpr std::string_view kTemporaryName = "tmp.agg_out.";

/// A name that a user chose does not end in an ObjectId.
bool isTemporary(std::string_view collection)
{
    if (!collection.starts_with(kTemporaryName)) {
        return false;
    }
    const std::string_view id = collection.substr(kTemporaryName.size());
    constexpr std::size_t kIdDigits = 24;
    return id.size() == kIdDigits
        && id.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

/// $out: fills a temporary collection and renames it to the target.
class OutWriter
{
public:
    OutWriter(const WriteScope& scope, query::DocumentSource& source)
        : m_scope(scope)
        , m_source(source)
        , m_temporary{scope.ns.database,
                      std::string(kTemporaryName) + bson::ObjectId::generate().text()}
    {
    }

    Result<void> run()
    {
        auto filled = fill();
        if (!filled) {
            // only the first error is reported; if the temporary collection cannot be dropped
            // either, that is most likely for the same reason
            (void)m_scope.access.catalog.drop(m_temporary);
            return filled;
        }
        // open cursors still read the replaced collection
        m_scope.access.cursors.killAll(m_scope.ns);
        return {};
    }

private:
    Result<void> fill();
    Result<void> insertAll(catalog::Collection& collection);
    Result<bool> insertUnit(catalog::Collection& collection);

    const WriteScope& m_scope;
    query::DocumentSource& m_source;
    protocol::Namespace m_temporary;
};

Result<void> OutWriter::fill()
{
    catalog::Catalog& catalog = m_scope.access.catalog;
    const auto target = catalog.find(m_scope.ns);
    auto collection
        = catalog.create(m_temporary, target ? target->options() : catalog::CollectionOptions());
    TRY(collection);
    // the indexes before the documents: while the collection is empty, building them takes no time
    std::vector<catalog::IndexDefinition> indexes;
    for (catalog::IndexInfo& index :
         target ? target->indexes() : std::vector<catalog::IndexInfo>()) {
        if (!index.definition.isIdIndex()) {
            indexes.push_back(std::move(index.definition));
        }
    }
    if (!indexes.empty()) {
        TRY(catalog.createIndexes(m_temporary, indexes));
    }
    TRY(insertAll(**collection));
    return catalog.rename(m_temporary, m_scope.ns, true);
}

Result<void> OutWriter::insertAll(catalog::Collection& collection)
{
    while (true) {
        auto more = insertUnit(collection);
        TRY(more);
        if (!*more) {
            return {};
        }
    }
}

// Reads the documents of a unit before it takes the writer lock, because a stage may be slow.
Result<bool> OutWriter::insertUnit(catalog::Collection& collection)
{
    std::vector<bson::Document> documents;
    std::size_t bytes = 0;
    bool more = true;
    while (more && documents.size() < kUnitDocuments && bytes < kUnitBytes) {
        auto document = m_source.next();
        TRY(document);
        more = document->has_value();
        if (!more) {
            break;
        }
        // checked at once: a computed document can be far larger than what may be stored, and a
        // unit of those would not fit into the memory
        bson::Document rebuilt;
        auto whole = withLeadingId(**document, rebuilt);
        TRY(whole);
        TRY(checkStorable(*whole));
        bytes += whole->size();
        documents.push_back(rebuilt.view().empty() ? std::move(**document) : std::move(rebuilt));
    }
    auto unit = beginUnit(m_scope, collection);
    TRY(unit);
    for (const bson::Document& document : documents) {
        TRY((*unit)->insert(document));
    }
    TRY((*unit)->commit(m_scope.durability));
    return more;
}

// What belongs to the server is no target. Source: MongoDB server source, DocumentSourceOut and
// DocumentSourceMerge.
Result<void> checkOutputTarget(const catalog::Catalog& catalog, const protocol::Namespace& target,
                               bool isOut)
{
    const std::string stage = isOut ? "Can't $out" : "Cannot $merge";
    if (target.collection.starts_with("system.")) {
        return protocol::commandError(isOut ? 17385 : 31319,
                                      stage + " to special collection: " + target.collection);
    }
    constexpr std::array<std::string_view, 3> kInternal{"admin", "config", "local"};
    if (std::ranges::find(kInternal, target.database) != kInternal.end()) {
        return protocol::commandError(isOut ? 31321 : 31320,
                                      stage + " to internal database: " + target.database);
    }
    const auto collection = isOut ? catalog.find(target) : nullptr;
    if (collection && collection->options().listed["capped"].toBool()) {
        return protocol::commandError(
            17152, "namespace '" + target.text() + "' is capped so it can't be used for $out");
    }
    return {};
}

} // namespace

Result<WriteScope> outputScope(const Request& request, const WriteAccess& access,
                               const query::PipelineOutput& output)
{
    if (!output.timeseries.isMissing()) {
        return notSupportedYet("$out into a time-series collection");
    }
    const std::string database = output.database.empty() ? request.database : output.database;
    TRY(checkUnlocked(access.gate));
    TRY(checkUserWrites(access.gate, database));
    const protocol::Namespace target{database, output.collection};
    TRY(checkOutputTarget(access.catalog, target, output.kind == query::PipelineOutput::Kind::Out));
    if (findBuckets(access.catalog, target)) {
        return refuseTimeSeries(target);
    }
    return writeScopeOf(request, target, access);
}

Result<void> writeOutput(const WriteScope& scope, const query::PipelineOutput& output,
                         query::DocumentSource& source)
{
    if (output.kind == query::PipelineOutput::Kind::Out) {
        return OutWriter(scope, source).run();
    }
    return MergeWriter(scope, output).run(source);
}

void dropUnfinishedOutputs(catalog::Catalog& catalog)
{
    for (const auto& collection : catalog.collections({})) {
        if (isTemporary(collection->ns().collection)) {
            // a full disk must not prevent the start
            static_cast<void>(catalog.drop(collection->ns()).has_value());
        }
    }
}

} // namespace sandglass::engine::writes
