// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/catalog.h"
#include "tests/integration/model/random_source.h"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace sandglass::tests::model {

/// Threads that read everything from a catalog while others change it, and check what holds at any
/// moment: no error but that of a drop, no document twice, record ids in order, indexes that agree
/// with documents in each snapshot.
class Readers
{
public:
    /// Starts `threads` of them; the catalog must outlive them.
    Readers(engine::catalog::Catalog& catalog, int threads, std::uint64_t seed);
    /// Stops and joins.
    ~Readers();
    Readers(const Readers&) = delete;
    Readers& operator=(const Readers&) = delete;

    /// What the first of them found wrong; "" so far.
    std::string problem() const;
    /// Collections read so far, each in every way.
    std::int64_t rounds() const { return m_rounds; }

private:
    void loop(const std::stop_token& stop, std::uint64_t seed);

    engine::catalog::Catalog& m_catalog;
    std::atomic<std::int64_t> m_rounds{0};
    mutable std::mutex m_mutex;
    std::string m_problem; // guarded by m_mutex
    std::vector<std::jthread> m_threads;
};

/// Reads one collection in every way; "" or what cannot be.
std::string readOnce(const engine::catalog::Collection& collection, RandomSource& random);

} // namespace sandglass::tests::model
