// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/services/engine/sample_collections.h"
#include "app/ttl/types.h"

#include <QCoroTask>
#include <QObject>
#include <QPointer>

#include <cstdint>
#include <optional>

namespace sandglass::services {

class CatalogService;
class ConnectionService;
class JournalService;
class TaskService;

/// The services that loading sample data needs.
struct SampleDataNeeds
{
    ConnectionService& connections;
    CatalogService& catalog;
    JournalService& journal;
    TaskService& tasks;
};

/// Fills the database sandglass_demo on the local engine, in batches of 1 000 documents. GUI
/// thread.
class SampleDataService : public QObject
{
    Q_OBJECT
public:
    explicit SampleDataService(SampleDataNeeds needs, QObject* parent = nullptr);

    bool isLoading() const { return m_loading; }
    int percent() const { return m_percent; }
    /// Documents of the last finished load; unset: none finished in this run.
    std::optional<std::int64_t> loaded() const { return m_loaded; }
    const std::optional<Error>& error() const { return m_error; }

    /// Drops what is there and loads anew. Errors (in error()): Unsupported on a remote connection,
    /// and as they come.
    void load();
    void cancel();

Q_SIGNALS:
    /// Progress, end or failure.
    void changed();
    /// Everything is in.
    void finished();

private:
    static QCoro::Task<void> run(QPointer<SampleDataService> self, std::uint64_t task,
                                 std::uint64_t entry);
    static QCoro::Task<Result<void>> fill(QPointer<SampleDataService> self, base::Time now);
    void advance(std::int64_t done, std::int64_t total);
    void end(std::uint64_t task, std::uint64_t entry, const Result<void>& answer);

    SampleDataNeeds m_needs;
    bool m_loading = false;
    int m_percent = 0;
    std::uint64_t m_task = 0;
    std::int64_t m_documents = 0;
    std::optional<std::int64_t> m_loaded;
    std::optional<Error> m_error;
    ttl::CancelToken m_cancel;
};

} // namespace sandglass::services
