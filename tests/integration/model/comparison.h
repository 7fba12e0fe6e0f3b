// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/catalog.h"
#include "tests/integration/model/model.h"
#include "tests/integration/model/random_source.h"
#include "tests/integration/model/record_watch.h"

#include <string>

namespace sandglass::tests::model {

/// Asks a catalog everything that can be asked of it and compares with a model. Each call gives the
/// first difference as a sentence; "" when there is none.
class Comparison
{
public:
    /// `watch`: may be null; else it sees all record ids. `standby`: nothing can be written.
    Comparison(engine::catalog::Catalog& catalog, const Model& model, RandomSource& random,
               RecordWatch* watch, bool standby)
        : m_catalog(catalog)
        , m_model(model)
        , m_random(random)
        , m_watch(watch)
        , m_standby(standby)
    {
    }

    /// Names, and every collection.
    std::string all();
    /// Names, and every read path of one collection.
    std::string one(const protocol::Namespace& ns);

private:
    std::string names();

    engine::catalog::Catalog& m_catalog;
    const Model& m_model;
    RandomSource& m_random;
    RecordWatch* m_watch;
    bool m_standby;
};

/// Lets a model follow a pass that is not over: documents that are due may be gone already.
/// Everything else is left to a comparison.
void followPass(engine::catalog::Catalog& catalog, Model& model);

} // namespace sandglass::tests::model
