// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/model/model.h"

#include "app/bson/json.h"

#include <algorithm>
#include <utility>

namespace sandglass::tests::model {

namespace {

using Kind = Step::Kind;

constexpr const char* kDone = "ok";
constexpr const char* kNoCollection = "26";
constexpr const char* kTaken = "48";

/// A unit under way: knows what it inserted itself.
class ModelUnit
{
public:
    explicit ModelUnit(const ModelCollection& collection)
        : m_before(collection)
        , m_collection(collection)
    {
    }

    std::string call(const UnitCall& call)
    {
        if (call.kind == UnitCall::Kind::Insert) {
            Seq number = 0;
            const std::string outcome = m_collection.insert(call.document, number);
            if (outcome == kDone) {
                m_own[bson::toJson(call.document["_id"])] = number;
            }
            return outcome;
        }
        const auto own = m_own.find(bson::toJson(call.target));
        const Seq number = own != m_own.end() ? own->second : m_before.find(call.target);
        if (number == 0) {
            return "nobody";
        }
        if (call.kind == UnitCall::Kind::Replace) {
            return m_collection.replace(number, call.document);
        }
        return call.kind == UnitCall::Kind::Remove ? m_collection.remove(number)
                                                   : m_collection.fetch(number);
    }
    ModelCollection take() { return std::move(m_collection); }

private:
    const ModelCollection& m_before;
    ModelCollection m_collection;
    std::map<std::string, Seq> m_own;
};

} // namespace

const ModelCollection* Model::find(const protocol::Namespace& ns) const
{
    const auto found = m_collections.find(ns);
    return found == m_collections.end() ? nullptr : &found->second;
}

Outcome Model::apply(const Step& step)
{
    switch (step.kind) {
    case Kind::Create:
        return {create(step)};
    case Kind::Drop:
        return {drop(step)};
    case Kind::DropDatabase:
        return {dropDatabase(step)};
    case Kind::Rename:
        return {rename(step)};
    case Kind::SetOptions:
        return {setOptions(step)};
    case Kind::Unit:
        return write(step);
    case Kind::CreateIndexes:
    case Kind::DropIndexes:
    case Kind::ModifyIndex:
        return {changeIndexes(step)};
    case Kind::Advance:
        m_now += base::Millis(step.amount);
        return {};
    case Kind::Pass:
        pass();
        return {};
    default:
        return {};
    }
}

std::string Model::create(const Step& step)
{
    const bool made
        = m_collections.emplace(step.ns, ModelCollection(step.shape, step.indexes)).second;
    return made ? kDone : kTaken;
}

std::string Model::drop(const Step& step)
{
    const auto found = m_collections.find(step.ns);
    if (found == m_collections.end()) {
        return kNoCollection;
    }
    const std::size_t indexes = found->second.indexes().size();
    found->second.fate()->dropped = true;
    m_collections.erase(found);
    return std::to_string(indexes) + " indexes";
}

std::string Model::dropDatabase(const Step& step)
{
    const auto dropped = std::erase_if(m_collections, [&](auto& entry) {
        const bool goes = entry.first.database == step.ns.database;
        if (goes) {
            entry.second.fate()->dropped = true;
        }
        return goes;
    });
    return std::to_string(dropped) + " collections";
}

std::string Model::rename(const Step& step)
{
    const auto from = m_collections.find(step.ns);
    if (from == m_collections.end()) {
        return kNoCollection;
    }
    if (step.ns == step.to) {
        return "20";
    }
    const auto target = m_collections.find(step.to);
    if (target != m_collections.end()) {
        if (!step.flag) {
            return kTaken;
        }
        target->second.fate()->dropped = true;
    }
    ModelCollection moved = std::move(from->second);
    m_collections.erase(from);
    m_collections.insert_or_assign(step.to, std::move(moved));
    return kDone;
}

std::string Model::setOptions(const Step& step)
{
    const auto found = m_collections.find(step.ns);
    if (found == m_collections.end()) {
        return kNoCollection;
    }
    found->second.setShape(step.shape);
    return kDone;
}

Outcome Model::write(const Step& step)
{
    const auto found = m_collections.find(step.ns);
    if (found == m_collections.end()) {
        return {kNoCollection};
    }
    ModelUnit unit(found->second);
    Outcome outcome;
    for (const UnitCall& call : step.calls) {
        outcome.push_back(unit.call(call));
    }
    if (!step.flag) {
        found->second = unit.take();
    }
    return outcome;
}

std::string Model::changeIndexes(const Step& step)
{
    const auto found = m_collections.find(step.ns);
    if (found == m_collections.end()) {
        return kNoCollection;
    }
    ModelCollection& collection = found->second;
    if (step.kind == Kind::CreateIndexes) {
        return collection.addIndexes(step.indexes);
    }
    return step.kind == Kind::DropIndexes ? collection.dropIndexes(step.names)
                                          : collection.modifyIndex(step.indexes.front());
}

void Model::pass()
{
    for (auto& [ns, collection] : m_collections) {
        for (const Seq number : collection.due(m_now)) {
            collection.expire(number);
        }
    }
}

void Model::expireAllBut(const protocol::Namespace& ns, const std::set<std::string>& left)
{
    ModelCollection& collection = m_collections.at(ns);
    for (const Seq number : collection.due(m_now)) {
        if (!left.contains(bson::toJson((*collection.documents().at(number))["_id"]))) {
            collection.expire(number);
        }
    }
}

ModelCollection& Model::adopt(const protocol::Namespace& ns, ModelCollection collection)
{
    return m_collections.insert_or_assign(ns, std::move(collection)).first->second;
}

} // namespace sandglass::tests::model
