// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/platform/files.h"

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace sandglass::archive {

/// File format of the documents. Bson: concatenated documents, as mongodump writes. JsonLines:
/// canonical extended JSON, one document per line.
enum class Format { Bson, JsonLines };

/// An incremental SHA-256. The caller supplies the implementation, because this folder links no
/// crypto library.
class Digest
{
public:
    Digest() = default;
    Digest(const Digest&) = delete;
    Digest& operator=(const Digest&) = delete;
    virtual ~Digest() = default;

    /// Adds the next bytes.
    virtual void add(bson::Bytes bytes) = 0;
    /// The hash of all bytes added so far: 64 lower-case hexadecimal digits.
    virtual std::string hex() const = 0;
};

/// Creates an empty Digest. Any thread.
using DigestFactory = std::function<std::unique_ptr<Digest>()>;

/// Count, size and hashes of a file of documents.
struct Contents
{
    std::int64_t count = 0; ///< documents
    std::uint64_t bytes = 0; ///< size of the file, in bytes
    std::string fileHash; ///< SHA-256 of the file's bytes
    std::string documentsHash; ///< SHA-256 of the documents as BSON, one after the other

    bool operator==(const Contents& other) const = default;
};

/// Writes documents to a new file. Not thread-safe.
class Writer
{
public:
    /// Creates the file, readable only for its owner, or truncates an existing one. Errors:
    /// Storage.
    static Result<Writer> create(const std::filesystem::path& file, Format format,
                                 const DigestFactory& digests);

    /// Appends one document. Errors: Storage, also for a full disk; InvalidInput for a document
    /// whose JSON line would be longer than Reader accepts (16 MiB).
    Result<void> add(bson::DocumentView document);
    /// Number of documents added.
    std::int64_t count() const { return m_contents.count; }
    /// Syncs the file to disk and closes it. Call it once, and nothing after it. Errors: Storage.
    Result<Contents> finish();

private:
    Writer() = default;
    /// Appends raw bytes and adds them to the file's hash and size. Errors: Storage.
    Result<void> write(bson::Bytes bytes);

    Format m_format = Format::Bson;
    std::filesystem::path m_path;
    platform::FileHandle m_file;
    std::unique_ptr<Digest> m_fileDigest;
    std::unique_ptr<Digest> m_documentsDigest;
    Contents m_contents;
};

/// Reads such a file document by document and validates everything. Not thread-safe.
class Reader
{
public:
    /// `offset`: start of a document, 0 or a former offset(). Errors: Storage.
    static Result<Reader> open(const std::filesystem::path& file, Format format,
                               std::uint64_t offset = 0);

    /// The next document; nullopt at the end of the file. Errors: Storage when the file cannot be
    /// read, Conflict when it is damaged or truncated.
    Result<std::optional<bson::Document>> next();
    /// Offset of the end of the last document returned, in bytes.
    std::uint64_t offset() const { return m_offset; }
    /// Feeds all bytes read from now on to `digest`. nullptr: none. The caller keeps ownership and
    /// keeps it alive.
    void setDigest(Digest* digest) { m_digest = digest; }

private:
    Reader() = default;
    /// next() for Format::Bson.
    Result<std::optional<bson::Document>> nextBson();
    /// next() for Format::JsonLines.
    Result<std::optional<bson::Document>> nextLine();
    /// A Conflict error with the file, the offset and `what`.
    Error damaged(const std::string& what) const;

    Format m_format = Format::Bson;
    std::filesystem::path m_path;
    platform::FileHandle m_file;
    std::uint64_t m_offset = 0;
    Digest* m_digest = nullptr;
};

/// Reads a whole file and returns what it holds. `keepGoing` is called before each document.
/// Errors: as Reader::next(); Cancelled when `keepGoing` returned false.
Result<Contents> contentsOf(const std::filesystem::path& file, Format format,
                            const DigestFactory& digests, const std::function<bool()>& keepGoing);

/// An error with the text of errno. `doing`: the failed action, for example "Reading".
Error systemError(const std::filesystem::path& file, const std::string& doing);
/// The same for an error of app/platform, whose message is the system's text alone.
Error systemError(const std::filesystem::path& file, const std::string& doing, const Error& why);

} // namespace sandglass::archive
