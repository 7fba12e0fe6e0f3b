// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/wire/reader.h"

#include "app/bson/bytes.h"
#include "app/bson/validate.h"
#include "app/protocol/server_code.h"

#include <cstring>
#include <utility>

namespace sandglass::engine::wire {

namespace {

/// A document that is nested deeper than MongoDB allows, but not deeper than this, is refused by an
/// error reply; beyond it the connection ends, because checking needs stack.
constexpr int kDeepest = 1000;

/// Why the document at the start of `rest` is not usable; `why` says it in words. What has the
/// structure of a document is answered, as MongoDB does, and the connection stays.
Error refusal(bson::Bytes rest, const std::string& why)
{
    constexpr std::size_t kMost = bson::kMaxMessageDocumentBytes;
    if (bson::validatePrefix(rest, kMost, kDeepest)) {
        return protocol::commandError(protocol::ServerCode::Overflow,
                                      "BSONObj exceeded maximum nested object depth: "
                                          + std::to_string(bson::kMaxDepth));
    }
    return bson::validatePrefix(rest, kMost, kDeepest, bson::Text::AnyBytes)
        ? protocol::commandError(protocol::ServerCode::InvalidBson, why)
        : broken(why);
}

template <typename T>
Result<T> number(bson::Bytes& rest, const char* what)
{
    if (rest.size() < sizeof(T)) {
        return broken(std::string("The message ends before its ") + what + ".");
    }
    const T value = bson::loadLittle<T>(rest.data());
    rest = rest.subspan(sizeof(T));
    return value;
}

} // namespace

Error broken(std::string text)
{
    return base::failure(Errc::Protocol, std::move(text));
}

bool isAnswerable(const Error& error)
{
    return error.code == Errc::Server;
}

Result<std::int32_t> Reader::int32(const char* what)
{
    return number<std::int32_t>(m_rest, what);
}

Result<std::int64_t> Reader::int64(const char* what)
{
    return number<std::int64_t>(m_rest, what);
}

std::uint8_t Reader::byte()
{
    const std::uint8_t first = m_rest.front();
    m_rest = m_rest.subspan(1);
    return first;
}

Result<std::string_view> Reader::cString(const char* what)
{
    const void* nul = m_rest.empty() ? nullptr : std::memchr(m_rest.data(), 0, m_rest.size());
    if (nul == nullptr) {
        return broken(std::string("The ") + what + " has no closing NUL.");
    }
    const auto size
        = static_cast<std::size_t>(static_cast<const std::uint8_t*>(nul) - m_rest.data());
    const std::string_view text(reinterpret_cast<const char*>(m_rest.data()), size);
    if (!bson::isUtf8(text)) {
        return broken(std::string("The ") + what + " is not UTF-8.");
    }
    m_rest = m_rest.subspan(size + 1);
    return text;
}

Result<bson::DocumentView> Reader::document(const char* what)
{
    // larger than a stored document: a command may contain one of the largest size
    auto size = bson::validatePrefix(m_rest, bson::kMaxMessageDocumentBytes);
    if (!size) {
        return refusal(m_rest,
                       std::string("The ") + what + " is not usable: " + size.error().message);
    }
    const bson::DocumentView view(m_rest.first(*size));
    m_rest = m_rest.subspan(*size);
    return view;
}

Result<Reader> Reader::part(std::size_t size, const char* what)
{
    if (size > m_rest.size()) {
        return broken(std::string("The ") + what + " is longer than the message.");
    }
    const Reader reader(m_rest.first(size));
    m_rest = m_rest.subspan(size);
    return reader;
}

} // namespace sandglass::engine::wire
