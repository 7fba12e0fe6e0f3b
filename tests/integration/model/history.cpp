// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/model/history.h"

#include "app/bson/builder.h"
#include "tests/support/catalog_fixture.h"

#include <array>
#include <iterator>
#include <string>

namespace sandglass::tests::model {

namespace {

using engine::catalog::IndexDefinition;
using Kind = Step::Kind;

constexpr std::size_t kMostRemembered = 40;

Step stepOf(Kind kind, const protocol::Namespace& ns = {}, std::int64_t amount = 0)
{
    Step step;
    step.kind = kind;
    step.ns = ns;
    step.amount = amount;
    return step;
}

} // namespace

History::History(std::uint64_t seed, const Profile& profile)
    : m_random(seed)
    , m_documents(m_random)
    , m_profile(profile)
    , m_makers{
          {profile.writes, &History::write},          {profile.passes, &History::pass},
          {profile.passes, &History::advance},        {profile.indexes, &History::changeIndexes},
          {profile.catalog, &History::changeCatalog}, {profile.cursors, &History::useCursors},
          {profile.storage, &History::changeStorage}, {profile.copies, &History::copy},
          {profile.standby, &History::follow}}
{
}

Step History::next(const Model& model)
{
    if (model.collections().empty()) {
        return create(name());
    }
    int all = 0;
    for (const auto& [share, maker] : m_makers) {
        all += share;
    }
    int chosen = m_random.upTo(all - 1);
    for (const auto& [share, maker] : m_makers) {
        if (chosen < share) {
            return (this->*maker)(model);
        }
        chosen -= share;
    }
    return write(model);
}

protocol::Namespace History::name()
{
    constexpr std::array kDatabases{"one", "two"};
    constexpr std::array kNames{"a", "b", "c"};
    return {m_random.pick(kDatabases), m_random.pick(kNames)};
}

const Model::Collections::value_type& History::anyCollection(const Model& model)
{
    return m_random.pick(model.collections());
}

Step History::write(const Model& model)
{
    const auto& [ns, collection] = anyCollection(model);
    return unitOn(ns, collection, model.now());
}

Step History::unitOn(const protocol::Namespace& ns, const ModelCollection& collection,
                     base::Time now)
{
    Step step = stepOf(Kind::Unit, ns);
    step.flag = m_random.oneIn(12);
    const std::size_t documents = collection.documents().size();
    const bool few = documents < m_profile.mostDocuments / 4;
    if (documents < m_profile.mostDocuments && m_random.oneIn(few ? 2 : 6)) {
        // many at once
        for (int count = 1 + m_random.upTo(m_profile.largestUnit); count > 0; --count) {
            step.calls.push_back({UnitCall::Kind::Insert, {}, insertion(collection, now)});
        }
        return step;
    }
    if (documents > 0 && m_random.oneIn(8)) {
        exchange(collection, now, step);
    }
    for (int count = 1 + m_random.upTo(m_random.oneIn(3) ? 8 : 1); count > 0; --count) {
        step.calls.push_back(call(collection, now));
    }
    return step;
}

// A document makes its keys free, and another one takes them in the same unit.
void History::exchange(const ModelCollection& collection, base::Time now, Step& step)
{
    const bson::Document old = *m_random.pick(collection.documents()).second;
    const bson::Value id(old["_id"]);
    if (m_random.oneIn(2)) {
        step.calls.push_back({UnitCall::Kind::Remove, id, {}});
    } else {
        step.calls.push_back({UnitCall::Kind::Replace, id, m_documents.make(id, now)});
    }
    bson::Builder heir;
    heir.append("_id", m_nextId++);
    for (const bson::Element& field : old.view()) {
        if (field.key != "_id") {
            heir.append(field.key, field.value);
        }
    }
    step.calls.push_back({UnitCall::Kind::Insert, {}, heir.take()});
}

bson::Value History::freshId(const ModelCollection& collection, base::Time now)
{
    if (collection.shape().clustered && !m_random.oneIn(4)) {
        return bson::Value::of(m_documents.date(now));
    }
    if (m_random.oneIn(12)) {
        return bson::Value::of("id" + std::to_string(m_random.upTo(50)));
    }
    return bson::Value::of(m_nextId++);
}

bson::Value History::anyId(const ModelCollection& collection)
{
    if (collection.documents().empty() || m_random.oneIn(12)) {
        return bson::Value::of(static_cast<std::int32_t>(m_random.upTo(500)));
    }
    return bson::Value((*m_random.pick(collection.documents()).second)["_id"]);
}

bson::Document History::insertion(const ModelCollection& collection, base::Time now)
{
    if (!m_removed.empty() && m_random.oneIn(8)) {
        return m_random.pick(m_removed);
    }
    return m_documents.make(m_random.oneIn(25) ? anyId(collection) : freshId(collection, now), now);
}

UnitCall History::replacement(const ModelCollection& collection, base::Time now)
{
    const bson::Value id = anyId(collection);
    const Seq number = collection.find(id);
    const bson::Document fresh = m_documents.make(id, now);
    if (number == 0 || m_random.oneIn(3)) {
        return {UnitCall::Kind::Replace, id, fresh};
    }
    // one field changes, the others stay
    constexpr std::array kFields{"t", "d", "a", "b", "u", "pad"};
    const std::string changed = m_random.pick(kFields);
    bson::Builder builder;
    for (const bson::Element& field : collection.documents().at(number)->view()) {
        if (field.key != changed) {
            builder.append(field.key, field.value);
        }
    }
    builder.append(changed, fresh[changed]);
    return {UnitCall::Kind::Replace, id, builder.take()};
}

UnitCall History::call(const ModelCollection& collection, base::Time now)
{
    const int chosen = m_random.upTo(19);
    if (chosen < 9) {
        return {UnitCall::Kind::Insert, {}, insertion(collection, now)};
    }
    if (chosen < 14) {
        return replacement(collection, now);
    }
    const bson::Value id = anyId(collection);
    if (chosen == 14) {
        return {UnitCall::Kind::Fetch, id, {}};
    }
    if (const Seq number = collection.find(id); number != 0) {
        m_removed.push_back(*collection.documents().at(number));
        if (m_removed.size() > kMostRemembered) {
            m_removed.pop_front();
        }
    }
    return {UnitCall::Kind::Remove, id, {}};
}

Step History::pass(const Model& model)
{
    Step step = stepOf(Kind::Pass);
    constexpr std::array<std::int64_t, 5> kBatches{1, 3, 10, 64, 1000};
    constexpr std::array<std::int64_t, 3> kVisits{0, 5, 50'000};
    constexpr std::array<std::int64_t, 6> kDeferFrom{1, 1, 1, 8, 0, 1'000'000};
    constexpr std::array kMeanwhile{Step::Meanwhile::Look, Step::Meanwhile::Compact,
                                    Step::Meanwhile::Reclaim, Step::Meanwhile::OpenCursor,
                                    Step::Meanwhile::Stop};
    step.form.batch = m_random.pick(kBatches);
    step.form.visit = m_random.pick(kVisits);
    step.form.deferFrom = m_random.pick(kDeferFrom);
    step.form.batching = !m_random.oneIn(6);
    step.amount = m_random.oneIn(2) ? -1 : m_random.upTo(12);
    step.meanwhile = m_random.pick(kMeanwhile);
    step.ns = {};
    // what goes now may come again
    for (const auto& [ns, collection] : model.collections()) {
        for (const Seq number : collection.due(model.now())) {
            if (m_random.oneIn(4)) {
                m_removed.push_back(*collection.documents().at(number));
            }
        }
    }
    while (m_removed.size() > kMostRemembered) {
        m_removed.pop_front();
    }
    return step;
}

Step History::advance(const Model& /*model*/)
{
    constexpr std::array<std::int64_t, 5> kMoves{1, 60'000, 600'000, 3'600'000, 14'400'000};
    const std::int64_t sign = m_random.oneIn(15) ? -1 : 1;
    return stepOf(Kind::Advance, {}, sign * m_random.pick(kMoves));
}

Step History::useCursors(const Model& model)
{
    if (m_random.oneIn(2)) {
        return stepOf(Kind::ReadCursors, {}, 1 + m_random.upTo(30));
    }
    return stepOf(Kind::OpenCursor, anyCollection(model).first, m_random.upTo(1'000'000));
}

Step History::changeStorage(const Model& model)
{
    switch (m_random.upTo(3)) {
    case 0:
        return stepOf(Kind::Compact);
    case 1:
        return stepOf(Kind::Settle);
    default:
        return stepOf(Kind::Reclaim, anyCollection(model).first);
    }
}

Step History::copy(const Model& /*model*/)
{
    constexpr std::array kCopies{Kind::Checkpoint, Kind::OpenCheckpoint, Kind::Reopen};
    return stepOf(m_random.pick(kCopies));
}

Step History::follow(const Model& /*model*/)
{
    return stepOf(Kind::Follow);
}

} // namespace sandglass::tests::model
