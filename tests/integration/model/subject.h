// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/log.h"
#include "app/engine/catalog/catalog.h"
#include "app/engine/expiry/ttl_settings.h"
#include "app/engine/storage/key_value_store.h"
#include "tests/integration/model/step.h"
#include "tests/support/fake_clock.h"
#include "tests/support/null_log.h"

#include <functional>
#include <memory>
#include <string>

namespace sandglass::tests::model {

/// A partial filter in the engine's own query language.
Result<ttl::DocumentPredicate> compileFilter(bson::DocumentView filter,
                                             const bson::CollationPtr& collation);

/// A catalog over a store in some folder.
struct OpenCatalog
{
    std::unique_ptr<engine::storage::KeyValueStore> store;
    std::unique_ptr<engine::catalog::Catalog> catalog;
};

/// Opens the files in a folder, for this process alone.
Result<OpenCatalog> openCatalog(const std::string& folder, const base::Clock& clock,
                                base::Log& log);

/// The engine under test: does steps on a catalog.
class Subject
{
public:
    /// `betweenBatches` is called in each turn of a pass with the number of the turn; true ends the
    /// pass.
    using BetweenBatches = std::function<bool(std::int64_t turn)>;

    explicit Subject(std::string folder, base::Time now);

    void close();
    void open();
    engine::catalog::Catalog& catalog() { return *m_open.catalog; }
    engine::storage::KeyValueStore& store() { return *m_open.store; }
    const std::string& folder() const { return m_folder; }
    const base::Clock& clock() const { return m_clock; }
    base::Log& log() { return m_log; }

    /// Does a step of those that Model::apply() does.
    Outcome apply(const Step& step, const BetweenBatches& betweenBatches);
    /// One pass in that form.
    void pass(const Step::PassForm& form, const BetweenBatches& betweenBatches);

private:
    std::string changeCatalog(const Step& step);
    std::string changeIndexes(const Step& step);
    void reclaim(const protocol::Namespace& ns);
    Outcome write(const Step& step);

    std::string m_folder;
    FakeClock m_clock;
    tests::NullLog m_log;
    engine::expiry::TtlSettings m_settings;
    engine::expiry::TtlCounters m_counters;
    OpenCatalog m_open;
};

/// "ok", or the code of an error.
template <typename T>
std::string outcomeOf(const Result<T>& result)
{
    if (result) {
        return "ok";
    }
    return result.error().serverCode != 0 ? std::to_string(result.error().serverCode)
                                          : result.error().message;
}

} // namespace sandglass::tests::model
