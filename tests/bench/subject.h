// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "tests/bench/figures.h"
#include "tests/bench/workload.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sandglass::bench {

/// What a pass did.
struct Purge
{
    std::int64_t documents = 0; ///< deleted
    double longestBatchSeconds = 0;
};

/// A store under the pass workload: it takes the documents and deletes the older half. One thread.
/// Errors: those of the store.
class Subject
{
public:
    Subject() = default;
    Subject(const Subject&) = delete;
    Subject& operator=(const Subject&) = delete;
    virtual ~Subject() = default;

    virtual Result<void> insert(const std::vector<bson::Document>& batch) = 0;
    /// Brings everything into its files and waits until nothing is under way.
    virtual Result<void> settle() = 0;
    /// Deletes what is due at the workload's half time; returns when no reader sees it any more.
    virtual Result<Purge> purge(const Workload& workload) = 0;
    /// Gives the space of what was deleted back.
    virtual Result<void> reclaim() = 0;
    /// false: it keeps the space for itself, and reclaim() does nothing.
    virtual bool reclaims() const { return true; }
    /// Bytes in files; nullopt when that says nothing about this store.
    virtual std::optional<double> fileBytes() = 0;
    /// CPU seconds that the store has used so far, on all its threads.
    virtual double cpuSeconds() const = 0;

    /// Further figures of a store, before and right after its pass.
    virtual Result<void> beforePurge(const Workload&, Figures&) { return {}; }
    virtual Result<void> afterPurge(const Workload&, Figures&) { return {}; }
};

/// A subject by name. `open` takes an empty folder.
struct SubjectKind
{
    std::string name;
    std::function<Result<std::unique_ptr<Subject>>(const std::string& folder)> open;
};

} // namespace sandglass::bench
