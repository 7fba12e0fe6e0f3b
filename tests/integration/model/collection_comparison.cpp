// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/model/collection_comparison.h"

#include "app/bson/builder.h"
#include "app/bson/compare.h"
#include "app/bson/json.h"

#include <algorithm>
#include <iterator>

namespace sandglass::tests::model {

namespace {

using engine::catalog::Direction;
using engine::catalog::IndexInfo;
using engine::catalog::RecordId;

std::string failed(const char* what, const Error& error)
{
    return std::string(what) + " failed: " + error.message;
}

} // namespace

std::string CollectionComparison::reads()
{
    const auto members = {&CollectionComparison::scanForward, &CollectionComparison::scanBackward,
                          &CollectionComparison::scanFrom,    &CollectionComparison::figures,
                          &CollectionComparison::definitions, &CollectionComparison::byId};
    for (const auto member : members) {
        if (std::string difference = (this->*member)(); !difference.empty()) {
            return difference;
        }
    }
    for (const ModelIndex& index : m_model.indexes()) {
        // with many documents, some of the indexes each time
        if (!isSmall() && !m_random.oneIn(3)) {
            continue;
        }
        IndexComparison comparison({m_collection, m_model, index, m_records, m_standby}, m_random);
        if (std::string difference = comparison.reads(); !difference.empty()) {
            return "index " + index.name() + ": " + difference;
        }
    }
    return isSmall() || m_random.oneIn(3) ? verification() : std::string();
}

std::string CollectionComparison::scanForward()
{
    const auto cursor = m_collection.scan(Direction::Forward);
    auto expected = m_model.documents().begin();
    while (cursor->next()) {
        const std::string place = "scan, document " + std::to_string(m_records.ids.size()) + ": ";
        if (!m_records.ids.empty() && cursor->id() <= m_records.ids.back()) {
            return place + "record ids do not ascend";
        }
        if (expected == m_model.documents().end()) {
            return place + "there is one too many: " + bson::toJson(cursor->document());
        }
        if (!std::ranges::equal(cursor->document().bytes(), expected->second->bytes())) {
            return place + bson::toJson(cursor->document()) + " instead of "
                + bson::toJson(*expected->second);
        }
        m_records.add(cursor->id(), expected->first);
        ++expected;
    }
    if (auto status = cursor->status(); !status) {
        return failed("scan", status.error());
    }
    if (expected != m_model.documents().end()) {
        return "scan: ends before " + bson::toJson(*expected->second);
    }
    return {};
}

std::string CollectionComparison::scanBackward()
{
    const auto cursor = m_collection.scan(Direction::Backward);
    auto expected = m_model.documents().rbegin();
    for (; cursor->next(); ++expected) {
        if (expected == m_model.documents().rend()
            || !std::ranges::equal(cursor->document().bytes(), expected->second->bytes())
            || m_records.numbers.at(cursor->id()) != expected->first) {
            return "scan backward differs at " + bson::toJson(cursor->document());
        }
    }
    if (auto status = cursor->status(); !status) {
        return failed("scan backward", status.error());
    }
    return expected == m_model.documents().rend() ? "" : "scan backward ends early";
}

std::string CollectionComparison::scanFrom()
{
    if (m_records.ids.empty()) {
        return m_collection.scanFrom(1)->next() ? "scanFrom() finds what is not there" : "";
    }
    // beside a record too, so that it may begin where nothing is
    const RecordId first = m_random.pick(m_records.ids) + static_cast<RecordId>(m_random.upTo(1));
    const auto cursor = m_collection.scanFrom(first);
    auto expected = std::lower_bound(m_records.ids.begin(), m_records.ids.end(), first);
    for (; cursor->next(); ++expected) {
        if (expected == m_records.ids.end() || cursor->id() != *expected) {
            return "scanFrom(" + std::to_string(first) + ") gives record "
                + std::to_string(cursor->id());
        }
    }
    if (auto status = cursor->status(); !status) {
        return failed("scanFrom", status.error());
    }
    return expected == m_records.ids.end() ? "" : "scanFrom ends early";
}

std::string CollectionComparison::figures()
{
    const auto figures = m_collection.figures();
    const auto documents = static_cast<std::int64_t>(m_model.documents().size());
    if (figures.documents != documents || figures.bytes != m_model.bytes()) {
        return "figures: " + std::to_string(figures.documents) + " documents of "
            + std::to_string(figures.bytes) + " bytes instead of " + std::to_string(documents)
            + " of " + std::to_string(m_model.bytes());
    }
    if (!(m_collection.options().listed == m_model.shape().options().listed)) {
        return "options: " + bson::toJson(m_collection.options().listed);
    }
    return {};
}

std::string CollectionComparison::definitions()
{
    const std::vector<IndexInfo> got = m_collection.indexes();
    const std::vector<ModelIndex>& expected = m_model.indexes();
    if (got.size() != expected.size()) {
        return std::to_string(got.size()) + " indexes instead of "
            + std::to_string(expected.size());
    }
    for (std::size_t i = 0; i < got.size(); ++i) {
        if (std::string difference = definition(got[i], expected[i]); !difference.empty()) {
            return "index " + expected[i].name() + ": " + difference;
        }
    }
    return {};
}

std::string CollectionComparison::definition(const IndexInfo& got, const ModelIndex& expected) const
{
    if (!(got.definition.listEntry() == expected.definition().listEntry())) {
        return "listed as " + bson::toJson(got.definition.listEntry());
    }
    if (!got.ready) {
        return "not ready";
    }
    if (got.multikey != expected.multikey) {
        return got.multikey ? "said to be multikey" : "not said to be multikey";
    }
    const auto rule = m_collection.expiryRule(expected.name());
    const auto wanted = m_model.rule(expected);
    if (rule.has_value() != wanted.has_value()) {
        return "a rule is missing or too many";
    }
    if (rule
        && (rule->valid != wanted->valid || rule->field != wanted->field
            || (rule->valid && rule->expireAfterSeconds != wanted->expireAfterSeconds))) {
        return "the rule differs";
    }
    return {};
}

std::string CollectionComparison::byId()
{
    constexpr int kAsked = 40;
    for (int i = 0; i < kAsked && !m_records.ids.empty(); ++i) {
        const std::size_t at = isSmall() && m_records.ids.size() <= kAsked
            ? static_cast<std::size_t>(i) % m_records.ids.size()
            : static_cast<std::size_t>(m_random.upTo(static_cast<int>(m_records.ids.size()) - 1));
        const SharedDocument& expected
            = m_model.documents().at(m_records.numbers.at(m_records.ids[at]));
        const auto found = m_collection.findById((*expected)["_id"]);
        if (!found) {
            return failed("findById", found.error());
        }
        if (!*found || (*found)->first != m_records.ids[at] || !((*found)->second == *expected)) {
            return "findById does not give " + bson::toJson(*expected);
        }
    }
    for (int i = 0; i < 3; ++i) {
        const auto id = bson::Value::of(static_cast<std::int32_t>(m_random.upTo(500)));
        const auto found = m_collection.findById(id);
        if (!found) {
            return failed("findById", found.error());
        }
        if (found->has_value() != (m_model.find(id) != 0)) {
            return "findById gives something else for " + bson::toJson(id);
        }
    }
    return {};
}

std::string CollectionComparison::verification()
{
    const auto verified = m_collection.verifyAll();
    if (!verified) {
        return failed("verify", verified.error());
    }
    if (!verified->problems.empty()) {
        return "verify: " + verified->problems.front();
    }
    std::size_t entries = 0;
    for (const ModelIndex& index : m_model.indexes()) {
        entries += index.entries.size();
    }
    if (verified->entries != static_cast<std::int64_t>(entries)
        || verified->documents != static_cast<std::int64_t>(m_model.documents().size())) {
        return "verify: " + std::to_string(verified->documents) + " documents, "
            + std::to_string(verified->entries) + " entries instead of " + std::to_string(entries);
    }
    return {};
}

std::string CollectionComparison::writes(base::Time now, const std::vector<RecordId>& gone)
{
    auto begun = m_collection.beginWrite();
    if (!begun) {
        return failed("beginWrite", begun.error());
    }
    engine::catalog::WriteUnit& unit = **begun;
    for (const RecordId id : gone) {
        const auto fetched = unit.fetch(id);
        const auto removed = unit.remove(id);
        if (!fetched || *fetched || !removed || *removed) {
            return "record " + std::to_string(id) + " is not gone for a write unit";
        }
    }
    if (std::string difference = fetches(unit); !difference.empty()) {
        return difference;
    }
    if (std::string difference = dueDates(unit, now); !difference.empty()) {
        return difference;
    }
    return probes(unit);
}

std::string CollectionComparison::fetches(engine::catalog::WriteUnit& unit)
{
    constexpr int kFetched = 12;
    for (int i = 0; i < kFetched && !m_records.ids.empty(); ++i) {
        const RecordId id = m_random.pick(m_records.ids);
        const auto fetched = unit.fetch(id);
        if (!fetched) {
            return failed("fetch", fetched.error());
        }
        if (!*fetched || !(**fetched == *m_model.documents().at(m_records.numbers.at(id)))) {
            return "fetch of record " + std::to_string(id) + " gives something else";
        }
    }
    return {};
}

std::string CollectionComparison::dueDates(engine::catalog::WriteUnit& unit, base::Time now)
{
    for (const ModelIndex& index : m_model.indexes()) {
        if (!index.isDated()) {
            continue;
        }
        IndexComparison comparison({m_collection, m_model, index, m_records, m_standby}, m_random);
        if (std::string difference = comparison.dueDates(unit, now); !difference.empty()) {
            return "index " + index.name() + ": " + difference;
        }
    }
    return {};
}

// A copy of a document that is there has to be refused where an index is unique; under another _id
// and in the model's eyes it may pass.
std::string CollectionComparison::probes(engine::catalog::WriteUnit& unit)
{
    ModelCollection copy = m_model;
    for (int i = 0; i < 3 && !m_model.documents().empty(); ++i) {
        const RecordId id = m_random.pick(m_records.ids);
        const SharedDocument& existing = m_model.documents().at(m_records.numbers.at(id));
        bson::Builder builder;
        const bool other = m_random.oneIn(2);
        for (const bson::Element& field : existing->view()) {
            if (field.key == "_id" && other) {
                builder.append("_id", "probe" + std::to_string(i));
            } else {
                builder.append(field.key, field.value);
            }
        }
        const bson::Document probe = builder.take();
        Seq inserted = 0;
        const std::string expected = copy.insert(probe, inserted);
        const auto got = unit.insert(probe);
        const std::string outcome = got ? "ok" : std::to_string(got.error().serverCode);
        if (outcome != expected) {
            return "insert of " + bson::toJson(probe) + " gives " + outcome + " instead of "
                + expected;
        }
    }
    return {};
}

} // namespace sandglass::tests::model
