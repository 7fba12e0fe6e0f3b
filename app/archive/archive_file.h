// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace sandglass::archive {

/// How documents are written. Bson: one after the other, each beginning with its length, as
/// mongodump does. JsonLines: canonical extended JSON, one document on a line.
enum class Format { Bson, JsonLines };

/// A running SHA-256, made by whoever has a library for it.
class Digest
{
public:
    Digest() = default;
    Digest(const Digest&) = delete;
    Digest& operator=(const Digest&) = delete;
    virtual ~Digest() = default;

    /// Takes in the next bytes.
    virtual void add(bson::Bytes bytes) = 0;
    /// The hash of all bytes so far, as 64 small hexadecimal digits.
    virtual std::string hex() const = 0;
};

/// Makes an empty Digest. Any thread.
using DigestFactory = std::function<std::unique_ptr<Digest>()>;

/// What a file of documents holds.
struct Contents
{
    std::int64_t count = 0; ///< documents
    std::uint64_t bytes = 0; ///< of the file
    std::string fileHash; ///< SHA-256 of the file's bytes
    std::string documentsHash; ///< SHA-256 of the documents as BSON, one after the other

    bool operator==(const Contents& other) const = default;
};

/// Closes a file when its owner goes.
struct CloseFile
{
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using FileHandle = std::unique_ptr<std::FILE, CloseFile>;

/// Writes documents to a new file. One thread at a time.
class Writer
{
public:
    /// Makes the file, or empties the one that is there. Errors: Storage.
    static Result<Writer> create(const std::filesystem::path& file, Format format,
                                 const DigestFactory& digests);

    /// Appends one document. Errors: Storage, for a full disk too; InvalidInput for a document
    /// whose line would be longer than a reader takes.
    Result<void> add(bson::DocumentView document);
    /// Documents so far.
    std::int64_t count() const { return m_contents.count; }
    /// Brings everything to the disk and closes the file; nothing can be added after it. Errors:
    /// Storage.
    Result<Contents> finish();

private:
    Writer() = default;
    Result<void> write(bson::Bytes bytes);

    Format m_format = Format::Bson;
    std::filesystem::path m_path;
    FileHandle m_file;
    std::unique_ptr<Digest> m_fileDigest;
    std::unique_ptr<Digest> m_documentsDigest;
    Contents m_contents;
};

/// Reads such a file document by document; trusts nothing in it. One thread at a time.
class Reader
{
public:
    /// `offset`: where a document begins, 0 or what offset() gave. Errors: Storage.
    static Result<Reader> open(const std::filesystem::path& file, Format format,
                               std::uint64_t offset = 0);

    /// The next document; nullopt at the end of the file. Errors: Storage when the file cannot be
    /// read, Conflict when it is damaged or cut off.
    Result<std::optional<bson::Document>> next();
    /// Bytes of the file up to the end of the last document given.
    std::uint64_t offset() const { return m_offset; }
    /// Takes in every byte read from now on; nullptr for none. Not owned.
    void setDigest(Digest* digest) { m_digest = digest; }

private:
    Reader() = default;
    Result<std::optional<bson::Document>> nextBson();
    Result<std::optional<bson::Document>> nextLine();
    Error damaged(const std::string& what) const;

    Format m_format = Format::Bson;
    std::filesystem::path m_path;
    FileHandle m_file;
    std::uint64_t m_offset = 0;
    Digest* m_digest = nullptr;
};

/// Reads a whole file and says what is in it. Errors: as Reader::next(), and Cancelled when
/// `goesOn` gives false; it is asked before each document.
Result<Contents> contentsOf(const std::filesystem::path& file, Format format,
                            const DigestFactory& digests, const std::function<bool()>& goesOn);

/// The failure of a system call on a file, in words, from errno.
Error systemError(const std::filesystem::path& file, const std::string& doing);

} // namespace sandglass::archive
