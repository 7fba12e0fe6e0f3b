// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/digits.h"
#include "app/bson/extended_json.h"
#include "app/bson/json.h"
#include "app/bson/validate.h"

#include <charconv>
#include <utility>

namespace sandglass::bson {

namespace {

void appendUtf8(std::string& out, std::uint32_t character)
{
    const auto tail
        = [&](unsigned shift) { out += static_cast<char>(0x80U | ((character >> shift) & 0x3fU)); };
    if (character < 0x80) {
        out += static_cast<char>(character);
    } else if (character < 0x800) {
        out += static_cast<char>(0xc0U | (character >> 6U));
        tail(0);
    } else if (character < 0x10000) {
        out += static_cast<char>(0xe0U | (character >> 12U));
        tail(6);
        tail(0);
    } else {
        out += static_cast<char>(0xf0U | (character >> 18U));
        tail(12);
        tail(6);
        tail(0);
    }
}

// Parses JSON from left to right. Every step returns whether parsing may continue; the first fault
// is kept with its position. Source of the grammar: RFC 8259.
class JsonParser
{
public:
    explicit JsonParser(std::string_view text)
        : m_text(text)
    {
    }

    Result<Document> document()
    {
        skipSpace();
        if (peek() != '{') {
            fail("an object is expected");
            return error();
        }
        Value value;
        if (!parseValue(value, 1)) {
            return error();
        }
        skipSpace();
        if (m_at != m_text.size()) {
            fail("text follows the object");
            return error();
        }
        // {"$oid": …} at the top is a value
        if (value.type() != Type::Document) {
            fail("the object stands for a single value, not for a document");
            return error();
        }
        // the parser copies text that is not UTF-8; it is rejected here
        return Document::fromBytes(value.view().raw());
    }

private:
    bool fail(std::string problem)
    {
        if (m_problem.empty()) {
            m_problem = std::move(problem);
        }
        return false;
    }

    Error error() const
    {
        return base::failure(Errc::InvalidInput,
                             "Invalid JSON at character " + std::to_string(m_at + 1) + ": "
                                 + m_problem + ".");
    }

    // Returns 0 at the end. A NUL in the text is rejected like any other unexpected character.
    char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }

    void skipSpace()
    {
        while (m_at < m_text.size()
               && std::string_view(" \t\r\n").find(m_text[m_at]) != std::string_view::npos) {
            ++m_at;
        }
    }

    bool take(char c)
    {
        skipSpace();
        if (peek() != c) {
            return false;
        }
        ++m_at;
        return true;
    }

    bool parseValue(Value& value, int depth)
    {
        skipSpace();
        switch (peek()) {
        case '{':
            return parseObject(value, depth);
        case '[':
            return parseArray(value, depth);
        case '"': {
            std::string text;
            if (!parseString(text)) {
                return false;
            }
            value = Value::of(std::string_view(text));
            return true;
        }
        case 't':
            return word("true", Value::of(true), value);
        case 'f':
            return word("false", Value::of(false), value);
        case 'n':
            return word("null", Value::null(), value);
        default:
            return parseNumber(value);
        }
    }

    bool word(std::string_view text, Value meaning, Value& value)
    {
        if (!m_text.substr(m_at).starts_with(text)) {
            return fail("a value is expected");
        }
        m_at += text.size();
        value = std::move(meaning);
        return true;
    }

    bool parseObject(Value& value, int depth)
    {
        if (depth > kMaxDepth) {
            return fail("nested too deeply");
        }
        ++m_at;
        Builder builder;
        if (!take('}')) {
            do {
                if (!parseMember(builder, depth)) {
                    return false;
                }
            } while (take(','));
            if (!take('}')) {
                return fail("',' or '}' is expected");
            }
        }
        const Document object = builder.take();
        // an object is read completely before its first key shows whether it is extended JSON
        auto extended = extendedValue(object);
        if (!extended) {
            // without the full stop, since the message continues
            return fail(extended.error().message.substr(0, extended.error().message.size() - 1));
        }
        value = extended->has_value() ? std::move(**extended) : Value::document(object);
        return true;
    }

    bool parseMember(Builder& builder, int depth)
    {
        skipSpace();
        if (peek() != '"') {
            return fail("a name in double quotes is expected");
        }
        std::string key;
        if (!parseString(key)) {
            return false;
        }
        if (key.find('\0') != std::string::npos) {
            return fail("a name holds a NUL character");
        }
        if (!take(':')) {
            return fail("':' is expected");
        }
        Value member;
        if (!parseValue(member, depth + 1)) {
            return false;
        }
        // repeated keys are kept, as servers keep them
        builder.append(key, member);
        return true;
    }

    bool parseArray(Value& value, int depth)
    {
        if (depth > kMaxDepth) {
            return fail("nested too deeply");
        }
        ++m_at;
        Builder builder;
        if (!take(']')) {
            do {
                Value element;
                if (!parseValue(element, depth + 1)) {
                    return false;
                }
                builder.push(element);
            } while (take(','));
            if (!take(']')) {
                return fail("',' or ']' is expected");
            }
        }
        value = Value::array(builder.take());
        return true;
    }

    bool parseString(std::string& out)
    {
        ++m_at;
        while (m_at < m_text.size()) {
            const char c = m_text[m_at];
            if (c == '"') {
                ++m_at;
                return true;
            }
            if (static_cast<unsigned char>(c) < 0x20) {
                return fail("a control character in a string");
            }
            if (c == '\\') {
                if (!parseEscape(out)) {
                    return false;
                }
                continue;
            }
            out += c;
            ++m_at;
        }
        return fail("a string is not closed");
    }

    bool parseEscape(std::string& out)
    {
        static constexpr std::string_view kLetters = "\"\\/bfnrt";
        static constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
        ++m_at;
        const char letter = peek();
        if (letter == 'u') {
            return parseUnicode(out);
        }
        // find() would match the end of kLetters with NUL
        const std::size_t which = letter == '\0' ? std::string_view::npos : kLetters.find(letter);
        if (which == std::string_view::npos) {
            return fail("an unknown escape");
        }
        out += kMeanings[which];
        ++m_at;
        return true;
    }

    // At the 'u' of an escape. A high surrogate must be followed by a low one.
    bool parseUnicode(std::string& out)
    {
        std::uint32_t character = 0;
        if (!parseFourDigits(character)) {
            return false;
        }
        if (character >= 0xdc00 && character <= 0xdfff) {
            return fail("half of a character");
        }
        if (character >= 0xd800 && character <= 0xdbff) {
            std::uint32_t second = 0;
            if (!m_text.substr(m_at).starts_with("\\u")) {
                return fail("half of a character");
            }
            ++m_at;
            if (!parseFourDigits(second)) {
                return false;
            }
            if (second < 0xdc00 || second > 0xdfff) {
                return fail("half of a character");
            }
            character = 0x10000 + ((character - 0xd800) << 10U) + (second - 0xdc00);
        }
        appendUtf8(out, character);
        return true;
    }

    bool parseFourDigits(std::uint32_t& number)
    {
        const std::string_view digits = m_text.substr(m_at + 1, 4);
        const char* end = digits.data() + digits.size();
        const auto [stop, problem] = std::from_chars(digits.data(), end, number, 16);
        if (digits.size() != 4 || problem != std::errc() || stop != end) {
            return fail("four hexadecimal digits are expected");
        }
        // the 'u' and its four digits
        m_at += 5;
        return true;
    }

    bool parseNumber(Value& value)
    {
        // the lambdas advance `end` over one part of the grammar each
        std::size_t end = m_at;
        const auto digits = [&] {
            const std::size_t start = end;
            while (end < m_text.size() && isDigit(m_text[end])) {
                ++end;
            }
            return end - start;
        };
        const auto at = [&](std::string_view choice) {
            return end < m_text.size() && choice.find(m_text[end]) != std::string_view::npos;
        };
        end += at("-") ? 1 : 0;
        const bool leadingZero = at("0");
        const std::size_t whole = digits();
        bool isWhole = true;
        // RFC 8259 allows no leading zeros
        bool good = whole == 1 || (whole > 1 && !leadingZero);
        if (good && at(".")) {
            ++end;
            good = digits() > 0;
            isWhole = false;
        }
        if (good && at("eE")) {
            ++end;
            end += at("+-") ? 1 : 0;
            good = digits() > 0;
            isWhole = false;
        }
        if (!good) {
            return fail("a value is expected");
        }
        return number(m_text.substr(m_at, end - m_at), isWhole, value);
    }

    bool number(std::string_view text, bool isWhole, Value& value)
    {
        const char* end = text.data() + text.size();
        std::int64_t whole = 0;
        m_at += text.size();
        // an integer beyond int64 becomes a double
        if (isWhole && std::from_chars(text.data(), end, whole).ec == std::errc()) {
            // the smallest integer type that holds the number
            const auto small = static_cast<std::int32_t>(whole);
            value = small == whole ? Value::of(small) : Value::of(whole);
            return true;
        }
        double real = 0;
        if (std::from_chars(text.data(), end, real).ec != std::errc()) {
            return fail("a number is out of range");
        }
        value = Value::of(real);
        return true;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::string m_problem;
};

} // namespace

Result<Document> fromJson(std::string_view text)
{
    if (text.size() > kMaxDocumentBytes) {
        return base::failure(Errc::InvalidInput, "JSON text is larger than 16 MiB.");
    }
    return JsonParser(text).document();
}

} // namespace sandglass::bson
