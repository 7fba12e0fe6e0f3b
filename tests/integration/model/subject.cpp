// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/model/subject.h"

#include "app/bson/json.h"
#include "app/engine/expiry/purge_pass.h"
#include "app/engine/query/filter.h"
#include "app/engine/storage/open_store.h"
#include "tests/integration/model/engine_hooks.h"
#include "tests/support/need.h"

#include <map>
#include <utility>

namespace sandglass::tests::model {

namespace {

using engine::catalog::Catalog;
using engine::catalog::Collection;
using engine::catalog::RecordId;
using engine::catalog::WriteUnit;
using Kind = Step::Kind;

/// A write unit under way: knows what it inserted itself.
class SubjectUnit
{
public:
    SubjectUnit(const Collection& collection, WriteUnit& unit)
        : m_collection(collection)
        , m_unit(unit)
    {
    }

    std::string call(const UnitCall& call)
    {
        if (call.kind == UnitCall::Kind::Insert) {
            const auto record = m_unit.insert(call.document);
            if (record) {
                m_own[bson::toJson(call.document["_id"])] = *record;
            }
            return outcomeOf(record);
        }
        const auto target = find(call.target);
        if (!target) {
            return "nobody";
        }
        switch (call.kind) {
        case UnitCall::Kind::Replace:
            return replace(*target, call.document);
        case UnitCall::Kind::Remove: {
            const auto removed = m_unit.remove(*target);
            return removed && !*removed ? "gone" : outcomeOf(removed);
        }
        default:
            return fetch(*target);
        }
    }

private:
    std::optional<RecordId> find(const bson::Value& id) const
    {
        if (const auto own = m_own.find(bson::toJson(id)); own != m_own.end()) {
            return own->second;
        }
        const auto found = need(m_collection.findById(id));
        return found ? std::optional(found->first) : std::nullopt;
    }
    std::string replace(RecordId target, const bson::Document& document)
    {
        const auto replaced = m_unit.replace(target, document);
        return !replaced && replaced.error().code == Errc::NotFound ? "gone" : outcomeOf(replaced);
    }
    std::string fetch(RecordId target)
    {
        const auto fetched = m_unit.fetch(target);
        if (!fetched) {
            return outcomeOf(fetched);
        }
        return *fetched ? bson::toJson(**fetched) : "gone";
    }

    const Collection& m_collection;
    WriteUnit& m_unit;
    std::map<std::string, RecordId> m_own;
};

} // namespace

Result<ttl::DocumentPredicate> compileFilter(bson::DocumentView filter,
                                             const bson::CollationPtr& collation)
{
    auto parsed = engine::query::Filter::parse(filter, {{}, {}, collation});
    TRY(parsed);
    return ttl::DocumentPredicate([condition = std::move(*parsed)](bson::DocumentView document) {
        return condition.matchesWithoutError(document);
    });
}

Result<OpenCatalog> openCatalog(const std::string& folder, const base::Clock& clock, base::Log& log)
{
    engine::storage::StoreOptions options;
    options.cacheBytes = 8ULL << 20U;
    options.bufferBytes = 4ULL << 20U;
    options.tableBytes = 128ULL << 10U; // many tables, so that some die whole and some stay
    OpenCatalog open;
    auto store = engine::storage::openStore(folder, options, log);
    TRY(store);
    open.store = std::move(*store);
    auto catalog = Catalog::open(*open.store, clock, compileFilter);
    TRY(catalog);
    open.catalog = std::move(*catalog);
    return open;
}

Subject::Subject(std::string folder, base::Time now)
    : m_folder(std::move(folder))
    , m_clock(now)
{
    // the form of a pass follows from the history, not from the speed of the machine
    m_settings.batchMillis = 0;
    m_settings.indexTargetMillis = 0;
    open();
}

void Subject::open()
{
    m_open = need(openCatalog(m_folder, m_clock, m_log));
}

void Subject::close()
{
    m_open.catalog.reset();
    m_open.store.reset();
}

Outcome Subject::apply(const Step& step, const BetweenBatches& betweenBatches)
{
    switch (step.kind) {
    case Kind::Create:
    case Kind::Drop:
    case Kind::DropDatabase:
    case Kind::Rename:
    case Kind::SetOptions:
        return {changeCatalog(step)};
    case Kind::Unit:
        return write(step);
    case Kind::CreateIndexes:
    case Kind::DropIndexes:
    case Kind::ModifyIndex:
        return {changeIndexes(step)};
    case Kind::Advance:
        m_clock.advance(base::Millis(step.amount));
        return {};
    case Kind::Pass:
        pass(step.form, betweenBatches);
        return {};
    case Kind::Compact:
        need(hooks::compactAll(store()));
        return {};
    case Kind::Reclaim:
        reclaim(step.ns);
        return {};
    case Kind::Settle:
        hooks::settle(catalog());
        return {};
    default:
        return {};
    }
}

std::string Subject::changeCatalog(const Step& step)
{
    switch (step.kind) {
    case Kind::Create:
        return outcomeOf(catalog().createIndexed(step.ns, step.shape.options(), step.indexes));
    case Kind::Drop: {
        const auto dropped = catalog().drop(step.ns);
        return dropped ? std::to_string(*dropped) + " indexes" : outcomeOf(dropped);
    }
    case Kind::DropDatabase: {
        const auto dropped = catalog().dropDatabase(step.ns.database);
        return dropped ? std::to_string(*dropped) + " collections" : outcomeOf(dropped);
    }
    case Kind::Rename:
        return outcomeOf(catalog().rename(step.ns, step.to, step.flag));
    default:
        return outcomeOf(catalog().setOptions(step.ns, step.shape.options()));
    }
}

std::string Subject::changeIndexes(const Step& step)
{
    if (step.kind == Kind::CreateIndexes) {
        return outcomeOf(catalog().createIndexes(step.ns, step.indexes));
    }
    return outcomeOf(step.kind == Kind::DropIndexes
                         ? catalog().dropIndexes(step.ns, step.names)
                         : catalog().modifyIndex(step.ns, step.indexes.front()));
}

// A shortened history may have left the collection out.
void Subject::reclaim(const protocol::Namespace& ns)
{
    if (catalog().find(ns)) {
        need(hooks::reclaim(catalog(), ns));
    }
}

Outcome Subject::write(const Step& step)
{
    const auto collection = catalog().find(step.ns);
    if (!collection) {
        return {"26"};
    }
    auto unit = need(collection->beginWrite());
    SubjectUnit calls(*collection, *unit);
    Outcome outcome;
    for (const UnitCall& call : step.calls) {
        outcome.push_back(calls.call(call));
    }
    if (!step.flag) {
        need(unit->commit(engine::storage::Durability::Process));
    }
    return outcome;
}

void Subject::pass(const Step::PassForm& form, const BetweenBatches& betweenBatches)
{
    m_settings.batchDocuments = form.batch;
    m_settings.batchDeletes = form.batching;
    m_settings.indexTargetDocuments = form.visit;
    hooks::deferFrom(m_settings, form.deferFrom);
    engine::expiry::PurgePass pass(catalog(), m_clock, m_log, m_settings, m_counters);
    std::int64_t turn = 0;
    pass.run([&] { return betweenBatches && betweenBatches(turn++); });
}

} // namespace sandglass::tests::model
