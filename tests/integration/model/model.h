// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/protocol/namespace.h"
#include "tests/integration/model/model_collection.h"

#include <map>
#include <string>

namespace sandglass::tests::model {

/// What the engine's catalog must show: databases, collections, indexes and documents as plain
/// maps, and a clock. Shares nothing with the engine but the order of values and the expiry rule.
class Model
{
public:
    using Collections = std::map<protocol::Namespace, ModelCollection>;

    explicit Model(base::Time now)
        : m_now(now)
    {
    }

    const Collections& collections() const { return m_collections; }
    /// nullptr when there is none.
    const ModelCollection* find(const protocol::Namespace& ns) const;
    base::Time now() const { return m_now; }

    /// Performs the step and returns what the engine must return. Steps about stores and cursors
    /// change nothing.
    Outcome apply(const Step& step);

    /// Makes a copy of this model for a part of a pass: removes what is due and not among `left`
    /// (JSON of the _ids that the engine still has).
    void expireAllBut(const protocol::Namespace& ns, const std::set<std::string>& left);
    /// Adds a collection that was found in the files.
    ModelCollection& adopt(const protocol::Namespace& ns, ModelCollection collection);

private:
    std::string create(const Step& step);
    std::string drop(const Step& step);
    std::string dropDatabase(const Step& step);
    std::string rename(const Step& step);
    std::string setOptions(const Step& step);
    Outcome write(const Step& step);
    std::string changeIndexes(const Step& step);
    void pass();

    Collections m_collections;
    base::Time m_now;
};

} // namespace sandglass::tests::model
