// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/column.h"

#include "app/bson/builder.h"
#include "app/bson/column_values.h"
#include "app/bson/validate.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace sandglass::bson {

namespace {

constexpr std::uint8_t kEnd = 0;
constexpr std::uint8_t kObjectsWithoutArrays = 0xF0; // their arrays are values like others
constexpr std::uint8_t kObjects = 0xF1;
constexpr std::uint8_t kArrays = 0xF2;
constexpr std::size_t kBlock = 8; // bytes
constexpr std::size_t kElementBytes = 2; // type and an empty name
// A reference object stands in one value of the column, which stands in a document of its own.
constexpr int kDepth = kMaxDepth - 3;

Error fault(const char* what)
{
    return base::failure(Errc::InvalidInput, std::string("Invalid column: ") + what + ".");
}

bool isLiteral(std::uint8_t control)
{
    return control < 0x20 || control == static_cast<std::uint8_t>(Type::MinKey)
        || control == static_cast<std::uint8_t>(Type::MaxKey);
}

/// A reference object: the fields that the rows may have.
struct Reference
{
    DocumentView document;
    bool entersArrays = false;

    bool enters(Type type) const
    {
        return type == Type::Document || (entersArrays && type == Type::Array);
    }
};

/// Collects the fields that are no objects, in order.
void collect(const Reference& reference, DocumentView document, std::vector<ColumnValues>& fields)
{
    for (const Element& element : document) {
        if (reference.enters(element.value.type())) {
            collect(reference, element.value.asDocument(), fields);
        } else {
            fields.emplace_back(element.value);
        }
    }
}

/// Builds one row from the values of its fields, which it takes from the front of `values`. An
/// object of the reference without any value is left out, unless it is empty there too.
Document assembled(const Reference& reference, DocumentView document, std::span<Value>& values)
{
    Builder row;
    for (const Element& element : document) {
        if (!reference.enters(element.value.type())) {
            row.append(element.key, values.front());
            values = values.subspan(1);
            continue;
        }
        const DocumentView wanted = element.value.asDocument();
        const Document inner = assembled(reference, wanted, values);
        if (inner.empty() && !wanted.empty()) {
            continue;
        }
        if (element.value.type() == Type::Array) {
            row.appendArray(element.key, inner);
        } else {
            row.append(element.key, inner);
        }
    }
    return row.take();
}

/// Reads a column from its first byte to its last.
class ColumnReader
{
public:
    ColumnReader(Bytes column, const ColumnLimits& limits)
        : m_rest(column)
        , m_limits(limits)
    {
    }

    Result<Column> read();

private:
    Result<std::uint8_t> control() const;
    Result<ValueView> takeLiteral();
    Result<Bytes> takeBlocks();
    Result<void> readDeltas();
    Result<void> readInterleaved();
    Result<void> readRow(const Reference& reference, std::vector<ColumnValues>& fields, Type type);
    Result<Value> fieldOfRow(ColumnValues& field);
    Result<void> addRow(ValueView value);

    Bytes m_rest; // not read yet
    ColumnLimits m_limits;
    ColumnValues m_values;
    Value m_lastRow; // of the last reference object; Missing if that row had no value
    Builder m_built;
    std::size_t m_rows = 0;
    std::size_t m_bytes = 0;
};

Result<Column> ColumnReader::read()
{
    while (true) {
        auto next = control();
        TRY(next);
        if (*next == kEnd) {
            break;
        }
        if (isLiteral(*next)) {
            auto literal = takeLiteral();
            TRY(literal);
            m_values.setLiteral(*literal);
            TRY(addRow(*literal));
        } else if (*next >= kObjectsWithoutArrays && *next <= kArrays) {
            TRY(readInterleaved());
        } else {
            TRY(readDeltas());
        }
    }
    if (m_rest.size() != 1) {
        return fault("bytes follow its end");
    }
    return Column{m_built.take(), m_rows};
}

Result<std::uint8_t> ColumnReader::control() const
{
    if (m_rest.empty()) {
        return fault("it is cut off");
    }
    return m_rest.front();
}

// A value that is written out: its type, an empty name, its payload.
Result<ValueView> ColumnReader::takeLiteral()
{
    if (m_rest.size() < kElementBytes || m_rest[1] != 0) {
        return fault("a value with a name");
    }
    const auto type = static_cast<Type>(m_rest.front());
    const Bytes payload = m_rest.subspan(kElementBytes);
    auto size = validateValue(type, payload, kDepth);
    TRY(size);
    m_rest = payload.subspan(*size);
    return ValueView(type, payload.first(*size));
}

// A control byte and its blocks; the end of the column must follow.
Result<Bytes> ColumnReader::takeBlocks()
{
    const std::size_t size = kBlock * ((m_rest.front() & 0x0FU) + std::size_t{1});
    if (m_rest.size() <= size + 1) {
        return fault("it is cut off");
    }
    const Bytes blocks = m_rest.subspan(1, size);
    m_rest = m_rest.subspan(size + 1);
    return blocks;
}

Result<void> ColumnReader::readDeltas()
{
    const std::uint8_t first = m_rest.front();
    auto blocks = takeBlocks();
    TRY(blocks);
    TRY(m_values.openDeltas(first, *blocks));
    while (m_values.hasDeltas()) {
        auto value = m_values.next();
        TRY(value);
        TRY(addRow(*value));
    }
    return {};
}

// Objects: a reference with all their fields, then the values of its fields in turn. Each field
// takes the next control byte when it has used up its blocks.
Result<void> ColumnReader::readInterleaved()
{
    const std::uint8_t start = m_rest.front();
    m_rest = m_rest.subspan(1);
    auto size = validatePrefix(m_rest, m_rest.size(), kDepth);
    TRY(size);
    const Reference reference{DocumentView(m_rest.first(*size)), start != kObjectsWithoutArrays};
    m_rest = m_rest.subspan(*size);
    std::vector<ColumnValues> fields;
    collect(reference, reference.document, fields);
    if (fields.empty()) {
        return fault("a reference object without fields");
    }
    auto next = control();
    TRY(next);
    if (*next == kEnd) {
        return fault("a reference object without rows");
    }
    while (fields.front().hasDeltas() || *next != kEnd) {
        TRY(readRow(reference, fields, start == kArrays ? Type::Array : Type::Document));
        next = control();
        TRY(next);
    }
    if (std::ranges::any_of(fields, &ColumnValues::hasDeltas)) {
        return fault("fields of objects have different numbers of rows");
    }
    m_rest = m_rest.subspan(1);
    m_values.repeatOnly(m_lastRow);
    return {};
}

Result<void> ColumnReader::readRow(const Reference& reference, std::vector<ColumnValues>& fields,
                                   Type type)
{
    std::vector<Value> values;
    values.reserve(fields.size());
    for (ColumnValues& field : fields) {
        auto value = fieldOfRow(field);
        TRY(value);
        values.push_back(std::move(*value));
    }
    std::span<Value> left(values);
    const Document row = assembled(reference, reference.document, left);
    // the work counts too: a row without values has gone through all fields
    m_bytes += fields.size();
    m_lastRow = row.empty() ? Value() : Value(ValueView(type, row.bytes()));
    return addRow(m_lastRow);
}

Result<Value> ColumnReader::fieldOfRow(ColumnValues& field)
{
    if (!field.hasDeltas()) {
        auto next = control();
        TRY(next);
        if (isLiteral(*next) && *next != kEnd) {
            auto literal = takeLiteral();
            TRY(literal);
            field.setLiteral(*literal);
            return Value(*literal);
        }
        auto blocks = takeBlocks();
        TRY(blocks);
        TRY(field.openDeltas(*next, *blocks));
    }
    auto value = field.next();
    TRY(value);
    return Value(*value);
}

Result<void> ColumnReader::addRow(ValueView value)
{
    // a value may be a string that was made from differences, which is no text any more
    if (!validateValue(value.type(), value.raw(), kDepth) && !value.isMissing()) {
        return fault("differences that give no valid value");
    }
    const std::string row = std::to_string(m_rows);
    m_bytes += value.isMissing() ? 1 : value.raw().size() + row.size() + kElementBytes;
    if (++m_rows > m_limits.rows || m_bytes > m_limits.bytes) {
        return fault("it holds more than is allowed");
    }
    m_built.append(row, value);
    return {};
}

} // namespace

Result<Column> unpackColumn(Bytes column, const ColumnLimits& limits)
{
    return ColumnReader(column, limits).read();
}

} // namespace sandglass::bson
