// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/engine/sample_data_service.h"

#include "app/bson/builder.h"
#include "app/services/calls/answer.h"
#include "app/services/calls/progress.h"
#include "app/services/connections/connection_service.h"
#include "app/services/explorer/catalog_service.h"
#include "app/services/journal/journal_service.h"
#include "app/services/journal/task_service.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace sandglass::services {

namespace {

constexpr int kBatch = 1'000;
// fixed, so that each load gives the same data
constexpr std::uint64_t kSeed = 20'130'722;
constexpr std::chrono::seconds kInsertTimeout{60};

bson::Document dropCommand()
{
    return bson::makeDocument("dropDatabase", std::int32_t{1});
}

bson::Document indexCommand(const SampleCollection& collection)
{
    bson::Builder builder;
    builder.append("createIndexes", collection.name)
        .beginArray("indexes")
        .push(collection.index)
        .end();
    return builder.take();
}

// The documents first … first + kBatch − 1. Each batch has its own seed, so the data does not
// depend on the order of the batches.
std::vector<bson::Document> batch(const SampleCollection& collection, int first, base::Time now)
{
    SampleRandom random(kSeed + static_cast<std::uint64_t>(first)
                        + static_cast<std::uint64_t>(collection.documents)
                            * collection.name.size());
    std::vector<bson::Document> documents;
    const int end = std::min(first + kBatch, collection.documents);
    for (int number = first; number < end; ++number) {
        documents.push_back(collection.make(number, now, random));
    }
    return documents;
}

std::int64_t allSampleDocuments()
{
    std::int64_t total = 0;
    for (const SampleCollection& collection : sampleCollections()) {
        total += collection.documents;
    }
    return total;
}

} // namespace

Result<std::int64_t> fillSampleData(ttl::TtlServer& server, const ttl::CallLimits& limits,
                                    base::Time now,
                                    const std::function<void(std::int64_t)>& advanced,
                                    const std::function<void()>& filled)
{
    TRY(server.runCommand(kSampleDatabase, dropCommand(), limits));
    std::int64_t done = 0;
    for (const SampleCollection& collection : sampleCollections()) {
        for (int first = 0; first < collection.documents; first += kBatch) {
            Result<std::int64_t> inserted = server.insert({kSampleDatabase, collection.name},
                                                          batch(collection, first, now), limits);
            TRY(inserted);
            done += *inserted;
            advanced(done);
        }
        TRY(server.runCommand(kSampleDatabase, indexCommand(collection), limits));
        filled();
    }
    return done;
}

SampleDataService::SampleDataService(SampleDataNeeds needs, QObject* parent)
    : QObject(parent)
    , m_needs(needs)
{
}

void SampleDataService::load()
{
    if (m_loading) {
        return;
    }
    m_error.reset();
    m_loaded.reset();
    if (!m_needs.connections.isConnected() || !m_needs.connections.state().local) {
        m_error = base::failure(Errc::Unsupported,
                                "Sample data can only be loaded into the local engine.")
                      .because(base::LocalReason::LocalEngineOnly);
        Q_EMIT changed();
        return;
    }
    JournalEntry entry;
    entry.kind = JournalKind::LoadSampleData;
    entry.server = QStringLiteral("local");
    entry.ns = {kSampleDatabase, {}};
    entry.command = dropCommand();
    m_loading = true;
    m_percent = 0;
    m_cancel = {};
    m_task = m_needs.tasks.begin(TaskKind::LoadSampleData, {kSampleDatabase, {}}, m_cancel);
    Q_EMIT changed();
    run(m_needs.journal.prepare(std::move(entry)));
}

void SampleDataService::cancel()
{
    m_cancel.cancel();
}

void SampleDataService::run(JournalledCommand command)
{
    m_progress = std::make_shared<Progress>();
    connect(m_progress.get(), &Progress::moved, this,
            [this](double done) { advance(static_cast<std::int64_t>(done)); });
    // shows each collection as soon as it is complete
    connect(m_progress.get(), &Progress::partDone, this, [this] { m_needs.catalog.refresh(); });
    const std::uint64_t entry = command.id();
    const auto work = [command = std::move(command), progress = m_progress,
                       now = m_needs.connections.serverNow()](
                          ttl::TtlServer& server,
                          const ttl::CallLimits& limits) mutable -> Result<std::int64_t> {
        TRY(command.begin());
        Result<std::int64_t> filled = fillSampleData(
            server, limits, now,
            [&](std::int64_t done) { Q_EMIT progress->moved(static_cast<double>(done)); },
            [&] { Q_EMIT progress->partDone(); });
        if (filled) {
            command.succeed({}, {}, *filled);
        } else {
            command.fail(filled.error());
        }
        return filled;
    };
    whenAnswered(m_needs.connections.runChange(work, {kInsertTimeout, m_cancel}), this,
                 [this, entry](const Result<std::int64_t>& answer) { end(entry, answer); });
}

void SampleDataService::advance(std::int64_t done)
{
    m_percent = static_cast<int>(done * 100 / std::max<std::int64_t>(allSampleDocuments(), 1));
    m_needs.tasks.setPercent(m_task, m_percent);
    Q_EMIT changed();
}

void SampleDataService::end(std::uint64_t entry, const Result<std::int64_t>& answer)
{
    m_loading = false;
    m_progress->disconnect(this); // a cancelled load may still be running
    m_needs.tasks.end(m_task);
    if (answer) {
        m_loaded = *answer;
    } else {
        m_error = answer.error();
        m_needs.journal.fail(entry, answer.error()); // the worker may have been abandoned
    }
    m_needs.catalog.refresh();
    Q_EMIT changed();
    if (answer) {
        Q_EMIT finished();
    }
}

} // namespace sandglass::services

#include "moc_sample_data_service.cpp"
