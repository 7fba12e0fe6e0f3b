// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/archive/layout.h"

#include "app/archive/sha1.h"
#include "app/bson/builder.h"
#include "app/bson/json.h"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <system_error>

namespace sandglass::archive {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxTextBytes = std::size_t{16} * 1024 * 1024;
constexpr std::string_view kSafe = "-_.~"; // besides letters and digits
// The longest escaped name that stands as it is, and what is kept of a longer one: with the longest
// ending, ".metadata.json.gz", a name of a file has 255 bytes. Source: MongoDB Database Tools
// manual, mongodump, Output.
constexpr std::size_t kMostEscaped = 238;
constexpr std::size_t kKeptEscaped = 208;
constexpr std::size_t kMostBytesOfAName = 255; // of a file, on all systems

bool isSafe(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
        || kSafe.find(c) != std::string_view::npos;
}

std::string escapedByte(char c)
{
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    const auto byte = static_cast<unsigned char>(c);
    return {'%', kDigits[byte >> 4U], kDigits[byte & 0x0FU]};
}

/// Base64 with the letters for names, without padding.
std::string base64(std::span<const std::uint8_t> bytes)
{
    constexpr std::string_view kLetters
        = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    std::string text;
    std::uint32_t bits = 0;
    unsigned held = 0;
    for (const std::uint8_t byte : bytes) {
        bits = bits << 8U | byte;
        held += 8;
        while (held >= 6) {
            held -= 6;
            text.push_back(kLetters[(bits >> held) & 63U]);
        }
    }
    if (held > 0) {
        text.push_back(kLetters[(bits << (6 - held)) & 63U]);
    }
    return text;
}

} // namespace

fs::path Layout::documents() const
{
    return folder / databaseFolder(ns.database)
        / (fileName(ns.collection) + (format == Format::Bson ? ".bson" : ".jsonl"));
}

fs::path Layout::metadata() const
{
    return folder / databaseFolder(ns.database) / (fileName(ns.collection) + ".metadata.json");
}

fs::path Layout::manifest() const
{
    return folder / "manifest.json";
}

std::vector<fs::path> Layout::files() const
{
    return {documents(), metadata(), manifest()};
}

fs::path partial(const fs::path& file)
{
    constexpr std::string_view kEnding = ".partial";
    std::string name = file.filename().string();
    // a shortened name has its hash at the end, so its start can go
    if (name.size() + kEnding.size() > kMostBytesOfAName) {
        name.erase(0, name.size() + kEnding.size() - kMostBytesOfAName);
    }
    return file.parent_path() / name.append(kEnding);
}

std::string databaseFolder(const std::string& name)
{
    std::string folder;
    for (const char c : name) {
        const bool leavesFolder = c == '/' || c == '\\' || c == '\0';
        folder += leavesFolder ? escapedByte(c) : std::string(1, c);
    }
    // "." and ".." would name the folder itself and its parent
    return folder == "." || folder == ".." ? "%2E" + folder.substr(1) : folder;
}

std::string fileName(const std::string& name)
{
    std::string escaped;
    for (const char c : name) {
        escaped += isSafe(c) ? std::string(1, c) : c == ' ' ? "+" : escapedByte(c);
    }
    if (escaped.size() <= kMostEscaped) {
        return escaped;
    }
    return escaped.substr(0, kKeptEscaped) + "%24" + base64(sha1(name));
}

Result<void> prepare(const Layout& layout)
{
    std::error_code error;
    fs::create_directories(layout.documents().parent_path(), error);
    if (error) {
        return base::failure(Errc::Storage,
                             "Creating the folder " + layout.folder.string() + ": "
                                 + error.message() + ".");
    }
    // any one of the three files is enough to refuse: nothing is overwritten
    for (const fs::path& file : layout.files()) {
        if (fs::exists(file, error)) {
            return base::failure(Errc::Conflict, "An archive already exists: " + file.string())
                .because(base::LocalReason::ArchiveExists);
        }
    }
    return {};
}

Result<void> writeText(const fs::path& file, const std::string& text)
{
    const Result<platform::FileHandle> handle = platform::createNewFile(file);
    if (!handle) {
        return systemError(file, "Creating", handle.error());
    }
    if (std::fwrite(text.data(), 1, text.size(), handle->get()) != text.size()) {
        return systemError(file, "Writing");
    }
    // synced before the name is made final: a rename must not survive a crash without the contents
    if (const Result<void> synced = platform::syncFile(**handle); !synced) {
        return systemError(file, "Writing", synced.error());
    }
    return {};
}

Result<std::string> readText(const fs::path& file)
{
    const Result<platform::FileHandle> handle = platform::openFile(file);
    if (!handle) {
        return systemError(file, "Reading", handle.error());
    }
    std::string text;
    std::array<char, 65'536> buffer{};
    while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), handle->get())) {
        text.append(buffer.data(), got);
        if (text.size() > kMaxTextBytes) {
            return base::failure(Errc::Conflict, file.string() + " is too large.")
                .because(base::LocalReason::ArchiveDamaged);
        }
    }
    if (std::ferror(handle->get()) != 0) {
        return systemError(file, "Reading");
    }
    return text;
}

Result<void> publish(const Layout& layout)
{
    // the manifest is renamed last: a crash in between leaves an archive without one
    for (const fs::path& file : layout.files()) {
        std::error_code error;
        fs::rename(partial(file), file, error);
        // the files renamed so far stay: without a manifest they are no archive
        if (error) {
            return base::failure(Errc::Storage,
                                 "Naming " + file.string() + ": " + error.message() + ".");
        }
        // a rename is durable only after its folder has been synced
        platform::syncPath(file.parent_path());
    }
    return {};
}

void discardPartial(const Layout& layout)
{
    std::error_code ignored; // a leftover partial file does no harm
    for (const fs::path& file : layout.files()) {
        fs::remove(partial(file), ignored);
    }
    // fails for a folder that is not empty, as intended
    fs::remove(layout.documents().parent_path(), ignored);
    fs::remove(layout.folder, ignored);
}

std::string metadataText(const std::string& collection, const bson::Document& options,
                         const std::vector<bson::Document>& indexes)
{
    bson::Builder builder;
    builder.append("options", options).beginArray("indexes");
    for (const bson::Document& index : indexes) {
        builder.push(index);
    }
    builder.end().append("collectionName", collection).append("type", "collection");
    return bson::toJson(builder.take(), bson::JsonForm::Canonical);
}

} // namespace sandglass::archive
