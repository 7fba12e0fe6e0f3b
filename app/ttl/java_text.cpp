// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/extended_json.h"
#include "app/ttl/driver_texts.h"
#include "app/ttl/literals.h"
#include "app/ttl/shell_text.h"

#include <array>

namespace sandglass::ttl {

namespace {

// javaScriptString() with the escapes of ASCII controls rewritten: Java reads \u000d before it
// looks for strings, and a bare line end would break the literal. Octal ones are always three
// digits, so that a digit after them stays itself.
// Source: Java Language Specification, 3.3 Unicode Escapes and 3.10.7 Escape Sequences.
std::string javaText(std::string_view text)
{
    std::string escaped = javaScriptString(text);
    std::string out;
    for (std::size_t at = 0; at < escaped.size(); ++at) {
        out += escaped[at];
        if (escaped[at] != '\\') {
            continue;
        }
        ++at;
        constexpr std::size_t kDigits = 4;
        const bool ascii = escaped[at] == 'u' && escaped.compare(at + 1, 2, "00") == 0;
        const int code = ascii ? std::stoi(escaped.substr(at + 1, kDigits), nullptr, 16) : 0x80;
        if (code < 0x80) {
            for (const int shift : {6, 3, 0}) {
                out += static_cast<char>('0' + ((code >> shift) & 7));
            }
            at += kDigits;
        } else {
            out += escaped[at];
        }
    }
    return out;
}

std::string javaDate(const LiteralTable& /*table*/, bson::Date date)
{
    if (const auto iso = bson::isoText(date)) {
        return "Date.from(Instant.parse(" + javaText(*iso) + "))";
    }
    return "new Date(" + std::to_string(date.millis) + "L)";
}

constexpr LiteralTable kJava{
    .text = javaText,
    .key = javaText,
    .date = javaDate,
    .null = "null",
    .yes = "true",
    .no = "false",
    .int64 = "%1L",
    .fraction = "%1",
    .wholeDouble = "%1",
    .nan = "Double.NaN",
    .infinity = "Double.POSITIVE_INFINITY",
    .minusInfinity = "Double.NEGATIVE_INFINITY",
    .decimal = "Decimal128.parse(%1)",
    .objectId = "new ObjectId(%1)",
    .regex = "new BsonRegularExpression(%1, %2)",
    .binary = "new Binary((byte) %2, Base64.getDecoder().decode(%1))",
    // both are unsigned 32-bit numbers, which Java's int holds only by their bits
    .timestamp = "new BsonTimestamp((int) %1L, (int) %2L)",
    .minKey = "new MinKey()",
    .maxKey = "new MaxKey()",
    .extended = "Document.parse(%1).get(\"v\")",
    .emptyArray = "Arrays.asList()",
    .arrayOpen = "Arrays.asList(",
    .arrayClose = ")",
    // a lone null would be taken for the array of arguments itself
    .loneNull = "Collections.singletonList(null)",
    .document = {"new Document()", "new Document", "(%1, %2)", ".append(%1, %2)", ""},
    .numberKeyed = {},
};

std::string javaDatabase(const std::string& name)
{
    return "client.getDatabase(" + javaText(name) + ")";
}

std::string javaCollection(const protocol::Namespace& ns)
{
    return javaDatabase(ns.database) + ".getCollection(" + javaText(ns.collection) + ")";
}

std::string javaCreate(const TtlIndexSpec& spec)
{
    std::string text = javaCollection(spec.ns) + ".createIndex(" + literal(kJava, spec.key.view())
        + ", new IndexOptions().name(" + javaText(spec.name) + ").expireAfter("
        + std::to_string(spec.expireAfterSeconds) + "L, TimeUnit.SECONDS)";
    if (spec.partialFilter) {
        text += ".partialFilterExpression(" + literal(kJava, spec.partialFilter->view()) + ")";
    }
    return text + (spec.hidden ? ".hidden(true));" : ");");
}

std::string javaDrop(const IndexRef& index)
{
    return javaCollection(index.ns) + ".dropIndex(" + javaText(index.name) + ");";
}

std::string javaRun(const std::string& databaseName, const bson::Document& command)
{
    return javaDatabase(databaseName) + ".runCommand(" + literal(kJava, command.view()) + ");";
}

} // namespace

const DriverText kJavaText{javaCreate, javaDrop, javaRun};

} // namespace sandglass::ttl
