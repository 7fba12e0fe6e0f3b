// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/collection.h"
#include "tests/integration/model/index_comparison.h"
#include "tests/integration/model/model_collection.h"
#include "tests/integration/model/random_source.h"

#include <string>
#include <vector>

namespace sandglass::tests::model {

/// Compares one collection with its model. Each call gives the first difference; "" for none.
class CollectionComparison
{
public:
    CollectionComparison(engine::catalog::Collection& collection, const ModelCollection& model,
                         RandomSource& random, bool standby)
        : m_collection(collection)
        , m_model(model)
        , m_random(random)
        , m_standby(standby)
    {
    }

    /// Every way to read, of all documents where they are few, of some where they are many.
    std::string reads();
    /// What a write unit shows and refuses; it is discarded. `gone`: records that are no more.
    std::string writes(base::Time now, const std::vector<engine::catalog::RecordId>& gone);
    /// The record ids that reads() has seen, ascending.
    const std::vector<engine::catalog::RecordId>& ids() const { return m_records.ids; }

private:
    std::string scanForward();
    std::string scanBackward();
    std::string scanFrom();
    std::string figures();
    std::string definitions();
    std::string definition(const engine::catalog::IndexInfo& got, const ModelIndex& expected) const;
    std::string byId();
    std::string verification();
    std::string fetches(engine::catalog::WriteUnit& unit);
    std::string dueDates(engine::catalog::WriteUnit& unit, base::Time now);
    std::string probes(engine::catalog::WriteUnit& unit);
    bool isSmall() const { return m_model.documents().size() <= 300; }

    engine::catalog::Collection& m_collection;
    const ModelCollection& m_model;
    RandomSource& m_random;
    bool m_standby;
    Records m_records;
};

} // namespace sandglass::tests::model
