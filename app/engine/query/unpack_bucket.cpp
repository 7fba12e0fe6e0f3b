// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/unpack_bucket.h"

#include "app/bson/builder.h"
#include "app/bson/column.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <utility>

namespace sandglass::engine::query {

namespace {

Error badBucket(std::string why)
{
    return protocol::commandError(protocol::ServerCode::InvalidBson,
                                  "Invalid bucket: " + std::move(why));
}

/// The values of a compressed column of the bucket, which may take `bytes`. Errors: see
/// unpackedBucket().
Result<bson::Document> unpackedColumn(bson::DocumentView bucket, const bson::Element& column,
                                      std::size_t bytes)
{
    const std::int64_t rows = bucket["control"].asDocument()["count"].toInt64();
    if (rows < 0 || rows > kMostRows) {
        return badBucket("its number of measurements is out of range");
    }
    const bson::Binary packed = column.value.asBinary();
    if (packed.subtype != bson::kColumnSubtype) {
        return badBucket("column '" + std::string(column.key) + "' is not compressed");
    }
    auto unpacked = bson::unpackColumn(packed.bytes, {static_cast<std::size_t>(rows), bytes});
    if (!unpacked) {
        return badBucket("column '" + std::string(column.key) + "': " + unpacked.error().message);
    }
    return std::move(unpacked->values);
}

class UnpackSource final : public DocumentSource
{
public:
    UnpackSource(DocumentSourcePtr buckets, BucketFields fields)
        : m_buckets(std::move(buckets))
        , m_fields(std::move(fields))
    {
    }
    Result<std::optional<bson::Document>> next() override
    {
        while (true) {
            if (m_reader) {
                if (auto measurement = m_reader->next()) {
                    return measurement;
                }
            }
            auto bucket = m_buckets->next();
            if (!bucket || !*bucket) {
                return bucket;
            }
            m_bucket = std::move(**bucket);
            // the reader borrows from m_bucket, so the document must be in place first
            auto reader = BucketReader::open(m_bucket, m_fields);
            TRY(reader);
            m_reader.emplace(std::move(*reader));
        }
    }

private:
    DocumentSourcePtr m_buckets;
    BucketFields m_fields;
    bson::Document m_bucket;
    std::optional<BucketReader> m_reader; // reads m_bucket
};

} // namespace

bool isCompressed(bson::DocumentView bucket)
{
    return bucket["control"].asDocument()["version"].toInt64() > 1;
}

Result<bson::Document> unpackedBucket(bson::DocumentView bucket)
{
    bson::Builder unpacked;
    for (const bson::Element& part : bucket) {
        if (part.key != "data") {
            unpacked.append(part.key, part.value);
        }
    }
    unpacked.beginDocument("data");
    const std::size_t start = unpacked.size();
    for (const bson::Element& element : bucket["data"].asDocument()) {
        const std::size_t used = unpacked.size() - start;
        auto column
            = unpackedColumn(bucket, element, kMostColumnBytes - std::min(used, kMostColumnBytes));
        TRY(column);
        unpacked.append(element.key, *column);
    }
    return unpacked.take();
}

Result<bson::Document> bucketTimes(bson::DocumentView bucket, std::string_view timeField)
{
    const bson::ValueView times = bucket["data"].asDocument()[timeField];
    return isCompressed(bucket) ? unpackedColumn(bucket, {timeField, times}, kMostColumnBytes)
                                : bson::Document(times.asDocument());
}

Result<BucketReader> BucketReader::open(bson::DocumentView bucket, const BucketFields& fields)
{
    BucketReader reader(fields);
    if (isCompressed(bucket)) {
        auto unpacked = unpackedBucket(bucket);
        TRY(unpacked);
        reader.m_unpacked = std::move(*unpacked);
        reader.start(reader.m_unpacked);
    } else {
        reader.start(bucket);
    }
    return reader;
}

BucketReader::BucketReader(const BucketFields& fields)
    : m_timeField(fields.timeField)
    , m_metaField(fields.metaField)
{
}

void BucketReader::start(bson::DocumentView bucket)
{
    m_meta = bucket["meta"];
    for (const bson::Element& element : bucket["data"].asDocument()) {
        const bson::DocumentView values = element.value.asDocument();
        const Column column{element.key, values.begin(), values.end()};
        if (element.key == m_timeField) {
            m_times = column;
        } else {
            m_columns.push_back(column);
        }
    }
}

std::optional<bson::Document> BucketReader::next()
{
    if (m_times.at == m_times.end) {
        return std::nullopt;
    }
    const std::string_view row = m_times.at->key;
    bson::Builder measurement;
    measurement.append(m_timeField, m_times.at->value);
    if (!m_metaField.empty()) {
        measurement.append(m_metaField, m_meta);
    }
    // Row numbers ascend in every column, and a column leaves out the rows without that field: so
    // one position per column is enough.
    for (Column& column : m_columns) {
        if (column.at == column.end || column.at->key != row) {
            continue;
        }
        measurement.append(column.name, column.at->value);
        ++column.at;
    }
    ++m_times.at;
    return measurement.take();
}

std::int64_t measurementCount(bson::DocumentView bucket, std::string_view timeField)
{
    if (isCompressed(bucket)) {
        return bucket["control"].asDocument()["count"].toInt64();
    }
    const bson::DocumentView times = bucket["data"].asDocument()[timeField].asDocument();
    return static_cast<std::int64_t>(times.count());
}

DocumentSourcePtr unpackSource(DocumentSourcePtr buckets, BucketFields fields)
{
    return std::make_unique<UnpackSource>(std::move(buckets), std::move(fields));
}

} // namespace sandglass::engine::query
