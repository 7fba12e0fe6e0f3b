// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/services/engine/sample_collections.h"
#include "app/ttl/ttl_server.h"

#include <QObject>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

namespace sandglass::services {

class CatalogService;
class ConnectionService;
class JournalledCommand;
class JournalService;
class Progress;
class TaskService;

/// The services that loading sample data needs. All must outlive it.
struct SampleDataNeeds
{
    ConnectionService& connections;
    CatalogService& catalog;
    JournalService& journal;
    TaskService& tasks;
};

/// Drops the sample database and fills it again, in batches of 1 000 documents. `advanced` gets the
/// number of documents inserted so far; `filled` follows each collection. Both are called in this
/// thread. Returns the number of documents. Errors: the server's. Blocking; any thread.
Result<std::int64_t> fillSampleData(ttl::TtlServer& server, const ttl::CallLimits& limits,
                                    base::Time now,
                                    const std::function<void(std::int64_t)>& advanced,
                                    const std::function<void()>& filled);

/// Loads the sample data into the local engine. GUI thread; the work runs on a worker thread.
class SampleDataService : public QObject
{
    Q_OBJECT
public:
    explicit SampleDataService(SampleDataNeeds needs, QObject* parent = nullptr);

    /// Whether sample data is being loaded.
    bool isLoading() const { return m_loading; }
    /// Progress of the current or last load, 0…100.
    int percent() const { return m_percent; }
    /// Number of documents of the last load; unset: none has finished in this run.
    std::optional<std::int64_t> loaded() const { return m_loaded; }
    /// Why the last load failed; unset after a success.
    const std::optional<Error>& error() const { return m_error; }

    /// Drops the sample database and loads it again. Does nothing while it is being loaded. Errors,
    /// in error(): Unsupported on a remote connection, Storage for the journal, the server's.
    void load();
    /// Cancels the load, which leaves what it has inserted.
    void cancel();

Q_SIGNALS:
    /// The load has advanced, ended or failed.
    void changed();
    /// The sample data has been loaded.
    void finished();

private:
    /// Starts the work. `command`: what it writes to the journal.
    void run(JournalledCommand command);
    /// Shows the progress; `done`: documents.
    void advance(std::int64_t done);
    /// Takes the answer of the work.
    void end(std::uint64_t entry, const Result<std::int64_t>& answer);

    SampleDataNeeds m_needs;
    bool m_loading = false;
    int m_percent = 0;
    std::uint64_t m_task = 0;
    std::optional<std::int64_t> m_loaded;
    std::optional<Error> m_error;
    ttl::CancelToken m_cancel;
    std::shared_ptr<Progress> m_progress; // of the current load
};

} // namespace sandglass::services
