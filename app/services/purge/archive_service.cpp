// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/purge/archive_service.h"

#include "app/archive/verification.h"
#include "app/bson/builder.h"
#include "app/services/connections/connection_service.h"
#include "app/services/purge/archive_record.h"
#include "app/ttl/collations.h"
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

// of a single request; a page of large documents may take long
constexpr std::chrono::seconds kPageTimeout{120};
// time for a cancelled archive to remove its files
constexpr std::chrono::seconds kCleanupTime{2};
// how much a page should hold, by the average size of a document
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

/// Reads the documents that a rule deletes page by page. A page is a window of the dates by which
/// documents are deleted. A window with too many documents is halved; if a single millisecond has
/// too many, it is read again without those that have been read. So the order in which the server
/// sends documents does not matter (an array with other values besides dates sorts by those), a
/// document that is deleted meanwhile leaves no gap, and no cursor has to stay open.
class ExpiredPages
{
public:
    using Page = Result<std::vector<bson::Document>>;

    /// `oldest`: date of the first document. `size`: documents per page, at least 1.
    ExpiredPages(const ttl::ImpactRequest& rule, bson::Date oldest, int size)
        : m_expiry{rule.field, rule.expireAfterSeconds, true, {}}
        , m_size(size)
        , m_end(ttl::cutoff(m_expiry, rule.now).millis)
        , m_partialFilter(rule.partialFilter)
    {
        m_query.ns = rule.ns;
        m_query.field = rule.field;
        m_query.sorted = false;
        m_query.indexHint = rule.indexHint;
        m_query.collation = rule.collation;
        // a window excludes its start, so the first one starts a millisecond before the oldest date
        m_from = std::max(oldest.millis, std::numeric_limits<std::int64_t>::min() + 1) - 1;
        m_width = distance(m_from, m_end);
    }

    /// The next documents; an empty page means the end. Errors: Cancelled, Unsupported, the
    /// server's.
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

    /// The date that decides when the rule deletes a document; unset if it does not delete it.
    std::optional<bson::Date> dateOf(const bson::Document& document) const
    {
        const ttl::Verdict verdict = ttl::judge(m_expiry, document);
        const bool expired = verdict.earliestDate && verdict.earliestDate->millis <= m_end;
        return expired ? verdict.earliestDate : std::nullopt;
    }

private:
    /// The width of (from, to] in milliseconds; 0 if it is empty. Unsigned, since the dates may
    /// span more than int64.
    static std::uint64_t distance(std::int64_t from, std::int64_t to)
    {
        return from < to ? static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from) : 0;
    }

    /// The documents of the next window; none also when the window was halved.
    Page window(ttl::TtlServer& server, const ttl::CallLimits& limits)
    {
        m_width = std::clamp<std::uint64_t>(m_width, 1, distance(m_from, m_end));
        const auto to = static_cast<std::int64_t>(static_cast<std::uint64_t>(m_from) + m_width);
        m_query.from = bson::Date{m_from};
        m_query.to = bson::Date{to};
        m_query.filter = m_partialFilter;
        // one more than a page, which shows that the window is too wide
        m_query.limit = m_size + 1;
        Page page = server.find(m_query, limits);
        TRY(page);
        const bool full = std::cmp_greater(page->size(), m_size);
        if (full && m_width > 1) {
            m_width /= 2;
            return std::vector<bson::Document>{};
        }
        // a window of one millisecond cannot be halved
        if (full) {
            remember(*page);
            return page;
        }
        m_from = to;
        // few documents: the next window is wider, so that sparse dates need few requests
        if (std::cmp_less(page->size(), m_size / 2) && m_width <= kWidest / 2) {
            m_width *= 2;
        }
        return page;
    }

    /// More documents of a millisecond that alone fills a page.
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
        // with a collation, a text would leave out other documents than its own
        const bool inexact
            = !ttl::comparesSimply(m_query.collation) && std::ranges::any_of(m_moment, isText);
        if (inexact || builder.size() > kMostIdBytes) {
            return base::failure(
                       Errc::Unsupported,
                       "Too many documents have the same date, so they cannot be archived.")
                .because(base::LocalReason::CrowdedDate);
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

    static bool isText(const bson::Value& id)
    {
        return id.type() == bson::Type::String || id.type() == bson::Type::Symbol
            || id.type() == bson::Type::Document;
    }

    /// Notes the _ids of a page of m_moment's millisecond.
    void remember(const std::vector<bson::Document>& page)
    {
        for (const bson::Document& document : page) {
            m_moment.emplace_back(document["_id"]);
        }
    }

    static constexpr std::uint64_t kWidest = std::numeric_limits<std::uint64_t>::max();
    static constexpr std::size_t kMostIdBytes = std::size_t{12} * 1024 * 1024; // a command: 16 MiB

    ttl::ExpiryRule m_expiry;
    int m_size;
    std::int64_t m_end; // the last date that is expired
    std::optional<bson::Document> m_partialFilter;
    ttl::DocumentQuery m_query;
    std::int64_t m_from = 0; // all dates up to it have been read
    std::uint64_t m_width = 1; // of the next window, in milliseconds
    std::vector<bson::Value> m_moment; // _ids read so far of a millisecond that overfills a page
};

// Documents per page, such that a page does not fill the memory. Without statistics of the server:
// the most.
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

// Writes the file of documents and describes it in `made`.
Result<void> writeDocuments(ttl::TtlServer& server, const ArchiveRequest& request,
                            const archive::Layout& layout, Archive& made,
                            const std::pair<const ttl::CallLimits&, ArchiveProgress&>& context)
{
    const auto& [limits, progress] = context;
    Result<archive::Writer> writer
        = archive::Writer::create(archive::partial(layout.documents()), request.format, sha256());
    TRY(writer);
    // the first window must begin at the very oldest date
    ttl::ImpactRequest whole = request.rule;
    whole.sampleAbove = 0;
    const Result<ttl::Impact> impact = server.impact(whole, limits);
    TRY(impact);
    if (impact->affected > 0 && !impact->oldest) {
        return base::failure(Errc::Protocol, "The server did not report the oldest date.");
    }
    // without an oldest date nothing is expired, and the first window is empty
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
            // the purge will delete what the archive holds, so only expired documents may get in
            if (!date) {
                return base::failure(Errc::Protocol,
                                     "The server sent a document that the rule does not delete.")
                    .because(base::LocalReason::DocumentNotExpired);
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

// The collection's options and indexes, as mongodump's metadata file has them.
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

// Writes the metadata and the manifest, reads everything back, and only then gives the files their
// final names.
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

// Writes the whole archive into an existing folder, and leaves partial files when it fails.
Result<void> fillArchive(ttl::TtlServer& server, const ArchiveRequest& request, Archive& made,
                         const std::pair<const ttl::CallLimits&, ArchiveProgress&>& context)
{
    const auto& [limits, progress] = context;
    const Result<std::string> described = metadata(server, request.rule.ns, limits);
    TRY(described);
    TRY(writeDocuments(server, request, made.layout, made, context));
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
            // here and not in the GUI thread: nobody waits for a call that was abandoned
            record->close();
            return made;
        },
        {kPageTimeout, std::move(cancel)}, kCleanupTime);
}

QFuture<Result<Archive>> ArchiveService::check(archive::Layout layout, std::string documentsHash,
                                               ttl::CancelToken cancel)
{
    return m_connections.run(
        [layout = std::move(layout), documentsHash = std::move(documentsHash)](
            ttl::TtlServer& /*server*/, const ttl::CallLimits& limits) -> Result<Archive> {
            Result<archive::Manifest> manifest = archive::readManifest(layout.folder);
            TRY(manifest);
            // the folder may hold another archive by now
            if (manifest->contents.documentsHash != documentsHash) {
                return base::failure(Errc::Conflict,
                                     "The archive is not the one that was written for this purge.")
                    .because(base::LocalReason::ArchiveReplaced);
            }
            Result<void> same
                = archive::verify(layout, *manifest, sha256(), archive::Stage::Finished,
                                  [&limits] { return !limits.cancel.cancelled(); });
            TRY(same);
            return Archive{layout, std::move(*manifest)};
        },
        {kPageTimeout, std::move(cancel)}, kCleanupTime);
}

} // namespace sandglass::services

#include "moc_archive_service.cpp"
