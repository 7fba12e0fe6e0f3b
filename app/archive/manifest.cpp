// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/archive/manifest.h"

#include "app/bson/builder.h"
#include "app/bson/json.h"

namespace sandglass::archive {

namespace {

// raised when older programs can no longer read the manifest
constexpr std::int32_t kVersion = 1;
constexpr std::string_view kBson = "bson";
constexpr std::string_view kJsonLines = "jsonl";
constexpr std::size_t kHashLength = 64;

// Optional: a date that is missing or of another type counts as unset.
std::optional<bson::Date> dateIn(const bson::Document& document, std::string_view key)
{
    const bson::ValueView value = document[key];
    return value.type() == bson::Type::Date ? std::optional(value.asDate()) : std::nullopt;
}

Error fault(const std::string& what)
{
    return base::failure(Errc::Conflict, "The archive's manifest cannot be read: " + what)
        .because(base::LocalReason::ArchiveDamaged);
}

Result<void> checkVersion(const bson::Document& document)
{
    const auto version = document["sandglassArchive"].toExactInt64();
    if (!version) {
        return fault("\"sandglassArchive\", the version of the format, is missing.");
    }
    if (*version != kVersion) {
        return fault("version " + std::to_string(*version) + " of the format is unknown.");
    }
    return {};
}

Result<Contents> contentsIn(const bson::Document& document)
{
    const auto count = document["count"].toExactInt64();
    if (!count || *count < 0) {
        return fault("\"count\" is not a number of documents.");
    }
    const auto bytes = document["bytes"].toExactInt64();
    if (!bytes || *bytes < 0) {
        return fault("\"bytes\" is not a size.");
    }
    Contents contents;
    contents.count = *count;
    contents.bytes = static_cast<std::uint64_t>(*bytes);
    contents.fileHash = document["sha256"].asString();
    // the other hashes are compared when the archive is verified; one that is missing differs then
    contents.documentsHash = document["documentsSha256"].asString();
    if (contents.fileHash.size() != kHashLength) {
        return fault("\"sha256\" is not a SHA-256 hash.");
    }
    return contents;
}

} // namespace

// verify() compares the text, so the same manifest must always give the same text.
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
    const Result<bson::Document> document = bson::fromJson(text);
    if (!document) {
        return fault("it is not JSON: " + document.error().message);
    }
    TRY(checkVersion(*document));
    Manifest manifest;
    manifest.ns = {std::string((*document)["db"].asString()),
                   std::string((*document)["collection"].asString())};
    if (manifest.ns.database.empty()) {
        return fault("\"db\" is missing.");
    }
    if (manifest.ns.collection.empty()) {
        return fault("\"collection\" is missing.");
    }
    const std::string_view format = (*document)["format"].asString();
    if (format != kBson && format != kJsonLines) {
        return fault(R"("format" is neither "bson" nor "jsonl".)");
    }
    manifest.format = format == kBson ? Format::Bson : Format::JsonLines;
    const Result<Contents> contents = contentsIn(*document);
    TRY(contents);
    manifest.contents = *contents;
    manifest.metadataHash = (*document)["metadataSha256"].asString();
    manifest.oldest = dateIn(*document, "oldest");
    manifest.newest = dateIn(*document, "newest");
    manifest.filter = bson::Document((*document)["filter"].asDocument());
    manifest.asOf = (*document)["asOf"].asDate().time();
    manifest.server = (*document)["server"].asString();
    return manifest;
}

} // namespace sandglass::archive
