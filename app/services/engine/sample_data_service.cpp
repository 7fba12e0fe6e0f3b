// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/engine/sample_data_service.h"

#include "app/bson/builder.h"
#include "app/services/connections/connection_service.h"
#include "app/services/explorer/catalog_service.h"
#include "app/services/journal/journal_service.h"
#include "app/services/journal/task_service.h"

#include <algorithm>

namespace sandglass::services {

namespace {

constexpr int kBatch = 1'000;
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

auto command(bson::Document document)
{
    return [document = std::move(document)](ttl::TtlServer& server,
                                            const ttl::CallLimits& limits) -> Result<std::int64_t> {
        Result<bson::Document> reply = server.runCommand(kSampleDatabase, document, limits);
        TRY(reply);
        return std::int64_t{0};
    };
}

// Makes the documents first … first+kBatch−1 on the worker thread and inserts them. Each batch has
// a seed of its own, so the data does not depend on the order of the batches.
auto batch(const SampleCollection& collection, int first, base::Time now)
{
    return [collection, first, now](ttl::TtlServer& server, const ttl::CallLimits& limits) {
        SampleRandom random(kSeed + static_cast<std::uint64_t>(first)
                            + static_cast<std::uint64_t>(collection.documents)
                                * collection.name.size());
        std::vector<bson::Document> documents;
        const int end = std::min(first + kBatch, collection.documents);
        for (int number = first; number < end; ++number) {
            documents.push_back(collection.make(number, now, random));
        }
        return server.insert({kSampleDatabase, collection.name}, documents, limits);
    };
}

} // namespace

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
        m_error
            = base::failure(Errc::Unsupported, "Sample data is loaded into the local engine only.");
        Q_EMIT changed();
        return;
    }
    JournalEntry entry;
    entry.kind = JournalKind::LoadSampleData;
    entry.server = QStringLiteral("local");
    entry.ns = {kSampleDatabase, {}};
    entry.command = dropCommand();
    const Result<std::uint64_t> journalled = m_needs.journal.begin(std::move(entry));
    if (!journalled) {
        m_error = journalled.error();
        Q_EMIT changed();
        return;
    }
    m_loading = true;
    m_percent = 0;
    m_cancel = {};
    m_task = m_needs.tasks.begin(TaskKind::LoadSampleData, {kSampleDatabase, {}}, m_cancel);
    Q_EMIT changed();
    run(this, m_task, *journalled);
}

void SampleDataService::cancel()
{
    m_cancel.cancel();
}

QCoro::Task<void> SampleDataService::run(QPointer<SampleDataService> self, std::uint64_t task,
                                         std::uint64_t entry)
{
    QCoro::Task<Result<void>> filling = fill(self, self->m_needs.connections.serverNow());
    const Result<void> answer = co_await filling;
    if (self) {
        self->end(task, entry, answer);
    }
}

QCoro::Task<Result<void>> SampleDataService::fill(QPointer<SampleDataService> self, base::Time now)
{
    const ttl::CallLimits limits{kInsertTimeout, self->m_cancel};
    std::int64_t total = 0;
    for (const SampleCollection& collection : sampleCollections()) {
        total += collection.documents;
    }
    QCoro::Task<Result<std::int64_t>> dropping
        = self->m_needs.connections.run(command(dropCommand()), limits);
    const Result<std::int64_t> dropped = co_await dropping;
    if (!dropped) {
        co_return Result<void>(dropped.error());
    }
    std::int64_t done = 0;
    for (const SampleCollection& collection : sampleCollections()) {
        for (int first = 0; first < collection.documents; first += kBatch) {
            if (!self) {
                co_return Result<void>(base::failure(Errc::Cancelled, "The window was closed."));
            }
            QCoro::Task<Result<std::int64_t>> inserting
                = self->m_needs.connections.run(batch(collection, first, now), limits);
            const Result<std::int64_t> inserted = co_await inserting;
            if (!inserted) {
                co_return Result<void>(inserted.error());
            }
            done += *inserted;
            if (self) {
                self->advance(done, total);
            }
        }
        if (!self) {
            co_return Result<void>(base::failure(Errc::Cancelled, "The window was closed."));
        }
        QCoro::Task<Result<std::int64_t>> indexing
            = self->m_needs.connections.run(command(indexCommand(collection)), limits);
        const Result<std::int64_t> indexed = co_await indexing;
        if (!indexed) {
            co_return Result<void>(indexed.error());
        }
        if (self) {
            // so that something is to be seen before everything is in
            self->m_needs.catalog.refresh();
        }
    }
    co_return Result<void>();
}

void SampleDataService::advance(std::int64_t done, std::int64_t total)
{
    m_documents = done;
    m_percent = static_cast<int>(done * 100 / std::max<std::int64_t>(total, 1));
    m_needs.tasks.setPercent(m_task, m_percent);
    Q_EMIT changed();
}

void SampleDataService::end(std::uint64_t task, std::uint64_t entry, const Result<void>& answer)
{
    m_loading = false;
    m_needs.tasks.end(task);
    if (answer) {
        m_loaded = m_documents;
        m_needs.journal.succeed(entry, {}, {}, m_documents);
    } else {
        m_error = answer.error();
        m_needs.journal.fail(entry, answer.error());
    }
    m_needs.catalog.refresh();
    Q_EMIT changed();
    if (answer) {
        Q_EMIT finished();
    }
}

} // namespace sandglass::services

#include "moc_sample_data_service.cpp"
