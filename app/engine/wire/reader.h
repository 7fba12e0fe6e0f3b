// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/view.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace sandglass::engine::wire {

/// A Protocol error: the message breaks the wire protocol.
Error broken(std::string text);
/// Whether a reply can carry the error: the message is well framed, so the connection can stay.
bool isAnswerable(const Error& error);

/// Reads the parts of a message from the left and never past its end. `what` names the part in
/// error messages. The results are views of the given bytes. Errors: Protocol.
class Reader
{
public:
    explicit Reader(bson::Bytes bytes)
        : m_rest(bytes)
    {
    }

    /// Whether everything has been read.
    bool atEnd() const { return m_rest.empty(); }
    /// The bytes that have not been read yet.
    bson::Bytes rest() const { return m_rest; }

    /// The next int32. Errors: Protocol when the message ends before it.
    Result<std::int32_t> int32(const char* what);
    /// The next int64. Errors: Protocol when the message ends before it.
    Result<std::int64_t> int64(const char* what);
    /// The next byte; atEnd() must be false.
    std::uint8_t byte();
    /// The text up to the next NUL, which is consumed. Errors: Protocol without a NUL, and for text
    /// that is not UTF-8.
    Result<std::string_view> cString(const char* what);
    /// The next document, validated. Errors: Protocol; answerable ones (server): Overflow for one
    /// that is nested too deeply, InvalidBson for text that is not UTF-8.
    Result<bson::DocumentView> document(const char* what);
    /// A reader for the next `size` bytes, which this reader skips. Errors: Protocol when there are
    /// fewer.
    Result<Reader> part(std::size_t size, const char* what);

private:
    bson::Bytes m_rest;
};

} // namespace sandglass::engine::wire
