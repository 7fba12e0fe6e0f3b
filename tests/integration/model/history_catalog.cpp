// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of a history that change collections and indexes.
#include "app/bson/builder.h"
#include "tests/integration/model/filters.h"
#include "tests/integration/model/history.h"
#include "tests/support/catalog_fixture.h"

#include <array>
#include <iterator>
#include <limits>
#include <string>

namespace sandglass::tests::model {

namespace {

using engine::catalog::IndexDefinition;
using Kind = Step::Kind;

constexpr std::size_t kMostIndexes = 6;
constexpr std::array<std::int32_t, 6> kSeconds{0, 60, 600, 3600, 86'400, 2'147'483'647};

Step on(const protocol::Namespace& ns, Kind kind)
{
    Step step;
    step.kind = kind;
    step.ns = ns;
    return step;
}

} // namespace

Shape History::shape()
{
    Shape shape;
    if (m_random.oneIn(7)) {
        shape.clustered = true;
        if (!m_random.oneIn(3)) {
            shape.seconds = m_random.pick(kSeconds);
        }
    } else if (m_random.oneIn(8)) {
        shape.cappedBytes = 256 * (4 + m_random.upTo(40));
        shape.cappedDocuments = m_random.oneIn(2) ? 0 : 1 + m_random.upTo(40);
    }
    return shape;
}

IndexDefinition History::index()
{
    constexpr std::array kDates{R"({"t":1})", R"({"t":-1})", R"({"t":1})", R"({"d.t":1})"};
    constexpr std::array kOthers{
        R"({"a":1})",        R"({"u":1})",         R"({"t":1})",         R"({"a":1,"t":-1})",
        R"({"b":-1,"u":1})", R"({"d.t":1,"a":1})", R"({"u":1,"_id":1})", R"({"a":1,"b":1,"u":1})"};
    const bool ttl = m_random.oneIn(2);
    IndexDefinition index = indexOn(ttl ? m_random.pick(kDates) : m_random.pick(kOthers),
                                    "i" + std::to_string(m_random.upTo(8)));
    if (ttl) {
        index.expireAfterSeconds = bson::Value::of(m_random.pick(kSeconds));
    }
    if (m_random.oneIn(40)) {
        index.key = doc(R"({"b":"hashed"})");
    }
    if (m_random.oneIn(ttl ? 15 : 5)) {
        index.unique = true;
    }
    // an old file may hold seconds that are no number
    if (ttl && m_random.oneIn(30)) {
        index.expireAfterSeconds = bson::Value::of(std::numeric_limits<double>::quiet_NaN());
    }
    index.sparse = m_random.oneIn(4);
    if (m_random.oneIn(4)) {
        index.sparse = false;
        index.partialFilter = doc(m_random.pick(knownFilters()).json);
    }
    index.hidden = m_random.oneIn(12);
    return index;
}

Step History::create(const protocol::Namespace& ns)
{
    Step step = on(ns, Kind::Create);
    step.shape = shape();
    for (int count = m_random.upTo(3); count > 0; --count) {
        IndexDefinition made = index();
        made.name += std::to_string(count);
        step.indexes.push_back(std::move(made));
    }
    return step;
}

Step History::changeIndexes(const Model& model)
{
    const auto& [ns, collection] = anyCollection(model);
    const int chosen = m_random.upTo(9);
    if (chosen < 4 && collection.indexes().size() > 1) {
        return modifyIndex(ns, collection);
    }
    if (chosen < 8 && collection.indexes().size() < kMostIndexes) {
        Step step = on(ns, Kind::CreateIndexes);
        step.indexes.push_back(index());
        if (m_random.oneIn(4)) {
            step.indexes.push_back(index());
            step.indexes.back().name += "x";
        }
        return step;
    }
    Step step = on(ns, Kind::DropIndexes);
    step.names.push_back(m_random.pick(collection.indexes()).name());
    if (m_random.oneIn(20)) {
        step.names.emplace_back("none");
    }
    return step;
}

Step History::modifyIndex(const protocol::Namespace& ns, const ModelCollection& collection)
{
    Step step = on(ns, Kind::ModifyIndex);
    const auto at = 1 + m_random.upTo(static_cast<int>(collection.indexes().size()) - 2);
    const ModelIndex& index = collection.indexes()[static_cast<std::size_t>(at)];
    IndexDefinition changed = index.definition();
    const bool single = index.fields() == 1 && index.isOrdered();
    switch (m_random.upTo(4)) {
    case 0:
        changed.hidden = !changed.hidden;
        break;
    case 1:
        changed.prepareUnique = !changed.unique && !changed.prepareUnique;
        break;
    case 2:
        changed.unique = index.isOrdered();
        changed.prepareUnique = changed.prepareUnique && !changed.unique;
        break;
    default:
        if (changed.isTtl() || single) {
            changed.expireAfterSeconds = bson::Value::of(m_random.pick(kSeconds));
        }
        break;
    }
    step.indexes.push_back(std::move(changed));
    return step;
}

Step History::changeCatalog(const Model& model)
{
    const auto& [ns, collection] = anyCollection(model);
    switch (m_random.upTo(9)) {
    case 0:
    case 1:
        return on(ns, Kind::Drop);
    case 2:
        return m_random.oneIn(3) ? on({ns.database, {}}, Kind::DropDatabase) : on(ns, Kind::Drop);
    case 3:
    case 4: {
        Step step = on(ns, Kind::Rename);
        step.to = name();
        step.flag = m_random.oneIn(2);
        return step;
    }
    case 5: {
        Step step = on(ns, Kind::SetOptions);
        step.shape = collection.shape();
        if (step.shape.clustered) {
            step.shape.seconds = m_random.pick(kSeconds);
        } else if (step.shape.cappedBytes > 0) {
            step.shape.cappedDocuments = 1 + m_random.upTo(40);
        }
        return step;
    }
    default:
        return create(name());
    }
}

} // namespace sandglass::tests::model
