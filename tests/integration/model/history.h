// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/integration/model/documents.h"
#include "tests/integration/model/model.h"
#include "tests/integration/model/random_source.h"
#include "tests/integration/model/step.h"

#include <cstdint>
#include <deque>
#include <vector>

namespace sandglass::tests::model {

/// How often which kind of step comes, and how much it does.
struct Profile
{
    int writes = 40; ///< shares of a hundred and more; see History::next()
    int passes = 8;
    int indexes = 12;
    int catalog = 5;
    int cursors = 6;
    int storage = 5; ///< compactions, reclaims
    int copies = 0; ///< checkpoints and reopening, which take long
    int standby = 0;
    int largestUnit = 25;
    std::size_t mostDocuments = 200; ///< of a collection, about
};

/// Makes the steps of a history. They depend on the seed and the model alone.
class History
{
public:
    History(std::uint64_t seed, const Profile& profile);

    /// The next step for a model in that state.
    Step next(const Model& model);

private:
    using Maker = Step (History::*)(const Model&);

    Step write(const Model& model);
    Step unitOn(const protocol::Namespace& ns, const ModelCollection& collection, base::Time now);
    void exchange(const ModelCollection& collection, base::Time now, Step& step);
    UnitCall call(const ModelCollection& collection, base::Time now);
    UnitCall replacement(const ModelCollection& collection, base::Time now);
    bson::Document insertion(const ModelCollection& collection, base::Time now);
    bson::Value freshId(const ModelCollection& collection, base::Time now);
    bson::Value anyId(const ModelCollection& collection);
    Step pass(const Model& model);
    Step advance(const Model& model);
    Step changeIndexes(const Model& model);
    Step modifyIndex(const protocol::Namespace& ns, const ModelCollection& collection);
    Step changeCatalog(const Model& model);
    Step create(const protocol::Namespace& ns);
    Step useCursors(const Model& model);
    Step changeStorage(const Model& model);
    Step copy(const Model& model);
    Step follow(const Model& model);
    Shape shape();
    engine::catalog::IndexDefinition index();
    protocol::Namespace name();
    const Model::Collections::value_type& anyCollection(const Model& model);

    RandomSource m_random;
    DocumentSource m_documents;
    Profile m_profile;
    std::vector<std::pair<int, Maker>> m_makers;
    std::int32_t m_nextId = 0;
    std::deque<bson::Document> m_removed; ///< whose keys are free again, perhaps
};

} // namespace sandglass::tests::model
