// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/archive/manifest.h"

#include "app/bson/builder.h"
#include "app/bson/json.h"

namespace sandglass::archive {

namespace {

constexpr std::int32_t kVersion = 1;
constexpr std::string_view kBson = "bson";
constexpr std::string_view kJsonLines = "jsonl";
constexpr std::size_t kHashLength = 64;

std::optional<bson::Date> dateIn(const bson::Document& document, std::string_view key)
{
    const bson::ValueView value = document[key];
    return value.type() == bson::Type::Date ? std::optional(value.asDate()) : std::nullopt;
}

} // namespace

std::string manifestText(const Manifest& manifest)
{
    bson::Builder builder;
    builder.append("sandglassArchive", kVersion)
        .append("db", manifest.ns.database)
        .append("collection", manifest.ns.collection)
        .append("format", manifest.format == Format::Bson ? kBson : kJsonLines)
        .append("count", manifest.contents.count)
        .append("bytes", static_cast<std::int64_t>(manifest.contents.bytes))
        .append("sha256", manifest.contents.fileHash)
        .append("documentsSha256", manifest.contents.documentsHash)
        .append("metadataSha256", manifest.metadataHash);
    if (manifest.oldest && manifest.newest) {
        builder.append("oldest", *manifest.oldest).append("newest", *manifest.newest);
    }
    builder.append("filter", manifest.filter)
        .append("asOf", bson::Date::from(manifest.asOf))
        .append("server", manifest.server);
    return bson::toPrettyJson(builder.take(), bson::JsonForm::Canonical) + '\n';
}

Result<Manifest> parseManifest(const std::string& text)
{
    const Error bad = base::failure(Errc::Conflict, "The archive's manifest cannot be read.");
    const Result<bson::Document> document = bson::fromJson(text);
    if (!document || (*document)["sandglassArchive"].toExactInt64() != kVersion) {
        return bad;
    }
    const std::string_view format = (*document)["format"].asString();
    const auto count = (*document)["count"].toExactInt64();
    const auto bytes = (*document)["bytes"].toExactInt64();
    Manifest manifest;
    manifest.ns = {std::string((*document)["db"].asString()),
                   std::string((*document)["collection"].asString())};
    manifest.format = format == kBson ? Format::Bson : Format::JsonLines;
    manifest.contents.fileHash = (*document)["sha256"].asString();
    manifest.contents.documentsHash = (*document)["documentsSha256"].asString();
    manifest.metadataHash = (*document)["metadataSha256"].asString();
    if (!count || *count < 0 || !bytes || *bytes < 0 || (format != kBson && format != kJsonLines)
        || manifest.contents.fileHash.size() != kHashLength || manifest.ns.database.empty()
        || manifest.ns.collection.empty()) {
        return bad;
    }
    manifest.contents.count = *count;
    manifest.contents.bytes = static_cast<std::uint64_t>(*bytes);
    manifest.oldest = dateIn(*document, "oldest");
    manifest.newest = dateIn(*document, "newest");
    manifest.filter = bson::Document((*document)["filter"].asDocument());
    manifest.asOf = (*document)["asOf"].asDate().time();
    manifest.server = (*document)["server"].asString();
    return manifest;
}

} // namespace sandglass::archive
