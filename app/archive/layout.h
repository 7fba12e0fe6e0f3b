// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/archive/archive_file.h"
#include "app/base/result.h"
#include "app/protocol/namespace.h"

#include <filesystem>
#include <string>
#include <vector>

namespace sandglass::archive {

/// Where the files of one archive lie: <folder>/<db>/<collection>.bson (or .jsonl),
/// <folder>/<db>/<collection>.metadata.json and <folder>/manifest.json. Source of the names:
/// MongoDB Database Tools manual, mongodump, Output.
struct Layout
{
    std::filesystem::path folder;
    protocol::Namespace ns;
    Format format = Format::Bson;

    std::filesystem::path documents() const;
    std::filesystem::path metadata() const;
    std::filesystem::path manifest() const;
    /// All three, the manifest last: where it stands, the archive is whole.
    std::vector<std::filesystem::path> files() const;
};

/// The name that a file bears until it has been verified: with ".partial" at the end.
std::filesystem::path partial(const std::filesystem::path& file);

/// A database's or collection's name as a file name: what is not safe there becomes %XX, as in
/// mongodump.
std::string fileName(const std::string& name);

/// Makes the folders. Errors: Storage; Conflict when there is an archive in it already.
Result<void> prepare(const Layout& layout);

/// Writes a small file and brings it to the disk. Errors: Storage.
Result<void> writeText(const std::filesystem::path& file, const std::string& text);

/// Reads a small file. Errors: Storage; Conflict for one larger than 16 MiB.
Result<std::string> readText(const std::filesystem::path& file);

/// Gives the partial files their final names. Errors: Storage.
Result<void> publish(const Layout& layout);

/// Takes away the partial files of an archive that was not finished, and its folders when they are
/// empty then. Finished files stay.
void discardPartial(const Layout& layout);

/// What mongodump writes beside a collection: its options and indexes. `indexes`: as the server
/// lists them. Canonical extended JSON on one line.
std::string metadataText(const std::string& collection, const bson::Document& options,
                         const std::vector<bson::Document>& indexes);

} // namespace sandglass::archive
