// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/digits.h"
#include "app/bson/extended_json.h"
#include "app/bson/json.h"
#include "app/bson/json_text.h"
#include "app/bson/validate.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>
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

constexpr std::int64_t kExactInDouble = std::int64_t{1} << 53;

// Whether a name without quotes may begin so; operators begin with $.
bool isNameStart(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$'
        || static_cast<unsigned char>(c) >= 0x80;
}

// The members of the value that JsonReading::like has at a place, taken in step with the text: a
// document that nobody has changed is walked through once.
class LikeMembers
{
public:
    explicit LikeMembers(ValueView like)
        : m_members(like.type() == Type::Document || like.type() == Type::Array ? like.asDocument()
                                                                                : DocumentView())
        , m_next(m_members.begin())
    {
        if (like.type() == Type::CodeWithScope) {
            m_scope = scopedCodeParts(like).scope;
        }
    }

    // The value of this name; Missing if there is none.
    ValueView named(std::string_view key)
    {
        if (m_scope && key == "$scope") {
            return {Type::Document, m_scope->bytes()};
        }
        if (m_next != m_members.end() && m_next->key == key) {
            return next();
        }
        return m_members[key];
    }

    // The value at the next position; Missing if there is none.
    ValueView next()
    {
        if (m_next == m_members.end()) {
            return {};
        }
        const ValueView value = m_next->value;
        ++m_next;
        return value;
    }

private:
    DocumentView m_members;
    DocumentView::Iterator m_next;
    std::optional<DocumentView> m_scope; // of code
};

// Parses JSON from left to right. Every step returns whether parsing may continue; the first fault
// is kept with its position. Source of the grammar: RFC 8259.
class JsonParser
{
public:
    JsonParser(std::string_view text, const JsonReading& reading)
        : m_text(text)
        , m_reading(reading)
    {
    }

    JsonParsed document()
    {
        skipSpace();
        if (peek() != '{') {
            fail(JsonFault::ObjectExpected);
            return located();
        }
        Value value;
        const ValueView like
            = m_reading.like ? ValueView(Type::Document, m_reading.like->bytes()) : ValueView();
        if (!parseValue(value, {1, like})) {
            return located();
        }
        skipSpace();
        if (m_at != m_text.size()) {
            fail(JsonFault::TextFollows);
            return located();
        }
        // {"$oid": …} at the top is a value
        if (value.type() != Type::Document) {
            fail(JsonFault::SingleValue);
            return located();
        }
        // the parser copies text that is not UTF-8; it is rejected here
        Result<Document> checked = Document::fromBytes(value.view().raw());
        if (!checked) {
            return tl::unexpected(
                JsonProblem{JsonFault::NotADocument, 0, 0, checked.error().message});
        }
        return std::move(*checked);
    }

private:
    // Where a value stands.
    struct Place
    {
        int depth = 0;
        ValueView like; // the value there in JsonReading::like; Missing if there is none
    };

    bool fail(JsonFault fault, std::string detail = {})
    {
        if (!m_fault) {
            m_fault = fault;
            m_detail = std::move(detail);
        }
        return false;
    }

    // The first fault, with its place.
    tl::unexpected<JsonProblem> located() const
    {
        const std::string_view before = m_text.substr(0, m_at);
        const std::size_t start = before.rfind('\n') + 1; // npos + 1 is 0
        const auto characters
            = std::ranges::count_if(before.substr(start), [](char c) { // not inside a character
                  return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;
              });
        const auto line = m_text.find('\n') == std::string_view::npos
            ? 0
            : std::ranges::count(before, '\n') + 1;
        return tl::unexpected(JsonProblem{m_fault.value_or(JsonFault::ValueExpected), line,
                                          characters + 1, m_detail});
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

    bool parseValue(Value& value, const Place& place)
    {
        skipSpace();
        switch (peek()) {
        case '{':
            return parseObject(value, place);
        case '[':
            return parseArray(value, place);
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
            return parseNumber(value) && keepType(value, place.like);
        }
    }

    bool word(std::string_view text, Value meaning, Value& value)
    {
        if (!m_text.substr(m_at).starts_with(text)) {
            return fail(JsonFault::ValueExpected);
        }
        m_at += text.size();
        value = std::move(meaning);
        return true;
    }

    bool parseObject(Value& value, const Place& place)
    {
        if (place.depth > kMaxDepth) {
            return fail(JsonFault::TooDeep);
        }
        ++m_at;
        Builder builder;
        LikeMembers like(place.like);
        if (!take('}')) {
            do {
                if (!parseMember(builder, like, place.depth)) {
                    return false;
                }
            } while (take(','));
            if (!take('}')) {
                return fail(JsonFault::ObjectOpen);
            }
        }
        const Document object = builder.take();
        // an object is read completely before its first key shows whether it is extended JSON
        auto extended = extendedValue(object);
        if (!extended) {
            return fail(JsonFault::WrongContent, std::string(object.view().begin()->key));
        }
        value = extended->has_value() ? std::move(**extended) : Value::document(object);
        return true;
    }

    bool parseMember(Builder& builder, LikeMembers& like, int depth)
    {
        skipSpace();
        std::string key;
        if (m_reading.bareNames && isNameStart(peek())) {
            while (isNameStart(peek()) || isDigit(peek()) || peek() == '.') {
                key += m_text[m_at++];
            }
        } else if (peek() != '"') {
            return fail(JsonFault::NameExpected);
        } else if (!parseString(key)) {
            return false;
        }
        if (key.find('\0') != std::string::npos) {
            return fail(JsonFault::NameWithNul);
        }
        if (!take(':')) {
            return fail(JsonFault::ColonExpected);
        }
        Value member;
        if (!parseValue(member, {depth + 1, like.named(key)})) {
            return false;
        }
        // repeated keys are kept, as servers keep them
        builder.append(key, member);
        return true;
    }

    bool parseArray(Value& value, const Place& place)
    {
        if (place.depth > kMaxDepth) {
            return fail(JsonFault::TooDeep);
        }
        ++m_at;
        Builder builder;
        LikeMembers like(place.like);
        if (!take(']')) {
            do {
                Value element;
                if (!parseValue(element, {place.depth + 1, like.next()})) {
                    return false;
                }
                builder.push(element);
            } while (take(','));
            if (!take(']')) {
                return fail(JsonFault::ArrayOpen);
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
                return fail(JsonFault::ControlCharacter);
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
        return fail(JsonFault::StringOpen);
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
            return fail(JsonFault::UnknownEscape);
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
            return fail(JsonFault::HalfCharacter);
        }
        if (character >= 0xd800 && character <= 0xdbff) {
            std::uint32_t second = 0;
            if (!m_text.substr(m_at).starts_with("\\u")) {
                return fail(JsonFault::HalfCharacter);
            }
            ++m_at;
            if (!parseFourDigits(second)) {
                return false;
            }
            if (second < 0xdc00 || second > 0xdfff) {
                return fail(JsonFault::HalfCharacter);
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
            return fail(JsonFault::HexDigitsExpected);
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
            return fail(JsonFault::ValueExpected);
        }
        return number(m_text.substr(m_at, end - m_at), isWhole, value);
    }

    // Gives a whole number the type that the number there had, unless that type cannot hold it.
    static bool keepType(Value& value, ValueView like)
    {
        // a number with a point was meant as a double
        if (value.type() == Type::Double) {
            return true;
        }
        const std::int64_t whole = value.view().toInt64();
        if (like.type() == Type::Int64) {
            value = Value::of(whole);
        } else if (like.type() == Type::Double && std::abs(whole) <= kExactInDouble) {
            value = Value::of(static_cast<double>(whole));
        }
        return true;
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
            return fail(JsonFault::NumberTooLarge);
        }
        value = Value::of(real);
        return true;
    }

    std::string_view m_text;
    const JsonReading& m_reading;
    std::size_t m_at = 0;
    std::optional<JsonFault> m_fault; // the first
    std::string m_detail; // of it
};

} // namespace

JsonParsed parseJson(std::string_view text, const JsonReading& reading)
{
    if (text.size() > kMaxDocumentBytes) {
        return tl::unexpected(JsonProblem{JsonFault::TooLarge, 0, 0, {}});
    }
    return JsonParser(text, reading).document();
}

} // namespace sandglass::bson
