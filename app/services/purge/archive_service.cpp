// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/purge/archive_service.h"

#include "app/archive/verification.h"
#include "app/bson/builder.h"
#include "app/services/connections/connection_service.h"
#include "app/services/purge/archive_record.h"
#include "app/ttl/expiry_aggregation.h"
#include "app/ttl/expiry_rule.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QTimeZone>

#include <algorithm>
#include <limits>
#include <utility>

using namespace Qt::StringLiterals;

namespace sandglass::services {

namespace {

constexpr std::chrono::seconds kPageTimeout{120};
// a cancelled archive removes its files first
constexpr std::chrono::seconds kParting{2};
constexpr std::int64_t kPageBytes = std::int64_t{8} * 1024 * 1024;
constexpr std::int64_t kLargestPage = 2'000;

class Sha256 final : public archive::Digest
{
public:
    void add(bson::Bytes bytes) override
    {
        m_hash.addData(QByteArrayView(bytes.data(), static_cast<qsizetype>(bytes.size())));
    }
    std::string hex() const override { return m_hash.result().toHex().toStdString(); }

private:
    QCryptographicHash m_hash{QCryptographicHash::Sha256};
};

/// Pages through the documents that a rule deletes, window by window of their deciding dates. A
/// window with too many documents is halved; those of a single moment are asked for again without
/// the ones that came already. So nothing depends on the order in which the server sends them (an
/// array that also holds other values sorts by those), what is deleted meanwhile leaves no gap, and
/// no cursor has to live on.
class ExpiredPages
{
public:
    using Page = Result<std::vector<bson::Document>>;

    /// `oldest`: deciding date of the first document. `size`: documents in a page, at least 1.
    ExpiredPages(const ttl::ImpactRequest& rule, bson::Date oldest, int size)
        : m_expiry{rule.field, rule.expireAfterSeconds, true, {}}
        , m_size(size)
        , m_end(ttl::cutoff(m_expiry, rule.now).millis)
        , m_partialFilter(rule.partialFilter)
    {
        m_query.ns = rule.ns;
        m_query.field = rule.field;
        m_from = std::max(oldest.millis, std::numeric_limits<std::int64_t>::min() + 1) - 1;
        m_width = distance(m_from, m_end);
    }

    /// The next documents, at least one; empty at the end.
    Page next(ttl::TtlServer& server, const ttl::CallLimits& limits)
    {
        while (!m_moment.empty() || m_from < m_end) {
            if (limits.cancel.cancelled()) {
                return base::failure(Errc::Cancelled, "The archive was cancelled.");
            }
            Page page = m_moment.empty() ? window(server, limits) : restOfMoment(server, limits);
            if (!page || !page->empty()) {
                return page;
            }
        }
        return std::vector<bson::Document>{};
    }

    /// The date that decides over a document; unset for one that the rule does not delete.
    std::optional<bson::Date> dateOf(const bson::Document& document) const
    {
        const ttl::Verdict verdict = ttl::judge(m_expiry, document);
        const bool expired = verdict.earliestDate && verdict.earliestDate->millis <= m_end;
        return expired ? verdict.earliestDate : std::nullopt;
    }

private:
    static std::uint64_t distance(std::int64_t from, std::int64_t to)
    {
        return from < to ? static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from) : 0;
    }

    Page window(ttl::TtlServer& server, const ttl::CallLimits& limits)
    {
        m_width = std::clamp<std::uint64_t>(m_width, 1, distance(m_from, m_end));
        const auto to = static_cast<std::int64_t>(static_cast<std::uint64_t>(m_from) + m_width);
        m_query.from = bson::Date{m_from};
        m_query.to = bson::Date{to};
        m_query.filter = m_partialFilter;
        m_query.limit = m_size + 1;
        Page page = server.find(m_query, limits);
        TRY(page);
        const bool full = std::cmp_greater(page->size(), m_size);
        if (full && m_width > 1) {
            m_width /= 2;
            return std::vector<bson::Document>{};
        }
        if (full) {
            remember(*page);
            return page;
        }
        m_from = to;
        if (std::cmp_less(page->size(), m_size / 2) && m_width <= kWidest / 2) {
            m_width *= 2;
        }
        return page;
    }

    /// More documents of the moment that filled a page by itself.
    Page restOfMoment(ttl::TtlServer& server, const ttl::CallLimits& limits)
    {
        bson::Builder builder;
        builder.beginArray("$and").pushDocument().beginDocument("_id").beginArray("$nin");
        for (const bson::Value& id : m_moment) {
            builder.push(id);
        }
        builder.end().end().end();
        if (m_partialFilter) {
            builder.push(*m_partialFilter);
        }
        builder.end();
        if (builder.size() > kMostIdBytes) {
            return base::failure(Errc::Unsupported,
                                 "Too many documents have the very same date to be archived.");
        }
        m_query.filter = builder.take();
        Page page = server.find(m_query, limits);
        if (page && page->empty()) {
            m_moment.clear();
            m_from = m_query.to->millis;
        } else if (page) {
            remember(*page);
        }
        return page;
    }

    void remember(const std::vector<bson::Document>& page)
    {
        for (const bson::Document& document : page) {
            m_moment.emplace_back(document["_id"]);
        }
    }

    static constexpr std::uint64_t kWidest = std::numeric_limits<std::uint64_t>::max();
    static constexpr std::size_t kMostIdBytes = std::size_t{12} * 1024 * 1024; // of a command's 16

    ttl::ExpiryRule m_expiry;
    int m_size;
    std::int64_t m_end; // the last date that is expired
    std::optional<bson::Document> m_partialFilter;
    ttl::DocumentQuery m_query;
    std::int64_t m_from = 0; // everything up to it has been given
    std::uint64_t m_width = 1; // of the next window, milliseconds
    std::vector<bson::Value> m_moment; // _ids given of the moment that is too full for a page
};

// Documents in a page, so that one does not fill the memory.
int pageSize(ttl::TtlServer& server, const ttl::ImpactRequest& rule, const ttl::CallLimits& limits)
{
    const Result<ttl::CollectionStats> stats = server.stats(rule.ns, limits);
    const std::int64_t average = stats ? std::max<std::int64_t>(1, stats->averageDocumentBytes) : 1;
    return static_cast<int>(std::clamp<std::int64_t>(kPageBytes / average, 10, kLargestPage));
}

void widen(archive::Manifest& manifest, bson::Date date)
{
    if (!manifest.oldest || date.millis < manifest.oldest->millis) {
        manifest.oldest = date;
    }
    if (!manifest.newest || date.millis > manifest.newest->millis) {
        manifest.newest = date;
    }
}

Result<void> writeDocuments(ttl::TtlServer& server, const ArchiveRequest& request,
                            const archive::Layout& layout, Archive& made,
                            const std::pair<const ttl::CallLimits&, ArchiveProgress&>& around)
{
    const auto& [limits, progress] = around;
    Result<archive::Writer> writer
        = archive::Writer::create(archive::partial(layout.documents()), request.format, sha256());
    TRY(writer);
    const Result<ttl::Impact> impact = server.impact(request.rule, limits);
    TRY(impact);
    if (impact->affected > 0 && !impact->oldest) {
        return base::failure(Errc::Protocol, "The server does not tell the oldest date.");
    }
    ExpiredPages pages(
        request.rule,
        impact->oldest.value_or(ttl::cutoff(
            {request.rule.field, request.rule.expireAfterSeconds, true, {}}, request.rule.now)),
        pageSize(server, request.rule, limits));
    for (auto page = pages.next(server, limits); !page || !page->empty();
         page = pages.next(server, limits)) {
        TRY(page);
        for (const bson::Document& document : *page) {
            const std::optional<bson::Date> date = pages.dateOf(document);
            if (!date) {
                return base::failure(Errc::Protocol,
                                     "The server sent a document that the rule does not delete.");
            }
            TRY(writer->add(document));
            widen(made.manifest, *date);
        }
        progress.written = writer->count();
    }
    Result<archive::Contents> contents = writer->finish();
    TRY(contents);
    made.manifest.contents = std::move(*contents);
    return {};
}

// Options and indexes as mongodump's metadata file holds them.
Result<std::string> metadata(ttl::TtlServer& server, const protocol::Namespace& ns,
                             const ttl::CallLimits& limits)
{
    const Result<std::vector<ttl::CollectionSpec>> collections
        = server.collections(ns.database, limits);
    TRY(collections);
    const Result<std::vector<ttl::IndexSpec>> indexes = server.indexes(ns, limits);
    TRY(indexes);
    bson::Document options;
    for (const ttl::CollectionSpec& collection : *collections) {
        if (collection.ns == ns) {
            options = collection.options;
        }
    }
    std::vector<bson::Document> listed;
    std::ranges::transform(*indexes, std::back_inserter(listed), &ttl::IndexSpec::listed);
    return archive::metadataText(ns.collection, options, listed);
}

// Writes what stands beside the documents, reads everything back, and only then gives the files
// their names.
Result<void> seal(const Archive& made, const std::string& described, const ttl::CallLimits& limits)
{
    const archive::Layout& layout = made.layout;
    TRY(archive::writeText(archive::partial(layout.metadata()), described));
    TRY(archive::writeText(archive::partial(layout.manifest()),
                           archive::manifestText(made.manifest)));
    TRY(archive::verify(layout, made.manifest, sha256(), archive::Stage::Partial,
                        [&limits] { return !limits.cancel.cancelled(); }));
    return archive::publish(layout);
}

// Everything but making and clearing away the folder.
Result<void> fillArchive(ttl::TtlServer& server, const ArchiveRequest& request, Archive& made,
                         const std::pair<const ttl::CallLimits&, ArchiveProgress&>& around)
{
    const auto& [limits, progress] = around;
    const Result<std::string> described = metadata(server, request.rule.ns, limits);
    TRY(described);
    TRY(writeDocuments(server, request, made.layout, made, around));
    made.manifest.metadataHash = archive::hashOf(*described, sha256());
    progress.verifying = true;
    return seal(made, *described, limits);
}

} // namespace

archive::DigestFactory sha256()
{
    return [] { return std::make_unique<Sha256>(); };
}

Result<Archive> writeArchive(ttl::TtlServer& server, const ArchiveRequest& request,
                             const archive::Manifest& origin, const ttl::CallLimits& limits,
                             ArchiveProgress& progress)
{
    Archive made{{request.folder.toStdString(), request.rule.ns, request.format}, origin};
    const archive::Layout& layout = made.layout;
    made.manifest.ns = request.rule.ns;
    made.manifest.format = request.format;
    made.manifest.filter = ttl::expiredFilter(request.rule);
    made.manifest.asOf = request.rule.now;
    TRY(archive::prepare(layout));
    if (Result<void> written = fillArchive(server, request, made, {limits, progress}); !written) {
        archive::discardPartial(layout);
        return std::move(written.error());
    }
    return made;
}

ArchiveService::ArchiveService(ConnectionService& connections, QObject* parent)
    : QObject(parent)
    , m_connections(connections)
{
}

QString ArchiveService::newFolder(const QString& chosen) const
{
    const qint64 now = m_connections.clock().now().time_since_epoch().count();
    return QDir(chosen).absoluteFilePath(
        u"sandglass-archive-"_s
        + QDateTime::fromMSecsSinceEpoch(now, QTimeZone::utc()).toString(u"yyyyMMdd-HHmmss-zzz"_s));
}

QFuture<Result<Archive>> ArchiveService::write(ArchiveRequest request,
                                               std::shared_ptr<ArchiveRecord> record,
                                               std::shared_ptr<ArchiveProgress> progress,
                                               ttl::CancelToken cancel)
{
    archive::Manifest origin;
    origin.server = serverName(m_connections.state()).toStdString();
    return m_connections.run(
        [request = std::move(request), origin = std::move(origin), record = std::move(record),
         progress = std::move(progress)](ttl::TtlServer& server, const ttl::CallLimits& limits) {
            Result<Archive> made = writeArchive(server, request, origin, limits, *progress);
            record->close();
            return made;
        },
        {kPageTimeout, std::move(cancel)}, kParting);
}

QFuture<Result<Archive>> ArchiveService::check(archive::Layout layout, std::string documentsHash,
                                               ttl::CancelToken cancel)
{
    return m_connections.run(
        [layout = std::move(layout), documentsHash = std::move(documentsHash)](
            ttl::TtlServer& /*server*/, const ttl::CallLimits& limits) -> Result<Archive> {
            Result<archive::Manifest> manifest = archive::readManifest(layout.folder);
            TRY(manifest);
            if (manifest->contents.documentsHash != documentsHash) {
                return base::failure(Errc::Conflict, "This is not the archive that was made.");
            }
            Result<void> same
                = archive::verify(layout, *manifest, sha256(), archive::Stage::Finished,
                                  [&limits] { return !limits.cancel.cancelled(); });
            TRY(same);
            return Archive{layout, std::move(*manifest)};
        },
        {kPageTimeout, std::move(cancel)}, kParting);
}

} // namespace sandglass::services

#include "moc_archive_service.cpp"
