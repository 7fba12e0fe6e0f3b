// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/engine_subject.h"

#include "app/engine/expiry/purge_pass.h"
#include "app/engine/storage/open_store.h"
#include "tests/bench/bucket_questions.h"
#include "tests/bench/deferred_hooks.h"
#include "tests/bench/engine_collection.h"
#include "tests/bench/measuring.h"
#include "tests/bench/process_cpu.h"

#include <algorithm>

namespace sandglass::bench {

namespace {

namespace catalog = engine::catalog;
namespace storage = engine::storage;
namespace expiry = engine::expiry;

constexpr std::size_t kEmptyPasses = 9;

class EngineSubject final : public Subject
{
public:
    EngineSubject(std::unique_ptr<EngineCollections> parts,
                  std::shared_ptr<catalog::Collection> collection)
        : m_parts(std::move(parts))
        , m_collection(std::move(collection))
        , m_pass(*m_parts->catalog, m_parts->clock, m_parts->log, m_settings, m_counters)
    {
    }

    Result<void> insert(const std::vector<bson::Document>& batch) override
    {
        return insertBatch(*m_collection, batch);
    }
    Result<void> settle() override { return compactAll(); }
    Result<Purge> purge(const Workload& workload) override
    {
        m_parts->clock.set(workload.halfTime());
        const std::int64_t before = m_counters.deletedDocuments;
        Purge purge;
        purge.longestBatchSeconds = runPass();
        purge.documents = m_counters.deletedDocuments - before;
        return purge;
    }
    Result<void> reclaim() override { return reclaimAll(*m_parts->catalog); }
    std::optional<double> fileBytes() override
    {
        return static_cast<double>(m_parts->store->figures().fileBytes);
    }
    double cpuSeconds() const override { return ownCpuSeconds(); }

    Result<void> beforePurge(const Workload& workload, Figures& figures) override
    {
        return askForBuckets(*m_collection, *m_parts->store, workload, figures);
    }
    Result<void> afterPurge(const Workload& /*workload*/, Figures& figures) override
    {
        const std::int64_t before = m_counters.deletedDocuments;
        std::vector<double> passes(kEmptyPasses); // a single one would show the machine's whims
        for (double& seconds : passes) {
            const Timer timer;
            runPass();
            seconds = timer.seconds();
        }
        figures[Metric::EmptyPassSeconds] = median(std::move(passes));
        if (m_counters.deletedDocuments != before) {
            return base::failure(Errc::Internal, "The second pass deleted something, too.");
        }
        return {};
    }

private:
    /// Returns the longest time between two of the moments at which the pass asks whether to stop,
    /// which it does around each batch.
    double runPass()
    {
        double longest = 0;
        Timer sinceLast;
        m_pass.run([&] {
            longest = std::max(longest, sinceLast.seconds());
            sinceLast = Timer();
            return false;
        });
        return std::max(longest, sinceLast.seconds());
    }

    Result<void> compactAll()
    {
        using storage::Family;
        for (const Family family :
             {Family::Records, Family::Indexes, Family::Dates, Family::Meta}) {
            TRY(m_parts->store->compact(family, {}, {}));
        }
        return {};
    }

    std::unique_ptr<EngineCollections> m_parts;
    std::shared_ptr<catalog::Collection> m_collection;
    expiry::TtlSettings m_settings;
    expiry::TtlCounters m_counters;
    expiry::PurgePass m_pass;
};

} // namespace

Result<std::unique_ptr<Subject>> openEngine(const std::string& folder)
{
    // before all dates, so that nothing is due yet
    auto parts = EngineCollections::open(folder, base::Time());
    TRY(parts);
    auto collection = (*parts)->create("events");
    TRY(collection);
    return std::make_unique<EngineSubject>(std::move(*parts), std::move(*collection));
}

} // namespace sandglass::bench
