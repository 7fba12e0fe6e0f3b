// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/json.h"

#include "app/bson/decimal128.h"
#include "app/bson/extended_json.h"
#include "app/bson/json_text.h"

#include <cmath>

namespace sandglass::bson {

namespace {

std::string hexByte(std::uint8_t byte)
{
    static constexpr std::string_view kDigits = "0123456789abcdef";
    return {kDigits[byte >> 4U], kDigits[byte & 0x0fU]};
}

class JsonWriter
{
public:
    JsonWriter(JsonForm form, bool pretty)
        : m_relaxed(form == JsonForm::Relaxed)
        , m_pretty(pretty)
    {
    }

    void value(ValueView value)
    {
        switch (value.type()) {
        case Type::Missing:
            return;
        case Type::Document:
            container(value.asDocument(), true);
            // the depth counts for indentation only; validate() limits it
            return;
        case Type::Array:
            container(value.asDocument(), false);
            return;
        case Type::String:
            string(value.asString());
            return;
        case Type::Bool:
            m_out += value.asBool() ? "true" : "false";
            return;
        case Type::Null:
            m_out += "null";
            return;
        case Type::Int32:
        case Type::Int64:
        case Type::Double:
        case Type::Decimal128:
            number(value);
            return;
        default:
            special(value);
        }
    }

    void container(DocumentView document, bool withKeys)
    {
        m_out += withKeys ? '{' : '[';
        ++m_depth;
        const char* separator = "";
        for (const Element& element : document) {
            m_out += separator;
            separator = ",";
            newLine();
            if (withKeys) {
                string(element.key);
                m_out += m_pretty ? ": " : ":";
            }
            value(element.value);
        }
        --m_depth;
        if (!document.empty()) {
            newLine();
        }
        m_out += withKeys ? '}' : ']';
    }

    std::string take() { return std::move(m_out); }

private:
    void newLine()
    {
        if (!m_pretty) {
            return;
        }
        m_out += '\n';
        m_out.append(2 * m_depth, ' ');
    }

    void string(std::string_view text) { appendQuoted(m_out, text); }

    // {"key":"text"}
    void wrapped(std::string_view key, std::string_view text)
    {
        m_out += "{\"";
        m_out += key;
        m_out += "\":";
        string(text);
        m_out += '}';
    }

    void number(ValueView value)
    {
        switch (value.type()) {
        case Type::Int32:
            integer("$numberInt", value.asInt32());
            return;
        case Type::Int64:
            integer("$numberLong", value.asInt64());
            return;
        case Type::Double:
            // relaxed JSON has no number for NaN and infinity
            if (m_relaxed && std::isfinite(value.asDouble())) {
                m_out += doubleText(value.asDouble());
            } else {
                wrapped("$numberDouble", doubleText(value.asDouble()));
            }
            return;
        default:
            wrapped("$numberDecimal", toText(value.asDecimal128()));
        }
    }

    void integer(std::string_view key, std::int64_t number)
    {
        if (m_relaxed) {
            m_out += std::to_string(number);
        } else {
            wrapped(key, std::to_string(number));
        }
    }

    void date(Date date)
    {
        // canonical JSON writes every date as a number
        const auto iso = m_relaxed ? isoText(date) : std::nullopt;
        if (iso) {
            wrapped("$date", *iso);
            return;
        }
        m_out += "{\"$date\":";
        wrapped("$numberLong", std::to_string(date.millis));
        m_out += '}';
    }

    void binary(const Binary& binary)
    {
        m_out += R"({"$binary":{"base64":")" + base64(binary.bytes) + R"(","subType":")"
            + hexByte(binary.subtype) + "\"}}";
    }

    void regex(const Regex& regex)
    {
        m_out += R"({"$regularExpression":{"pattern":)";
        string(regex.pattern);
        m_out += R"(,"options":)";
        string(regex.options);
        m_out += "}}";
    }

    void dbPointer(const DbPointerParts& pointer)
    {
        m_out += R"({"$dbPointer":{"$ref":)";
        string(pointer.ns);
        m_out += ",\"$id\":";
        wrapped("$oid", pointer.id.text());
        m_out += "}}";
    }

    void scopedCode(const ScopedCodeParts& code)
    {
        m_out += "{\"$code\":";
        string(code.code);
        m_out += ",\"$scope\":";
        container(code.scope, true);
        m_out += '}';
    }

    void special(ValueView value)
    {
        switch (value.type()) {
        case Type::ObjectId:
            wrapped("$oid", value.asObjectId().text());
            return;
        case Type::Date:
            date(value.asDate());
            return;
        case Type::Binary:
            binary(value.asBinary());
            return;
        case Type::Regex:
            regex(value.asRegex());
            return;
        case Type::Timestamp:
            m_out += R"({"$timestamp":{"t":)" + std::to_string(value.asTimestamp().seconds)
                + ",\"i\":" + std::to_string(value.asTimestamp().increment) + "}}";
            return;
        case Type::Code:
            wrapped("$code", value.asString());
            return;
        case Type::Symbol:
            wrapped("$symbol", value.asString());
            return;
        case Type::DbPointer:
            dbPointer(dbPointerParts(value));
            return;
        case Type::CodeWithScope:
            scopedCode(scopedCodeParts(value));
            return;
        case Type::Undefined:
            m_out += R"({"$undefined":true})";
            return;
        default:
            m_out += value.type() == Type::MinKey ? R"({"$minKey":1})" : R"({"$maxKey":1})";
        }
    }

    bool m_relaxed;
    bool m_pretty;
    std::size_t m_depth = 0;
    std::string m_out;
};

} // namespace

std::string toJson(DocumentView document, JsonForm form)
{
    JsonWriter writer(form, false);
    writer.container(document, true);
    return writer.take();
}

std::string toJson(ValueView value, JsonForm form)
{
    JsonWriter writer(form, false);
    writer.value(value);
    return writer.take();
}

std::string toPrettyJson(DocumentView document, JsonForm form)
{
    JsonWriter writer(form, true);
    writer.container(document, true);
    return writer.take();
}

} // namespace sandglass::bson
