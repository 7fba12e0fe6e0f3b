// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/protocol/percent_encoding.h"

namespace sandglass::protocol {

int hexDigit(char c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

std::optional<std::string> percentDecoded(std::string_view raw)
{
    std::string text;
    text.reserve(raw.size());
    for (std::size_t i = 0; i < raw.size(); ++i) {
        if (raw[i] != '%') {
            text += raw[i];
            continue;
        }
        const int high = i + 2 < raw.size() ? hexDigit(raw[i + 1]) : -1;
        const int low = i + 2 < raw.size() ? hexDigit(raw[i + 2]) : -1;
        // the last condition: %00 is a NUL, which no part of a connection string may have
        if (high < 0 || low < 0 || high + low == 0) {
            return std::nullopt;
        }
        text += static_cast<char>(high * 16 + low);
        i += 2;
    }
    return text;
}

std::string percentEncoded(std::string_view text, std::string_view alsoPlain)
{
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    constexpr std::string_view kUnreserved = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                             "0123456789-._~";
    std::string raw;
    for (const char c : text) {
        if (kUnreserved.find(c) != std::string_view::npos
            || alsoPlain.find(c) != std::string_view::npos) {
            raw += c;
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        raw += '%';
        raw += kDigits[byte / 16U];
        raw += kDigits[byte % 16U];
    }
    return raw;
}

} // namespace sandglass::protocol
