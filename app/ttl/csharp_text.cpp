// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ttl/driver_texts.h"
#include "app/ttl/literals.h"
#include "app/ttl/shell_text.h"

namespace sandglass::ttl {

namespace {

// A regular string of C# knows every escape that javaScriptString() writes, with the same meaning.
std::string csharpText(std::string_view text)
{
    return javaScriptString(text);
}

// BsonDateTime holds the whole range; DateTime ends with the year 9999 and has zones besides.
std::string csharpDate(const LiteralTable& /*table*/, bson::Date date)
{
    return "new BsonDateTime(" + std::to_string(date.millis) + "L)";
}

constexpr LiteralTable kCSharp{
    .text = csharpText,
    .key = csharpText,
    .date = csharpDate,
    .null = "BsonNull.Value",
    .yes = "true",
    .no = "false",
    .int64 = "%1L",
    .fraction = "%1",
    .wholeDouble = "%1",
    .nan = "double.NaN",
    .infinity = "double.PositiveInfinity",
    .minusInfinity = "double.NegativeInfinity",
    .decimal = "Decimal128.Parse(%1)",
    .objectId = "new ObjectId(%1)",
    .regex = "new BsonRegularExpression(%1, %2)",
    .binary = "new BsonBinaryData(Convert.FromBase64String(%1), (BsonBinarySubType)%2)",
    // both are unsigned 32-bit numbers, which C#'s int holds only by their bits
    .timestamp = "new BsonTimestamp(unchecked((int)%1L), unchecked((int)%2L))",
    .minKey = "BsonMinKey.Value",
    .maxKey = "BsonMaxKey.Value",
    .extended = "BsonDocument.Parse(%1)[\"v\"]",
    .emptyArray = "new BsonArray()",
    .arrayOpen = "new BsonArray { ",
    .arrayClose = " }",
    .loneNull = "",
    .document = {"new BsonDocument()", "new BsonDocument { ", "{ %1, %2 }", ", { %1, %2 }", " }"},
    .numberKeyed = {},
};

std::string csharpDatabase(const std::string& name)
{
    return "client.GetDatabase(" + csharpText(name) + ")";
}

std::string csharpIndexes(const protocol::Namespace& ns)
{
    return csharpDatabase(ns.database) + ".GetCollection<BsonDocument>(" + csharpText(ns.collection)
        + ").Indexes";
}

std::string csharpCreate(const TtlIndexSpec& spec)
{
    std::string text = csharpIndexes(spec.ns) + ".CreateOne(new CreateIndexModel<BsonDocument>("
        + literal(kCSharp, spec.key.view())
        + ", new CreateIndexOptions<BsonDocument> { Name = " + csharpText(spec.name)
        + ", ExpireAfter = TimeSpan.FromSeconds(" + std::to_string(spec.expireAfterSeconds) + ")";
    if (spec.partialFilter) {
        text += ", PartialFilterExpression = " + literal(kCSharp, spec.partialFilter->view());
    }
    return text + (spec.hidden ? ", Hidden = true }));" : " }));");
}

std::string csharpDrop(const IndexRef& index)
{
    return csharpIndexes(index.ns) + ".DropOne(" + csharpText(index.name) + ");";
}

std::string csharpRun(const std::string& databaseName, const bson::Document& command)
{
    return csharpDatabase(databaseName) + ".RunCommand<BsonDocument>("
        + literal(kCSharp, command.view()) + ");";
}

} // namespace

const DriverText kCSharpText{csharpCreate, csharpDrop, csharpRun};

} // namespace sandglass::ttl
