// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/timeseries/time_series_filter.h"

#include "app/bson/builder.h"

#include <limits>

namespace sandglass::engine::timeseries {

namespace {

// A bucket stores its metadata once, in this field, whatever the collection's metaField is called.
constexpr std::string_view kMeta = "meta";

bool joinsFilters(std::string_view key)
{
    return key == "$and" || key == "$or" || key == "$nor";
}

/// The date `seconds` earlier, or the first representable one.
bson::Date earlier(bson::Date date, std::int64_t seconds)
{
    constexpr std::int64_t kMillis = 1000;
    constexpr std::int64_t kFirst = std::numeric_limits<std::int64_t>::min();
    const std::int64_t span = seconds * kMillis;
    return {date.millis < kFirst + span ? kFirst : date.millis - span};
}

/// Translates conditions on measurements into conditions on their buckets, joined by $and. What
/// cannot be translated is left out, which only makes the result match more buckets.
class BucketConditions
{
public:
    explicit BucketConditions(const catalog::TimeSeriesShape& shape)
        : m_shape(shape)
    {
        m_all.beginArray("$and");
    }

    void add(bson::DocumentView filter)
    {
        for (const bson::Element& element : filter) {
            if (element.key == "$and") {
                addAll(element.value);
            } else if (element.key == m_shape.timeField) {
                addTime(element.value);
            } else {
                addMeta(element);
            }
        }
    }

    bson::Document take()
    {
        m_all.end();
        return m_empty ? bson::Document() : m_all.take();
    }

private:
    void addAll(bson::ValueView filters)
    {
        for (const bson::Element& filter : filters.asDocument()) {
            if (filter.value.type() == bson::Type::Document) {
                add(filter.value.asDocument());
            }
        }
    }

    /// Adds a condition on the metaField, also one joined by $or or $nor.
    void addMeta(const bson::Element& element)
    {
        if (m_shape.metaField.empty()) {
            return;
        }
        const bson::Document single = bson::makeDocument(element.key, element.value);
        if (const auto mapped = bucketMetaFilter(single, m_shape.metaField)) {
            push(*mapped);
        }
    }

    /// Adds the bounds that a condition on the time sets.
    void addTime(bson::ValueView condition)
    {
        if (condition.type() == bson::Type::Date) {
            addLower(condition.asDate());
            addUpper(condition.asDate());
            return;
        }
        if (condition.type() != bson::Type::Document) {
            return;
        }
        for (const bson::Element& element : condition.asDocument()) {
            if (element.value.type() != bson::Type::Date) {
                continue;
            }
            const std::string_view name = element.key;
            if (name == "$gt" || name == "$gte" || name == "$eq") {
                addLower(element.value.asDate());
            }
            if (name == "$lt" || name == "$lte" || name == "$eq") {
                addUpper(element.value.asDate());
            }
        }
    }

    void addLower(bson::Date date)
    {
        push(bson::makeDocument("control.max." + m_shape.timeField,
                                bson::makeDocument("$gte", date)));
        // Only control.min is indexed. A bucket is at most bucketMaxSpanSeconds long, so its start
        // is bounded as well.
        push(bson::makeDocument(
            "control.min." + m_shape.timeField,
            bson::makeDocument("$gte", earlier(date, m_shape.bucketMaxSpanSeconds))));
    }

    void addUpper(bson::Date date)
    {
        push(bson::makeDocument("control.min." + m_shape.timeField,
                                bson::makeDocument("$lte", date)));
    }

    void push(const bson::Document& condition)
    {
        m_all.push(condition);
        m_empty = false;
    }

    const catalog::TimeSeriesShape& m_shape;
    bson::Builder m_all;
    bool m_empty = true;
};

} // namespace

std::optional<std::string> bucketMetaPath(std::string_view path, std::string_view metaField)
{
    if (metaField.empty() || !path.starts_with(metaField)) {
        return std::nullopt;
    }
    const std::string_view rest = path.substr(metaField.size());
    // "sensors" does not belong to metaField "sensor"
    if (!rest.empty() && rest.front() != '.') {
        return std::nullopt;
    }
    return std::string(kMeta) + std::string(rest);
}

std::optional<bson::Document> bucketMetaFilter(bson::DocumentView filter,
                                               std::string_view metaField)
{
    bson::Builder mapped;
    for (const bson::Element& element : filter) {
        if (!joinsFilters(element.key)) {
            const auto path = bucketMetaPath(element.key, metaField);
            if (!path) {
                return std::nullopt;
            }
            mapped.append(*path, element.value);
            continue;
        }
        mapped.beginArray(element.key);
        for (const bson::Element& part : element.value.asDocument()) {
            const auto condition = bucketMetaFilter(part.value.asDocument(), metaField);
            if (part.value.type() != bson::Type::Document || !condition) {
                return std::nullopt;
            }
            mapped.push(*condition);
        }
        mapped.end();
    }
    return mapped.take();
}

bson::Document bucketFilter(std::span<const bson::DocumentView> conditions,
                            const catalog::TimeSeriesShape& shape)
{
    BucketConditions gathered(shape);
    for (const bson::DocumentView condition : conditions) {
        gathered.add(condition);
    }
    return gathered.take();
}

} // namespace sandglass::engine::timeseries
