// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/writes/merge_writer.h"

#include "app/bson/builder.h"
#include "app/bson/compare.h"
#include "app/engine/catalog/catalog.h"
#include "app/engine/catalog/document_id.h"
#include "app/engine/catalog/write_note.h"
#include "app/engine/query/command_variables.h"
#include "app/engine/query/expression.h"
#include "app/engine/query/update.h"
#include "app/engine/query/written_paths.h"
#include "app/engine/request/engine_facts.h"
#include "app/engine/storage/key_value_store.h"
#include "app/engine/writes/document_changes.h"
#include "app/engine/writes/storable.h"
#include "app/protocol/names.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <set>
#include <utility>

namespace sandglass::engine::writes {

using catalog::withLeadingId;
using plan::QueryShape;
using protocol::commandError;
using protocol::ServerCode;
using WhenMatched = query::PipelineOutput::WhenMatched;
using WhenNotMatched = query::PipelineOutput::WhenNotMatched;

namespace {

constexpr int kNotUnique = 51183;
constexpr int kJoinFieldMissing = 51132;
constexpr int kJoinFieldIsArray = 51185;
constexpr int kNoMatch = 13113;

/// The fields of both documents. A field of `incoming` replaces that of `existing` in its place;
/// new fields come last.
bson::Document mergedFields(bson::DocumentView existing, bson::DocumentView incoming)
{
    bson::Builder merged;
    for (const bson::Element& element : existing) {
        const bson::ValueView newer = incoming[element.key];
        merged.append(element.key, newer.isMissing() ? element.value : newer);
    }
    for (const bson::Element& element : incoming) {
        if (!existing.contains(element.key)) {
            merged.append(element.key, element.value);
        }
    }
    return merged.take();
}

/// `replacement` with the _id of `existing`.
bson::Document withIdOf(bson::DocumentView existing, bson::DocumentView replacement)
{
    bson::Builder builder;
    builder.append("_id", existing["_id"]);
    for (const bson::Element& element : replacement) {
        if (element.key != "_id") {
            builder.append(element.key, element.value);
        }
    }
    return builder.take();
}

} // namespace

MergeWriter::MergeWriter(const WriteScope& scope, const query::PipelineOutput& output)
    : m_scope(scope)
    , m_output(output)
    , m_on(output.on.empty() ? std::vector<std::string>{"_id"} : output.on)
{
}

Result<void> MergeWriter::run(query::DocumentSource& source)
{
    // merge() opens a write unit for each document, so that those before an error stay
    auto collection = m_scope.access.catalog.findOrCreate(m_scope.ns, nullptr);
    TRY(collection);
    m_collection = *collection;
    TRY(checkUnique());
    while (true) {
        auto document = source.next();
        TRY(document);
        if (!document->has_value()) {
            return {};
        }
        bson::Document rebuilt;
        auto incoming = withLeadingId(**document, rebuilt);
        TRY(incoming);
        TRY(merge({*incoming, (*document)->view().contains("_id")}));
    }
}

Result<void> MergeWriter::checkUnique() const
{
    const std::set<std::string> wanted(m_on.begin(), m_on.end());
    if (wanted == std::set<std::string>{"_id"}) {
        return {};
    }
    for (const catalog::IndexInfo& index : m_collection->indexes()) {
        // a partial index guarantees uniqueness only among some of the documents
        if (!index.ready || !index.definition.unique || index.definition.partialFilter
            || !bson::sameCollation(index.collation.get(), m_output.context.collation.get())) {
            continue;
        }
        std::set<std::string> fields;
        for (const protocol::KeyField& field : protocol::keyFields(index.definition.key)) {
            fields.insert(field.path);
        }
        if (fields == wanted) {
            return {};
        }
    }
    return commandError(kNotUnique, "Cannot find index to verify that join fields will be unique");
}

Result<void> MergeWriter::merge(const Incoming& incoming)
{
    auto filter = joinFilter(incoming.document);
    TRY(filter);
    auto shape = shapeFor(*filter);
    TRY(shape);
    catalog::WriteNote note; // lives longer than the unit
    auto unit = beginUnit(m_scope, *m_collection);
    TRY(unit);
    (*unit)->setNote(&note);
    // searched under the writer lock, so that no other client can insert the same key meanwhile
    auto match = firstMatch(m_scope, {m_collection, std::move(*shape), false, {}});
    TRY(match);
    auto written = match->has_value() ? changeMatched({**unit, note}, **match, incoming)
                                      : insertNew(**unit, incoming.document);
    TRY(written);
    return (*unit)->commit(m_scope.durability);
}

Result<QueryShape> MergeWriter::shapeFor(bson::DocumentView filter) const
{
    auto parsed = query::Filter::parse(
        filter, {m_scope.access.clock.now(), {}, m_output.context.collation});
    TRY(parsed);
    return QueryShape{filter, std::move(*parsed), {}, {}};
}

Result<bson::Document> MergeWriter::joinFilter(bson::DocumentView incoming) const
{
    bson::Builder filter;
    for (const std::string& field : m_on) {
        const bson::ValueView value = incoming.at(field);
        if (value.type() == bson::Type::Array) {
            return commandError(kJoinFieldIsArray,
                                "$merge write error: 'on' field '" + field + "' is an array");
        }
        if (value.isNullish()) {
            return commandError(kJoinFieldMissing,
                                "$merge write error: 'on' field '" + field
                                    + "' cannot be missing, null or undefined");
        }
        filter.beginDocument(field).append("$eq", value).end();
    }
    return filter.take();
}

Result<void> MergeWriter::insertNew(catalog::WriteUnit& unit, bson::DocumentView incoming) const
{
    if (m_output.whenNotMatched == WhenNotMatched::Fail) {
        return commandError(kNoMatch,
                            "$merge could not find a matching document in the target"
                            " collection for at least one document in the source"
                            " collection");
    }
    if (m_output.whenNotMatched == WhenNotMatched::Discard) {
        return {};
    }
    TRY(checkStorable(incoming));
    TRY(unit.insert(incoming));
    return {};
}

Result<void> MergeWriter::changeMatched(const NotedUnit& noted, catalog::RecordId id,
                                        const Incoming& incoming) const
{
    if (m_output.whenMatched == WhenMatched::KeepExisting) {
        return {};
    }
    if (m_output.whenMatched == WhenMatched::Fail) {
        return commandError(ServerCode::DuplicateKey,
                            "$merge with whenMatched: fail found an existing document with the same"
                            " values for the 'on' fields");
    }
    auto existing = noted.unit.fetch(id);
    TRY(existing);
    if (!existing->has_value()) {
        return insertNew(noted.unit, incoming.document);
    }
    auto after = changed(**existing, incoming);
    TRY(after);
    if (!bson::equal((*after)["_id"], (**existing)["_id"])) {
        return commandError(ServerCode::ImmutableField,
                            "$merge failed to update the matching document, did you attempt to"
                            " modify the _id or the shard key?");
    }
    TRY(checkStorable(*after));
    if (*after == **existing && !noted.unit.countsEveryReplace()) {
        return {};
    }
    noteChange(**existing, *after, noted.note);
    return noted.unit.replace(id, *after);
}

void MergeWriter::noteChange(bson::DocumentView existing, bson::DocumentView after,
                             catalog::WriteNote& note) const
{
    // before 5.0 a pipeline was logged as a replacement
    note.pipeline = m_output.whenMatched == WhenMatched::Pipeline;
    note.replacement = m_output.whenMatched == WhenMatched::Replace
        || (note.pipeline && !m_scope.access.facts.atLeast(5, 0));
    // without a log nobody reads it, and there may be millions of documents
    if (m_output.whenMatched != WhenMatched::Merge || m_scope.access.catalog.oplog() == nullptr) {
        return;
    }
    query::WrittenPaths written;
    for (const bson::Element& field : after) {
        const bson::ValueView before = existing[field.key];
        if (before.isMissing()) {
            written.created({std::string(field.key)});
        } else if (!bson::identical(field.value, before)) {
            written.updated({std::string(field.key)});
        }
    }
    note.difference = written.difference(after);
}

Result<bson::Document> MergeWriter::changed(bson::DocumentView existing,
                                            const Incoming& incoming) const
{
    // a new _id does not replace the old one; one of its own is kept, and refused if it differs
    const bool ownId = incoming.hasOwnId;
    const bson::DocumentView document = incoming.document;
    switch (m_output.whenMatched) {
    case WhenMatched::Replace:
        return ownId ? bson::Document(document) : withIdOf(existing, document);
    case WhenMatched::Merge:
        return ownId ? mergedFields(existing, document)
                     : mergedFields(existing, withIdOf(existing, document));
    case WhenMatched::Pipeline:
        return byPipeline(existing, document);
    case WhenMatched::KeepExisting:
    case WhenMatched::Fail:
        break;
    }
    return bson::Document(existing);
}

Result<bson::Document> MergeWriter::byPipeline(bson::DocumentView existing,
                                               bson::DocumentView incoming) const
{
    bson::Builder variables;
    const bson::DocumentView let = m_output.let.view().asDocument();
    variables.append("new", incoming); // always defined, also with a `let`
    for (const bson::Element& element : let) {
        if (element.key == "new") {
            continue;
        }
        auto expression = query::Expression::parse(element.value, m_output.context);
        TRY(expression);
        auto value = expression->evaluate(incoming);
        TRY(value);
        query::appendVariable(element.key, value->view(), variables);
    }
    // last: of two variables with one name the first is found
    variables.appendAll(m_output.context.variables);
    auto update = query::Update::parse(
        m_output.pipeline, {},
        {m_output.context.now, variables.take(), m_output.context.collation});
    TRY(update);
    return update->apply({existing, std::nullopt, false});
}

} // namespace sandglass::engine::writes
