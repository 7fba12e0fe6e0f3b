// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ttl/driver_texts.h"
#include "app/ttl/literals.h"
#include "app/ttl/shell_text.h"

#include <chrono>

namespace sandglass::ttl {

namespace {

// Python knows every escape that javaScriptString() writes, with the same meaning.
std::string pythonText(std::string_view text)
{
    return javaScriptString(text);
}

// Source: Python Standard Library, datetime, MINYEAR and MAXYEAR.
constexpr int kFirstYear = 1;
constexpr int kLastYear = 9'999;

std::string pythonDate(const LiteralTable& /*table*/, bson::Date date)
{
    using namespace std::chrono;
    const auto days = floor<std::chrono::days>(milliseconds(date.millis));
    // year_month_day is defined for years that fit into 16 bits only
    constexpr std::chrono::days kFarthest(3'652'059); // 10 000 years
    if (days < -kFarthest || days > kFarthest) {
        return "DatetimeMS(" + std::to_string(date.millis) + ")";
    }
    const year_month_day day{sys_days(days)};
    const int year = static_cast<int>(day.year());
    if (year < kFirstYear || year > kLastYear) {
        return "DatetimeMS(" + std::to_string(date.millis) + ")";
    }
    const hh_mm_ss<milliseconds> time(milliseconds(date.millis) - days);
    std::string text = "datetime.datetime(" + std::to_string(year);
    const std::int64_t parts[]{static_cast<unsigned>(day.month()),
                               static_cast<unsigned>(day.day()),
                               time.hours().count(),
                               time.minutes().count(),
                               time.seconds().count(),
                               time.subseconds().count() * 1'000};
    for (const std::int64_t part : parts) {
        text += ", " + std::to_string(part);
    }
    return text + ", tzinfo=datetime.timezone.utc)";
}

constexpr LiteralTable kPython{
    .text = pythonText,
    .key = pythonText,
    .date = pythonDate,
    .null = "None",
    .yes = "True",
    .no = "False",
    .int64 = "Int64(%1)",
    .fraction = "%1",
    .wholeDouble = "%1",
    .nan = "float(\"nan\")",
    .infinity = "float(\"inf\")",
    .minusInfinity = "float(\"-inf\")",
    .decimal = "Decimal128(%1)",
    .objectId = "ObjectId(%1)",
    .regex = "Regex(%1, %2)",
    .binary = "Binary(base64.b64decode(%1), %2)",
    .timestamp = "Timestamp(%1, %2)",
    .minKey = "MinKey()",
    .maxKey = "MaxKey()",
    .extended = "json_util.loads(%1, json_options=json_util.CANONICAL_JSON_OPTIONS)[\"v\"]",
    .emptyArray = "[]",
    .arrayOpen = "[",
    .arrayClose = "]",
    .loneNull = "",
    .document = {"{}", "{", "%1: %2", ", %1: %2", "}"},
    .numberKeyed = {},
};

std::string pythonCollection(const protocol::Namespace& ns)
{
    return "client[" + pythonText(ns.database) + "][" + pythonText(ns.collection) + "]";
}

std::string pythonCreate(const TtlIndexSpec& spec)
{
    std::string key;
    for (const bson::Element& field : spec.key.view()) {
        key += (key.empty() ? "(" : ", (") + pythonText(field.key) + ", "
            + literal(kPython, field.value) + ")";
    }
    std::string text = pythonCollection(spec.ns) + ".create_index([" + key + "], name="
        + pythonText(spec.name) + ", expireAfterSeconds=" + std::to_string(spec.expireAfterSeconds);
    if (spec.partialFilter) {
        text += ", partialFilterExpression=" + literal(kPython, spec.partialFilter->view());
    }
    return text + (spec.hidden ? ", hidden=True)" : ")");
}

std::string pythonDrop(const IndexRef& index)
{
    return pythonCollection(index.ns) + ".drop_index(" + pythonText(index.name) + ")";
}

std::string pythonRun(const std::string& database, const bson::Document& command)
{
    return "client[" + pythonText(database) + "].command(" + literal(kPython, command.view()) + ")";
}

} // namespace

const DriverText kPythonText{pythonCreate, pythonDrop, pythonRun};

} // namespace sandglass::ttl
