// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace sandglass::engine::query {

/// True for a byte that continues a character.
constexpr bool isUtf8Continuation(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xc0U) == 0x80U;
}

/// Number of characters (code points) in valid UTF-8.
constexpr std::size_t utf8Length(std::string_view text)
{
    std::size_t count = 0;
    for (const char byte : text) {
        count += isUtf8Continuation(byte) ? 0 : 1;
    }
    return count;
}

/// Byte offset of the character with that index; the size of the text when there are fewer.
constexpr std::size_t utf8Offset(std::string_view text, std::size_t index)
{
    std::size_t at = 0;
    for (; at < text.size(); ++at) {
        if (isUtf8Continuation(text[at])) {
            continue;
        }
        if (index == 0) {
            return at;
        }
        --index;
    }
    return at;
}

/// The character of valid UTF-8 that begins at byte `at`, to be quoted in a message.
constexpr std::string_view utf8CharacterAt(std::string_view text, std::size_t at)
{
    const std::string_view rest = text.substr(at);
    return rest.substr(0, utf8Offset(rest, 1));
}

} // namespace sandglass::engine::query
