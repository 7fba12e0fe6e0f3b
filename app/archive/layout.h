// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/archive/archive_file.h"
#include "app/base/result.h"
#include "app/protocol/namespace.h"

#include <filesystem>
#include <string>
#include <vector>

namespace sandglass::archive {

/// File names of an archive: <folder>/<db>/<collection>.bson (or .jsonl),
/// <folder>/<db>/<collection>.metadata.json and <folder>/manifest.json. Source:
/// MongoDB Database Tools manual, mongodump, Output.
struct Layout
{
    std::filesystem::path folder;
    protocol::Namespace ns;
    Format format = Format::Bson;

    /// The file of documents.
    std::filesystem::path documents() const;
    /// The file with the collection's options and indexes.
    std::filesystem::path metadata() const;
    /// The manifest.
    std::filesystem::path manifest() const;
    /// All three, the manifest last: an archive with a manifest is complete.
    std::vector<std::filesystem::path> files() const;
};

/// The name of a file until it has been verified: with ".partial" appended. The start of a name
/// that would be too long for the system is left out.
std::filesystem::path partial(const std::filesystem::path& file);

/// The folder of a database, as mongodump names it: the name as it is. Characters that no database
/// can have and that would lead out of the folder become %XX.
std::string databaseFolder(const std::string& name);

/// A collection's name as a file name, as mongodump writes it: escaped as in a query string, with a
/// plus for a space. A name of more than 238 bytes is cut to 208 bytes, followed by "%24" and the
/// SHA-1 of the collection's name in base64.
std::string fileName(const std::string& name);

/// Creates the folders. Errors: Storage; Conflict when there already is an archive.
Result<void> prepare(const Layout& layout);

/// Writes a small file and syncs it to disk. Errors: Storage.
Result<void> writeText(const std::filesystem::path& file, const std::string& text);

/// Reads a small file. Errors: Storage; Conflict for more than 16 MiB.
Result<std::string> readText(const std::filesystem::path& file);

/// Renames the partial files to their final names, the manifest last. Errors: Storage.
Result<void> publish(const Layout& layout);

/// Removes the partial files of an unfinished archive, and its folders if they are then empty.
/// Finished files stay. Failures are ignored.
void discardPartial(const Layout& layout);

/// The metadata file that mongodump writes next to a collection: its options and indexes.
/// `indexes`: as listIndexes returns them. Canonical extended JSON on one line.
std::string metadataText(const std::string& collection, const bson::Document& options,
                         const std::vector<bson::Document>& indexes);

} // namespace sandglass::archive
