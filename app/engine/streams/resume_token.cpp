// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/streams/resume_token.h"

#include "app/bson/builder.h"
#include "app/protocol/server_code.h"

#include <array>
#include <charconv>
#include <string>
#include <string_view>

namespace sandglass::engine::streams {

using protocol::commandError;

namespace {

// The text: this mark, sixteen digits of the entry, two of the part, for a fragment eight of its
// number. MongoDB's tokens begin with the same byte, the mark of a timestamp in its key encoding.
constexpr std::string_view kMark = "82";
constexpr std::size_t kEntryDigits = 16;
constexpr std::size_t kPartDigits = 2;
constexpr std::size_t kFragmentDigits = 8;

std::string hexadecimal(std::uint64_t number, std::size_t digits)
{
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::string text(digits, '0');
    for (std::size_t i = digits; i-- > 0; number >>= 4U) {
        text[i] = kDigits[number & 0xFU];
    }
    return text;
}

bool readHexadecimal(std::string_view text, std::uint64_t& number)
{
    const char* end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number, 16);
    return read.ec == std::errc() && read.ptr == end;
}

} // namespace

bson::Document ResumeToken::document() const
{
    std::string text(kMark);
    text += hexadecimal(entry, kEntryDigits);
    text += hexadecimal(static_cast<std::uint8_t>(part), kPartDigits);
    if (part == Part::Fragment) {
        text += hexadecimal(fragment, kFragmentDigits);
    }
    return bson::makeDocument("_data", text);
}

Result<ResumeToken> ResumeToken::parse(bson::ValueView value)
{
    constexpr int kNoDocument = 40647;
    constexpr int kNoData = 40649;
    if (value.type() != bson::Type::Document) {
        return commandError(kNoDocument,
                            "Bad resume token: expected object but got "
                                + std::string(bson::typeAlias(value.type())));
    }
    const bson::ValueView data = value.asDocument()["_data"];
    if (data.type() != bson::Type::String) {
        return commandError(kNoData, "Bad resume token: _data of missing or of wrong type");
    }
    const std::string_view text = data.asString();
    std::uint64_t entry = 0;
    std::uint64_t part = 0;
    std::uint64_t fragment = 0;
    constexpr std::size_t kHead = kMark.size() + kEntryDigits + kPartDigits;
    const bool headed = text.size() >= kHead && text.starts_with(kMark)
        && readHexadecimal(text.substr(kMark.size(), kEntryDigits), entry)
        && readHexadecimal(text.substr(kMark.size() + kEntryDigits, kPartDigits), part)
        && part <= static_cast<std::uint8_t>(Part::Moment);
    const std::string_view rest = headed ? text.substr(kHead) : text;
    const bool good = headed
        && (static_cast<Part>(part) == Part::Fragment
                ? rest.size() == kFragmentDigits && readHexadecimal(rest, fragment)
                : rest.empty());
    if (!good) {
        return commandError(protocol::ServerCode::FailedToParse,
                            "resume token string was not a valid hex string of this server");
    }
    return ResumeToken{entry, static_cast<Part>(part), static_cast<std::uint32_t>(fragment)};
}

} // namespace sandglass::engine::streams
