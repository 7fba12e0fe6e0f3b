// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/model/comparison.h"

#include "app/bson/json.h"
#include "tests/integration/model/collection_comparison.h"
#include "tests/support/need.h"

#include <set>
#include <vector>

namespace sandglass::tests::model {

std::string Comparison::names()
{
    std::set<std::string> databases;
    std::string expected;
    for (const auto& [ns, collection] : m_model.collections()) {
        databases.insert(ns.database);
        expected += ns.text() + " ";
    }
    std::string got;
    for (const auto& collection : m_catalog.collections({})) {
        got += collection->ns().text() + " ";
    }
    if (got != expected) {
        return "collections are " + got + "instead of " + expected;
    }
    if (m_catalog.databases() != std::vector<std::string>(databases.begin(), databases.end())) {
        return "databases() differs";
    }
    return {};
}

std::string Comparison::one(const protocol::Namespace& ns)
{
    if (std::string difference = names(); !difference.empty()) {
        return difference;
    }
    const ModelCollection* expected = m_model.find(ns);
    const auto collection = m_catalog.find(ns);
    if ((expected == nullptr) != (collection == nullptr)) {
        return ns.text() + (collection ? " is there" : " is missing");
    }
    if (!collection) {
        return {};
    }
    if (collection->ns() != ns || collection->dropped()) {
        return ns.text() + ": a handle with another name, or dropped";
    }
    CollectionComparison comparison(*collection, *expected, m_random, m_standby);
    std::string difference = comparison.reads();
    if (difference.empty() && m_watch != nullptr) {
        difference = m_watch->see(collection->uuid(), comparison.ids());
    }
    if (difference.empty() && !m_standby) {
        constexpr std::size_t kLookedFor = 5;
        difference
            = comparison.writes(m_model.now(),
                                m_watch != nullptr ? m_watch->gone(collection->uuid(), kLookedFor)
                                                   : std::vector<engine::catalog::RecordId>());
    }
    return difference.empty() ? difference : ns.text() + ": " + difference;
}

std::string Comparison::all()
{
    if (m_model.collections().empty()) {
        return names();
    }
    for (const auto& [ns, collection] : m_model.collections()) {
        if (std::string difference = one(ns); !difference.empty()) {
            return difference;
        }
    }
    return {};
}

void followPass(engine::catalog::Catalog& catalog, Model& model)
{
    for (const auto& collection : catalog.collections({})) {
        if (model.find(collection->ns()) == nullptr) {
            continue;
        }
        std::set<std::string> left;
        const auto cursor = collection->scan(engine::catalog::Direction::Forward);
        while (cursor->next()) {
            left.insert(bson::toJson(cursor->document()["_id"]));
        }
        need(cursor->status());
        model.expireAllBut(collection->ns(), left);
    }
}

} // namespace sandglass::tests::model
