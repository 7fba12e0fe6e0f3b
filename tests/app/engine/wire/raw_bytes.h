// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/builder.h"
#include "app/bson/bytes.h"
#include "app/engine/wire/parse.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Messages put together by hand, whole or faulty.
namespace sandglass::engine::wire::test {

using Raw = std::vector<std::uint8_t>;

inline Raw operator+(Raw left, const Raw& right)
{
    left.insert(left.end(), right.begin(), right.end());
    return left;
}

inline Raw text(std::string_view content)
{
    return {content.begin(), content.end()};
}

template <typename T>
Raw number(T value)
{
    Raw bytes;
    bson::appendLittle(bytes, value);
    return bytes;
}

inline Raw document(bson::DocumentView view)
{
    return {view.bytes().begin(), view.bytes().end()};
}

inline Raw cString(std::string_view content)
{
    return text(content) + Raw{0};
}

/// A message with a right header.
inline Raw framed(std::int32_t opCode, const Raw& content)
{
    const auto length = static_cast<std::int32_t>(kHeaderBytes + content.size());
    return number(length) + number(11) + number(22) + number(opCode) + content;
}

/// Why a message is refused; "(accepted)" when it is not.
inline std::string refusal(const Raw& frame)
{
    // a copy of the exact size, so that a sanitizer sees a read behind its end
    const auto message = parse(Raw(frame.begin(), frame.end()));
    if (message) {
        return "(accepted)";
    }
    return message.error().code == Errc::Protocol ? message.error().message : "(wrong code)";
}

} // namespace sandglass::engine::wire::test
