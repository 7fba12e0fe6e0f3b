// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/index_state.h"

#include "app/engine/collation/collation.h"

#include <algorithm>
#include <utility>

namespace sandglass::engine::catalog {

Result<bool> IndexState::keysOf(bson::DocumentView document, KeyList& keys) const
{
    keys.clear();
    if (!hasEntries() || (inFilter && !inFilter(document))) {
        return false;
    }
    if (special) {
        return special->keysOf(document, keys, collation.get());
    }
    const KeyExtractor::Sink sink = [this, &keys](std::span<const bson::ValueView> values) {
        keys.add(values, collation.get());
    };
    Result<bool> metArray = extractor.extract(document, sink);
    keys.finish();
    return metArray;
}

Result<std::shared_ptr<IndexState>> makeIndexState(std::uint32_t id,
                                                   const IndexDefinition& definition,
                                                   std::shared_ptr<IndexActivity> activity,
                                                   const FilterCompiler& compileFilter)
{
    auto state = std::make_shared<IndexState>();
    state->id = id;
    state->definition = definition;
    state->activity = std::move(activity);
    state->ordered = definition.isOrdered();
    state->unique = definition.unique || definition.isIdIndex();
    if (definition.collation) {
        state->collation
            = collation::storedCollation({bson::Type::Document, definition.collation->bytes()});
    }
    if (definition.partialFilter) {
        auto predicate = compileFilter(*definition.partialFilter, state->collation);
        TRY(predicate);
        state->inFilter = *std::move(predicate);
    }
    if (!state->ordered) {
        state->special = SpecialKeys::of(definition);
        return state;
    }
    std::vector<std::string> paths;
    for (protocol::KeyField& field : protocol::keyFields(definition.key)) {
        paths.push_back(std::move(field.path));
    }
    // Clustered collections keep dates apart even without a rule: so their rule may be set and
    // removed without moving any entries.
    state->singleField = paths.size() == 1;
    state->datesApart = (definition.isTtl() || definition.clustered) && state->singleField;
    state->extractor = KeyExtractor(paths, definition.sparse);
    return state;
}

std::shared_ptr<const IndexState> findIndex(const IndexSet& indexes, std::string_view name)
{
    const auto found = std::find_if(indexes.begin(), indexes.end(), [&](const auto& index) {
        return index->definition.name == name;
    });
    return found == indexes.end() ? nullptr : *found;
}

std::shared_ptr<const IndexState> findIndex(const IndexSet& indexes, std::uint32_t id)
{
    const auto found = std::find_if(indexes.begin(), indexes.end(),
                                    [&](const auto& index) { return index->id == id; });
    return found == indexes.end() ? nullptr : *found;
}

} // namespace sandglass::engine::catalog
