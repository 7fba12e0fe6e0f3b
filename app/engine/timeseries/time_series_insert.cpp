// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/timeseries/time_series_insert.h"

#include "app/bson/compare.h"
#include "app/engine/catalog/document_id.h"
#include "app/engine/query/unpack_bucket.h"
#include "app/engine/storage/key_value_store.h"
#include "app/engine/streams/logged_command.h"
#include "app/engine/timeseries/bucket_builder.h"
#include "app/engine/timeseries/time_series_indexes.h"
#include "app/engine/writes/earlier_attempt.h"
#include "app/engine/writes/write_permission.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

namespace sandglass::engine::timeseries {

using catalog::withLeadingId;
using streams::LoggedCommand;
using writes::beginUnit;
using writes::checkUserWrites;
using writes::commitInserts;
using writes::isRepeated;
using writes::isWriteError;
using writes::kUnitDocuments;
using writes::kUnitTime;
using writes::WriteResult;
using writes::WriteScope;

namespace {

/// At most so many stored buckets are tried before a new one is opened: in a series that fills
/// bucket after bucket, most candidates are full.
constexpr int kMostCandidates = 8;

/// A key for the map of open buckets: equal for values of the same type with the same bytes.
std::string metaKey(bson::ValueView meta)
{
    std::string key(1, static_cast<char>(meta.type()));
    key.append(meta.raw().begin(), meta.raw().end());
    return key;
}

/// The value by which the index finds the buckets of a meta. For an array the index holds its
/// elements, for an empty array `undefined`; any one element will do, since takes() compares the
/// whole meta.
bson::Value lookupKey(bson::ValueView meta)
{
    if (meta.isMissing()) {
        return bson::Value::null();
    }
    if (meta.type() != bson::Type::Array) {
        return bson::Value(meta);
    }
    const bson::DocumentView elements = meta.asDocument();
    return elements.empty() ? bson::Value(bson::Type::Undefined, {})
                            : bson::Value(elements.begin()->value);
}

/// A bucket that this write unit fills.
struct OpenBucket
{
    BucketBuilder builder;
    std::optional<catalog::RecordId> stored; ///< its record; unset for a new bucket
    std::vector<std::size_t> added; ///< the documents it received, by index in the command
};

/// Fills the buckets of one write unit in memory, then writes each of them once: a bucket that is
/// replaced for every measurement would be written up to a thousand times.
class BucketFiller
{
public:
    BucketFiller(catalog::Collection& buckets, catalog::WriteUnit& unit)
        : m_buckets(buckets)
        , m_unit(unit)
        , m_shape(*buckets.shape()->timeSeries)
    {
    }

    /// Adds a measurement to its bucket. `number`: its index in the command. Errors (server):
    /// BadValue without a time; Storage.
    Result<void> add(std::size_t number, bson::DocumentView measurement);
    /// Writes the buckets. An error of one of them becomes a write error of each of its documents.
    /// Returns how many documents were written. Errors: those that are not write errors.
    Result<std::int64_t> write(LoggedCommand* logged, WriteResult& result);

private:
    /// An open bucket for a measurement; nullptr when there is none.
    OpenBucket* findOpen(bson::Date time, bson::ValueView meta);
    OpenBucket* open(OpenBucket bucket);
    /// Opens a stored bucket for a measurement; nullptr when there is none. Errors: Storage.
    Result<OpenBucket*> reopen(bson::Date time, bson::ValueView meta);
    /// Whether a bucket can hold a measurement.
    bool takes(const BucketBuilder& bucket, bson::Date time, bson::ValueView meta) const;
    /// Whether the bucket with that record is open already.
    bool isOpen(catalog::RecordId id) const;

    catalog::Collection& m_buckets;
    catalog::WriteUnit& m_unit;
    catalog::TimeSeriesShape m_shape;
    std::vector<std::unique_ptr<OpenBucket>> m_open; // behind pointers: m_byMeta refers to them
    std::unordered_map<std::string, std::vector<OpenBucket*>>
        m_byMeta; // by metaKey(), oldest first
};

bool BucketFiller::takes(const BucketBuilder& bucket, bson::Date time, bson::ValueView meta) const
{
    return !bucket.full() && inBucketSpan(bucket.start(), time, m_shape)
        && bson::identical(bucket.meta(), meta);
}

// Newest first: measurements mostly arrive in order of time.
OpenBucket* BucketFiller::findOpen(bson::Date time, bson::ValueView meta)
{
    const auto found = m_byMeta.find(metaKey(meta));
    if (found == m_byMeta.end()) {
        return nullptr;
    }
    const auto taker
        = std::find_if(found->second.rbegin(), found->second.rend(), [&](const OpenBucket* bucket) {
              return takes(bucket->builder, time, meta);
          });
    return taker == found->second.rend() ? nullptr : *taker;
}

OpenBucket* BucketFiller::open(OpenBucket bucket)
{
    std::vector<OpenBucket*>& sameMeta = m_byMeta[metaKey(bucket.builder.meta())];
    m_open.push_back(std::make_unique<OpenBucket>(std::move(bucket)));
    sameMeta.push_back(m_open.back().get());
    return m_open.back().get();
}

bool BucketFiller::isOpen(catalog::RecordId id) const
{
    return std::ranges::any_of(m_open, [id](const auto& bucket) { return bucket->stored == id; });
}

// Scans the stored buckets whose span can include the time. The write unit holds the writer lock,
// so the index shows the newest state. The scan goes backward: among buckets with the same start
// the newest one comes first, and the older ones are full.
Result<OpenBucket*> BucketFiller::reopen(bson::Date time, bson::ValueView meta)
{
    catalog::IndexRange range;
    std::string_view index = catalog::kBucketExpiryIndex;
    if (!m_shape.metaField.empty()) {
        index = kBucketLookupIndex;
        range.equalPrefix.push_back(lookupKey(meta));
    }
    constexpr std::int64_t kFirst = std::numeric_limits<std::int64_t>::min();
    const std::int64_t span = m_shape.bucketMaxSpanSeconds * 1000;
    const bson::Date earliest{time.millis < kFirst + span ? kFirst : time.millis - span};
    range.lower = catalog::Bound{bson::Value::of(earliest), true};
    range.upper = catalog::Bound{bson::Value::of(time), true};
    const auto candidates = m_buckets.scanIndex(index, range, catalog::Direction::Backward);
    for (int n = 0; n < kMostCandidates && candidates && candidates->next(); ++n) {
        const bson::DocumentView bucket = candidates->document();
        // checked on the bytes first: reading a whole bucket into a builder is slow
        const bool full = bucket.size() >= kMaxBucketBytes
            || query::measurementCount(bucket, m_shape.timeField)
                >= static_cast<std::int64_t>(kMaxMeasurements);
        // a compressed bucket came from a dump, and is closed
        if (full || query::isCompressed(bucket) || isOpen(candidates->id())) {
            continue;
        }
        BucketBuilder builder(m_shape, bucket);
        if (takes(builder, time, meta)) {
            return open({std::move(builder), candidates->id(), {}});
        }
    }
    if (candidates && !candidates->status()) {
        return candidates->status().error();
    }
    return nullptr;
}

Result<void> BucketFiller::add(std::size_t number, bson::DocumentView measurement)
{
    const bson::ValueView time = measurement[m_shape.timeField];
    if (time.type() != bson::Type::Date) {
        return protocol::commandError(protocol::ServerCode::BadValue,
                                      "'" + m_shape.timeField
                                          + "' must be present and contain a valid BSON UTC"
                                            " datetime value");
    }
    const bson::ValueView meta
        = m_shape.metaField.empty() ? bson::ValueView() : measurement[m_shape.metaField];
    OpenBucket* bucket = findOpen(time.asDate(), meta);
    if (bucket == nullptr) {
        auto reopened = reopen(time.asDate(), meta);
        TRY(reopened);
        bucket = *reopened;
    }
    if (bucket == nullptr) {
        const bson::Date start = bucketStart(time.asDate(), m_shape);
        bucket = open({BucketBuilder(m_shape, start, meta), std::nullopt, {}});
    }
    bucket->builder.add(measurement);
    bucket->added.push_back(number);
    return {};
}

Result<std::int64_t> BucketFiller::write(LoggedCommand* logged, WriteResult& result)
{
    std::int64_t written = 0;
    for (const auto& filled : m_open) {
        const bson::Document bucket = filled->builder.document();
        // one log entry covers all statements whose measurements are in this bucket
        if (logged != nullptr) {
            logged->beginStatements(filled->added);
        }
        Result<void> done;
        if (filled->stored) {
            done = m_unit.replace(*filled->stored, bucket);
        } else if (auto inserted = m_unit.insert(bucket); !inserted) {
            done = inserted.error();
        }
        if (done) {
            written += static_cast<std::int64_t>(filled->added.size());
            continue;
        }
        if (!isWriteError(done.error())) {
            return done.error();
        }
        for (const std::size_t number : filled->added) {
            result.addError(number, done.error());
        }
    }
    return written;
}

/// Inserts the measurements of one command in write units of limited size and duration, so that
/// other writers get their turn.
class MeasurementInserter
{
public:
    MeasurementInserter(const WriteScope& scope, catalog::Collection& buckets,
                        const std::vector<bson::DocumentView>& measurements, bool ordered)
        : m_scope(scope)
        , m_buckets(buckets)
        , m_measurements(measurements)
        , m_ordered(ordered)
    {
    }

    Result<WriteResult> run()
    {
        auto allowed = checkUserWrites(m_scope.access.gate, m_scope.ns.database);
        // while user writes are blocked, every document gets the error
        while (!allowed && !finished()) {
            m_result.addError(m_at++, allowed.error());
        }
        while (!finished()) {
            auto unit = beginUnit(m_scope, m_buckets);
            TRY(unit);
            auto written = fillUnit(**unit);
            TRY(written);
            TRY(commitInserts(m_scope, **unit, *written, m_result));
            if (!finished()) {
                TRY(m_scope.interrupt->check());
            }
        }
        return std::move(m_result);
    }

private:
    bool finished() const
    {
        return m_at == m_measurements.size() || (m_ordered && m_result.failed());
    }

    Result<std::int64_t> fillUnit(catalog::WriteUnit& unit)
    {
        const base::Clock& clock = m_scope.access.clock;
        const base::Time end = clock.now() + clock.duringReal(kUnitTime);
        BucketFiller filler(m_buckets, unit);
        for (std::size_t n = 0; n < kUnitDocuments && !finished(); ++n) {
            TRY(addNext(filler));
            if (clock.now() >= end) {
                break;
            }
        }
        return filler.write(m_scope.logged.get(), m_result);
    }

    Result<void> addNext(BucketFiller& filler)
    {
        const std::size_t at = m_at++;
        auto repeated = isRepeated(m_scope.logged.get(), at, false, m_result);
        TRY(repeated);
        if (*repeated) {
            return {};
        }
        bson::Document rebuilt;
        auto measurement = withLeadingId(m_measurements[at], rebuilt);
        Result<void> added;
        if (measurement) {
            added = filler.add(at, *measurement);
        } else {
            added = measurement.error();
        }
        return added ? added : m_result.fail(at, added.error());
    }

    const WriteScope& m_scope;
    catalog::Collection& m_buckets;
    const std::vector<bson::DocumentView>& m_measurements;
    bool m_ordered;
    std::size_t m_at = 0; // index of the next measurement
    WriteResult m_result;
};

} // namespace

Result<WriteResult> insertMeasurements(const WriteScope& scope,
                                       const std::shared_ptr<catalog::Collection>& buckets,
                                       const std::vector<bson::DocumentView>& measurements,
                                       bool ordered)
{
    return MeasurementInserter(scope, *buckets, measurements, ordered).run();
}

} // namespace sandglass::engine::timeseries
