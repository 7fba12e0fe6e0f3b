// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/unpack_bucket.h"

#include "app/bson/builder.h"

#include <utility>

namespace sandglass::engine::query {

namespace {

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
            m_reader.emplace(m_bucket, m_fields);
        }
    }

private:
    DocumentSourcePtr m_buckets;
    BucketFields m_fields;
    bson::Document m_bucket;
    std::optional<BucketReader> m_reader; // reads m_bucket
};

} // namespace

BucketReader::BucketReader(bson::DocumentView bucket, const BucketFields& fields)
    : m_timeField(fields.timeField)
    , m_metaField(fields.metaField)
    , m_meta(bucket["meta"])
{
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
    const bson::DocumentView times = bucket["data"].asDocument()[timeField].asDocument();
    return static_cast<std::int64_t>(times.count());
}

DocumentSourcePtr unpackSource(DocumentSourcePtr buckets, BucketFields fields)
{
    return std::make_unique<UnpackSource>(std::move(buckets), std::move(fields));
}

} // namespace sandglass::engine::query
