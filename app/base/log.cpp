// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/log.h"

#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>

namespace sandglass::base {

namespace {

const char* severityText(Severity severity)
{
    switch (severity) {
    case Severity::Fatal:
        return "F";
    case Severity::Error:
        return "E";
    case Severity::Warning:
        return "W";
    case Severity::Info:
        return "I";
    case Severity::Debug1:
        return "D1";
    case Severity::Debug2:
        return "D2";
    case Severity::Debug3:
        return "D3";
    }
    return "I";
}

void appendString(std::string& out, const std::string& text)
{
    out += '"';
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (byte < 0x20 || byte == 0x7f) {
            std::array<char, 8> escape{};
            std::snprintf(escape.data(), escape.size(), "\\u%04x", static_cast<unsigned>(byte));
            out += escape.data();
        } else {
            out += c;
        }
    }
    out += '"';
}

void appendDouble(std::string& out, double number)
{
    if (!std::isfinite(number)) {
        appendString(out, std::isnan(number) ? "NaN" : number > 0 ? "Infinity" : "-Infinity");
        return;
    }
    std::array<char, 32> text{};
    // 17 significant digits identify every double
    std::snprintf(text.data(), text.size(), "%.17g", number);
    out += text.data();
}

void appendValue(std::string& out, const LogEntry::Value& value)
{
    if (const auto* number = std::get_if<std::int64_t>(&value)) {
        out += std::to_string(*number);
    } else if (const auto* real = std::get_if<double>(&value)) {
        appendDouble(out, *real);
    } else if (const auto* flag = std::get_if<bool>(&value)) {
        out += *flag ? "true" : "false";
    } else if (const auto* json = std::get_if<JsonText>(&value)) {
        out += json->text;
    } else {
        appendString(out, std::get<std::string>(value));
    }
}

std::string timeText(Time now)
{
    using namespace std::chrono;
    // The calendar repeats after 400 years. Years of std::chrono end at 32767.
    constexpr std::int64_t kCycleMillis = 146'097LL * 86'400'000;
    const std::int64_t millis = now.time_since_epoch().count();
    std::int64_t cycles = millis / kCycleMillis;
    std::int64_t rest = millis % kCycleMillis;
    // the rest must not be negative for moments before 1970 either
    if (rest < 0) {
        rest += kCycleMillis;
        --cycles;
    }
    const sys_time<milliseconds> moment{milliseconds(rest)};
    const sys_days day = floor<days>(moment);
    const year_month_day date(day);
    const hh_mm_ss time(moment - day);
    const long long year = int{date.year()} + cycles * 400;
    const auto number = [](auto unit) { return static_cast<int>(unit.count()); };
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%lld-%02u-%02uT%02d:%02d:%02d.%03d+00:00", year,
                  static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                  number(time.hours()), number(time.minutes()), number(time.seconds()),
                  number(time.subseconds()));
    return text.data();
}

} // namespace

std::string logLine(const LogEntry& entry, Time now)
{
    std::string out = R"({"t":{"$date":")" + timeText(now) + R"("},"s":")"
        + severityText(entry.severity) + R"(","c":")" + entry.component + R"(","id":)"
        + std::to_string(entry.id) + R"(,"ctx":)";
    appendString(out, entry.context);
    out += R"(,"msg":)";
    appendString(out, entry.message);
    if (!entry.attributes.empty()) {
        out += R"(,"attr":{)";
        const char* separator = "";
        for (const auto& [key, value] : entry.attributes) {
            out += separator;
            separator = ",";
            appendString(out, key);
            out += ':';
            appendValue(out, value);
        }
        out += '}';
    }
    out += '}';
    return out;
}

} // namespace sandglass::base
