// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/model/documents.h"

#include "app/bson/builder.h"

#include <array>
#include <limits>
#include <string>

namespace sandglass::tests::model {

namespace {

constexpr std::int64_t kMinuteMillis = 60'000;
constexpr std::array<std::int64_t, 8> kExtremes{std::numeric_limits<std::int64_t>::min(),
                                                std::numeric_limits<std::int64_t>::max(),
                                                -1,
                                                0,
                                                1,
                                                -86'400'000LL * 400,
                                                2'147'483'648'000,
                                                253'402'300'799'999};

} // namespace

bson::Date DocumentSource::date(base::Time now)
{
    if (m_random.oneIn(12)) {
        return {m_random.pick(kExtremes)};
    }
    const std::int64_t base = now.time_since_epoch().count() / kMinuteMillis * kMinuteMillis;
    const std::int64_t minutes = m_random.upTo(240) - 150; // more of them are due than not
    return {base + minutes * kMinuteMillis + (m_random.oneIn(8) ? m_random.upTo(2) - 1 : 0)};
}

bson::Value DocumentSource::scalar(base::Time now)
{
    switch (m_random.upTo(7)) {
    case 0:
        return bson::Value::null();
    case 1:
        return bson::Value::of("text" + std::to_string(m_random.upTo(3)));
    case 2:
        return bson::Value::of(static_cast<double>(m_random.upTo(9)) / 2);
    case 3:
        return bson::Value::of(m_random.oneIn(2));
    case 4:
        return bson::Value::of(std::int64_t{m_random.upTo(400)});
    case 5:
        return bson::Value::of(static_cast<std::int32_t>(m_random.upTo(6)));
    default:
        return bson::Value::of(date(now));
    }
}

bson::Value DocumentSource::dates(base::Time now)
{
    bson::Builder builder;
    for (int count = m_random.upTo(4); count > 0; --count) {
        if (m_random.oneIn(6)) {
            builder.push(scalar(now));
        } else if (m_random.oneIn(12)) {
            builder.push(bson::Value::array(bson::makeArray(date(now))));
        } else {
            builder.push(date(now));
        }
    }
    return bson::Value::array(builder.take());
}

bson::Value DocumentSource::expiring(base::Time now)
{
    if (m_random.oneIn(5)) {
        return dates(now);
    }
    return m_random.oneIn(8) ? scalar(now) : bson::Value::of(date(now));
}

// {t: …}, an array of such documents and other things, or something without fields
bson::Value DocumentSource::nested(base::Time now)
{
    const auto part = [&] {
        bson::Builder builder;
        if (!m_random.oneIn(6)) {
            builder.append("t", expiring(now));
        }
        return bson::Value::document(builder.take());
    };
    if (m_random.oneIn(10)) {
        return scalar(now);
    }
    if (!m_random.oneIn(6)) {
        return part();
    }
    bson::Builder builder;
    for (int count = m_random.upTo(3); count > 0; --count) {
        builder.push(m_random.oneIn(5) ? scalar(now) : part());
    }
    return bson::Value::array(builder.take());
}

bson::Value DocumentSource::numbers(int most)
{
    if (!m_random.oneIn(8)) {
        const std::int32_t number = m_random.upTo(most);
        return m_random.oneIn(6) ? bson::Value::of(static_cast<double>(number))
                                 : bson::Value::of(number);
    }
    bson::Builder builder;
    for (int count = m_random.upTo(3); count > 0; --count) {
        builder.push(static_cast<std::int32_t>(m_random.upTo(most)));
    }
    return bson::Value::array(builder.take());
}

bson::Document DocumentSource::make(const bson::Value& id, base::Time now)
{
    bson::Builder builder;
    builder.append("_id", id);
    if (!m_random.oneIn(12)) {
        builder.append("t", expiring(now));
    }
    if (m_random.oneIn(2)) {
        builder.append("d", nested(now));
    }
    if (!m_random.oneIn(8)) {
        builder.append("a", m_random.oneIn(12) ? scalar(now) : numbers(5));
    }
    if (!m_random.oneIn(4)) {
        builder.append("b", m_random.oneIn(6) ? bson::Value::null() : numbers(8));
    }
    if (!m_random.oneIn(6)) {
        builder.append("u", m_random.oneIn(6) ? scalar(now) : numbers(3000));
    }
    constexpr int kLong = 3000;
    const auto length = static_cast<std::size_t>(m_random.upTo(m_random.oneIn(40) ? kLong : 30));
    builder.append("pad", std::string(length, static_cast<char>('a' + m_random.upTo(25))));
    return builder.take();
}

} // namespace sandglass::tests::model
