// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/validate.h"

#include "app/bson/bytes.h"

#include <cstring>
#include <string>

namespace sandglass::bson {

namespace {

constexpr std::uint8_t kOldBinarySubtype = 2;

bool isContinuation(std::uint8_t byte)
{
    return (byte & 0xc0U) == 0x80U;
}

// Length of the UTF-8 character at `at`, which is not ASCII; 0 when it is invalid. Overlong forms,
// surrogates and numbers above U+10FFFF are invalid. Source: RFC 3629, section 4.
std::size_t characterLength(const std::uint8_t* at, std::size_t left)
{
    const std::uint8_t first = at[0];
    if (first < 0xc2 || first > 0xf4) {
        return 0;
    }
    const std::size_t length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (length > left) {
        return 0;
    }
    for (std::size_t i = 1; i < length; ++i) {
        if (!isContinuation(at[i])) {
            return 0;
        }
    }
    const std::uint8_t second = at[1];
    const bool bad = (first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f)
        || (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f);
    return bad ? 0 : length;
}

template <std::size_t Words>
bool isAsciiBlock(const std::uint8_t* at)
{
    std::uint64_t all = 0;
    for (std::size_t i = 0; i < Words; ++i) {
        all |= loadLittle<std::uint64_t>(at + i * sizeof(std::uint64_t));
    }
    // no byte has its highest bit
    return (all & 0x8080808080808080ULL) == 0;
}

// Skips ASCII in blocks of 32 and 8 bytes, then byte by byte: most text is ASCII.
const std::uint8_t* afterAscii(const std::uint8_t* at, const std::uint8_t* end)
{
    while (end - at >= 32 && isAsciiBlock<4>(at)) {
        at += 32;
    }
    while (end - at >= 8 && isAsciiBlock<1>(at)) {
        at += 8;
    }
    while (at != end && *at < 0x80) {
        ++at;
    }
    return at;
}

bool isUtf8(const std::uint8_t* at, std::size_t size)
{
    const std::uint8_t* const end = at + size;
    while ((at = afterAscii(at, end)) != end) {
        // text in other scripts seldom has just one such character
        while (at != end && *at >= 0x80) {
            const std::size_t length = characterLength(at, static_cast<std::size_t>(end - at));
            if (length == 0) {
                return false;
            }
            at += length;
        }
    }
    return true;
}

// Walks over a document once. Every step returns whether to continue; the first fault is kept with
// its position.
class Walker
{
public:
    Walker(Bytes bytes, int maxDepth, Text text = Text::Utf8)
        : m_bytes(bytes)
        , m_maxDepth(maxDepth)
        , m_text(text)
    {
    }

    // Checks the document at the current position. It must end at or before `limit` (an offset in
    // the bytes).
    bool document(std::size_t limit, int depth, std::size_t maxBytes)
    {
        if (depth > m_maxDepth) {
            return fail("nested too deeply");
        }
        const std::size_t start = m_at;
        std::int32_t length = 0;
        if (!lengthWithin(limit, length)) {
            return false;
        }
        if (length < 5) {
            return fail("a document is shorter than 5 bytes");
        }
        const auto size = static_cast<std::size_t>(length);
        if (size > maxBytes) {
            return fail("the document is larger than allowed");
        }
        if (size > limit - start) {
            return fail("a document is longer than its place");
        }
        const std::size_t last = start + size - 1;
        if (m_bytes[last] != 0) {
            return fail("a document does not end with NUL");
        }
        m_at += 4;
        while (m_at < last) {
            if (!element(last, depth)) {
                return false;
            }
        }
        // past the closing NUL
        ++m_at;
        return true;
    }

    // Checks the value of an element at the current position; it must end at or before `limit`.
    bool payload(Type type, std::size_t limit, int depth)
    {
        switch (type) {
        case Type::Document:
        case Type::Array:
            // an inner document is only limited by its place
            return document(limit, depth + 1, limit);
        case Type::CodeWithScope:
            return scopedCode(limit, depth);
        case Type::String:
        case Type::Code:
        case Type::Symbol:
            return string(limit);
        case Type::Binary:
            return binary(limit);
        case Type::Regex:
            return cString(limit) && cString(limit);
        case Type::DbPointer:
            return string(limit) && skip(12, limit);
        case Type::Bool:
            return boolean(limit);
        case Type::ObjectId:
            return skip(12, limit);
        case Type::Decimal128:
            return skip(16, limit);
        case Type::Double:
        case Type::Date:
        case Type::Timestamp:
        case Type::Int64:
            return skip(8, limit);
        case Type::Int32:
            return skip(4, limit);
        case Type::Missing:
        case Type::Undefined:
        case Type::Null:
        case Type::MaxKey:
        case Type::MinKey:
            return true;
        }
        return fail("unknown element type");
    }

    std::size_t at() const { return m_at; }
    Error error() const
    {
        return base::failure(Errc::InvalidInput,
                             std::string("Invalid BSON: ") + m_problem + " at offset "
                                 + std::to_string(m_at) + ".");
    }

private:
    bool fail(const char* problem)
    {
        m_problem = problem;
        return false;
    }

    // Reads an int32 without moving.
    bool lengthWithin(std::size_t limit, std::int32_t& length)
    {
        if (limit - m_at < 4) {
            return fail("a length is cut off");
        }
        length = loadLittle<std::int32_t>(m_bytes.data() + m_at);
        return true;
    }

    bool element(std::size_t limit, int depth)
    {
        const std::uint8_t type = m_bytes[m_at];
        if (!isTypeByte(type)) {
            // a zero byte would close the document, but its length says that it goes further
            return fail(type == 0 ? "a document ends before its length" : "unknown element type");
        }
        ++m_at;
        return cString(limit) && payload(static_cast<Type>(type), limit, depth);
    }

    bool isText(const std::uint8_t* at, std::size_t size) const
    {
        return m_text == Text::AnyBytes || isUtf8(at, size);
    }

    bool skip(std::size_t count, std::size_t limit)
    {
        if (limit - m_at < count) {
            return fail("a value is cut off");
        }
        m_at += count;
        return true;
    }

    bool cString(std::size_t limit)
    {
        const std::uint8_t* start = m_bytes.data() + m_at;
        const void* nul = limit == m_at ? nullptr : std::memchr(start, 0, limit - m_at);
        if (nul == nullptr) {
            return fail("a name without closing NUL");
        }
        const auto size = static_cast<std::size_t>(static_cast<const std::uint8_t*>(nul) - start);
        if (!isText(start, size)) {
            return fail("a name that is not UTF-8");
        }
        m_at += size + 1;
        return true;
    }

    bool string(std::size_t limit)
    {
        std::int32_t length = 0;
        if (!lengthWithin(limit, length)) {
            return false;
        }
        if (length < 1 || static_cast<std::size_t>(length) > limit - m_at - 4) {
            return fail("a string with a wrong length");
        }
        const auto size = static_cast<std::size_t>(length);
        const std::uint8_t* text = m_bytes.data() + m_at + 4;
        if (text[size - 1] != 0) {
            return fail("a string without closing NUL");
        }
        if (!isText(text, size - 1)) {
            return fail("a string that is not UTF-8");
        }
        m_at += 4 + size;
        return true;
    }

    bool binary(std::size_t limit)
    {
        std::int32_t length = 0;
        if (!lengthWithin(limit, length)) {
            return false;
        }
        if (limit - m_at < 5 || length < 0 || static_cast<std::size_t>(length) > limit - m_at - 5) {
            return fail("binary data with a wrong length");
        }
        const std::uint8_t* start = m_bytes.data() + m_at;
        // the oldest subtype (2) repeats its length inside the data
        if (start[4] == kOldBinarySubtype
            && (length < 4 || loadLittle<std::int32_t>(start + 5) != length - 4)) {
            return fail("old binary data with a wrong inner length");
        }
        m_at += 5 + static_cast<std::size_t>(length);
        return true;
    }

    bool boolean(std::size_t limit)
    {
        if (limit == m_at) {
            return fail("a value is cut off");
        }
        if (m_bytes[m_at] > 1) {
            return fail("a bool that is neither 0 nor 1");
        }
        ++m_at;
        return true;
    }

    bool scopedCode(std::size_t limit, int depth)
    {
        const std::size_t start = m_at;
        std::int32_t length = 0;
        if (!lengthWithin(limit, length)) {
            return false;
        }
        // 4 for this length, 5 for the shortest string, 5 for the shortest scope
        if (length < 14 || static_cast<std::size_t>(length) > limit - start) {
            return fail("code with scope of a wrong length");
        }
        const std::size_t end = start + static_cast<std::size_t>(length);
        m_at += 4;
        if (!string(end) || !document(end, depth + 1, end)) {
            return false;
        }
        return m_at == end || fail("code with scope does not fill its length");
    }

    Bytes m_bytes;
    int m_maxDepth;
    Text m_text;
    std::size_t m_at = 0;
    const char* m_problem = "";
};

} // namespace

bool isUtf8(std::string_view text)
{
    return isUtf8(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

std::string_view utf8Prefix(std::string_view text, std::size_t mostBytes)
{
    if (text.size() <= mostBytes) {
        return text;
    }
    std::size_t end = mostBytes;
    // bytes 10xxxxxx continue a character
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) {
        --end;
    }
    return text.substr(0, end);
}

Result<void> validate(Bytes bytes, std::size_t maxBytes, int maxDepth)
{
    auto length = validatePrefix(bytes, maxBytes, maxDepth);
    TRY(length);
    if (*length != bytes.size()) {
        return base::failure(Errc::InvalidInput, "Invalid BSON: bytes follow the document.");
    }
    return {};
}

Result<std::size_t> validatePrefix(Bytes bytes, std::size_t maxBytes, int maxDepth, Text text)
{
    Walker walker(bytes, maxDepth, text);
    if (!walker.document(bytes.size(), 1, maxBytes)) {
        return walker.error();
    }
    return walker.at();
}

Result<std::size_t> validateValue(Type type, Bytes bytes, int maxDepth)
{
    Walker walker(bytes, maxDepth);
    if (!isTypeByte(static_cast<std::uint8_t>(type)) || !walker.payload(type, bytes.size(), 1)) {
        return walker.error();
    }
    return walker.at();
}

} // namespace sandglass::bson
