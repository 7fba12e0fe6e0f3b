// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/view.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace sandglass::engine::wire {

/// The error of a message that breaks the protocol.
Error broken(std::string text);

/// Takes a message's content apart from the left; nothing is read past its end. `what` names a part
/// in error texts. What it hands out points into the bytes it was given. Errors: Protocol.
class Reader
{
public:
    explicit Reader(bson::Bytes bytes)
        : m_rest(bytes)
    {
    }

    bool atEnd() const { return m_rest.empty(); }
    bson::Bytes rest() const { return m_rest; }

    Result<std::int32_t> int32(const char* what);
    Result<std::int64_t> int64(const char* what);
    /// The next byte; there must be one.
    std::uint8_t byte();
    /// Text up to its closing NUL, which is taken too.
    Result<std::string_view> cString(const char* what);
    /// A whole document, validated.
    Result<bson::DocumentView> document(const char* what);
    /// The next `size` bytes as a part of their own.
    Result<Reader> part(std::size_t size, const char* what);

private:
    bson::Bytes m_rest;
};

} // namespace sandglass::engine::wire
