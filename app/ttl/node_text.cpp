// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/extended_json.h"
#include "app/ttl/driver_texts.h"
#include "app/ttl/literals.h"
#include "app/ttl/shell_text.h"

namespace sandglass::ttl {

namespace {

// 100 000 000 days on either side of 1970. Source: ECMA-262, Time Values.
constexpr std::int64_t kFarthestMillis = 8'640'000'000'000'000;

std::string nodeKey(std::string_view key)
{
    // a plain "__proto__" would set the object's prototype and not appear as a field
    return key == "__proto__" ? "[" + javaScriptString(key) + "]" : javaScriptString(key);
}

std::string nodeDate(const LiteralTable& table, bson::Date date)
{
    if (const auto iso = bson::isoText(date)) {
        return "new Date(" + javaScriptString(*iso) + ")";
    }
    if (date.millis >= -kFarthestMillis && date.millis <= kFarthestMillis) {
        return "new Date(" + std::to_string(date.millis) + ")";
    }
    return extendedLiteral(table, bson::Value::of(date));
}

constexpr LiteralTable kNode{
    .text = javaScriptString,
    .key = nodeKey,
    .date = nodeDate,
    .null = "null",
    .yes = "true",
    .no = "false",
    .int64 = "Long.fromString(\"%1\")",
    .fraction = "%1",
    // the driver would send a number without fraction as an integer
    .wholeDouble = "new Double(%1)",
    .nan = "NaN",
    .infinity = "Infinity",
    .minusInfinity = "-Infinity",
    .decimal = "Decimal128.fromString(%1)",
    .objectId = "new ObjectId(%1)",
    .regex = "new BSONRegExp(%1, %2)",
    .binary = "new Binary(Buffer.from(%1, \"base64\"), %2)",
    .timestamp = "new Timestamp({ t: %1, i: %2 })",
    .minKey = "new MinKey()",
    .maxKey = "new MaxKey()",
    .extended = "BSON.EJSON.parse(%1, { relaxed: false }).v",
    .emptyArray = "[]",
    .arrayOpen = "[",
    .arrayClose = "]",
    .loneNull = "",
    .document = {"{}", "{ ", "%1: %2", ", %1: %2", " }"},
    // an object would put such keys first, in number order
    .numberKeyed = DocumentForm{"new Map()", "new Map([", "[%1, %2]", ", [%1, %2]", "])"},
};

std::string nodeDatabase(const std::string& name)
{
    return "await client.db(" + javaScriptString(name) + ")";
}

std::string nodeCollection(const protocol::Namespace& ns)
{
    return nodeDatabase(ns.database) + ".collection(" + javaScriptString(ns.collection) + ")";
}

std::string nodeCreate(const TtlIndexSpec& spec)
{
    std::string text = nodeCollection(spec.ns) + ".createIndex(" + literal(kNode, spec.key.view())
        + ", { name: " + javaScriptString(spec.name)
        + ", expireAfterSeconds: " + std::to_string(spec.expireAfterSeconds);
    if (spec.partialFilter) {
        text += ", partialFilterExpression: " + literal(kNode, spec.partialFilter->view());
    }
    return text + (spec.hidden ? ", hidden: true });" : " });");
}

std::string nodeDrop(const IndexRef& index)
{
    return nodeCollection(index.ns) + ".dropIndex(" + javaScriptString(index.name) + ");";
}

std::string nodeRun(const std::string& databaseName, const bson::Document& command)
{
    return nodeDatabase(databaseName) + ".command(" + literal(kNode, command.view()) + ");";
}

} // namespace

const DriverText kNodeText{nodeCreate, nodeDrop, nodeRun};

} // namespace sandglass::ttl
