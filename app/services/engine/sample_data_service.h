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
class JournalService;
class Progress;
class TaskService;

/// The services that loading sample data needs.
struct SampleDataNeeds
{
    ConnectionService& connections;
    CatalogService& catalog;
    JournalService& journal;
    TaskService& tasks;
};

/// Drops the sample database and fills it anew, in batches of 1 000 documents. `advanced` takes the
/// documents inserted so far, `filled` follows each collection; both are called in this thread.
/// Gives the number of documents. Errors: what the server says. Blocking; any thread.
Result<std::int64_t> fillSampleData(ttl::TtlServer& server, const ttl::CallLimits& limits,
                                    base::Time now,
                                    const std::function<void(std::int64_t)>& advanced,
                                    const std::function<void()>& filled);

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
    void run(std::uint64_t entry);
    void advance(std::int64_t done);
    void end(std::uint64_t entry, const Result<std::int64_t>& answer);

    SampleDataNeeds m_needs;
    bool m_loading = false;
    int m_percent = 0;
    std::uint64_t m_task = 0;
    std::optional<std::int64_t> m_loaded;
    std::optional<Error> m_error;
    ttl::CancelToken m_cancel;
    std::shared_ptr<Progress> m_progress; // of the load under way
};

} // namespace sandglass::services
