// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/archive/archive_file.h"

#include "app/bson/bytes.h"
#include "app/bson/json.h"
#include "app/bson/validate.h"

#include <array>
#include <cerrno>
#include <system_error>
#include <vector>

namespace sandglass::archive {

namespace {

constexpr std::size_t kLengthBytes = 4; // of the length at the start of a BSON document
constexpr std::size_t kMaxLineBytes
    = std::size_t{16} * 1024 * 1024; // the limit of bson::fromJson()

bson::Bytes bytesOf(const std::string& text)
{
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

} // namespace

Error systemError(const std::filesystem::path& file, const std::string& doing)
{
    // before anything else can change errno
    const int code = errno;
    return systemError(file, doing,
                       base::failure(Errc::Storage, std::generic_category().message(code)));
}

Error systemError(const std::filesystem::path& file, const std::string& doing, const Error& why)
{
    return base::failure(why.code, doing + " " + file.string() + ": " + why.message + ".");
}

Result<Writer> Writer::create(const std::filesystem::path& file, Format format,
                              const DigestFactory& digests)
{
    // the documents may be confidential: only the owner may read the file, and no link of another
    // user leads them elsewhere
    Result<platform::FileHandle> created = platform::createNewFile(file);
    if (!created) {
        return systemError(file, "Creating", created.error());
    }
    Writer writer;
    writer.m_file = std::move(*created);
    writer.m_format = format;
    writer.m_path = file;
    writer.m_fileDigest = digests();
    writer.m_documentsDigest = digests();
    return writer;
}

Result<void> Writer::write(bson::Bytes bytes)
{
    if (std::fwrite(bytes.data(), 1, bytes.size(), m_file.get()) != bytes.size()) {
        return systemError(m_path, "Writing");
    }
    m_fileDigest->add(bytes);
    m_contents.bytes += bytes.size();
    return {};
}

Result<void> Writer::add(bson::DocumentView document)
{
    Result<void> written;
    if (m_format == Format::Bson) {
        written = write(document.bytes());
    } else {
        const std::string line = bson::toJson(document, bson::JsonForm::Canonical) + '\n';
        if (line.size() > kMaxLineBytes) {
            return base::failure(
                       Errc::InvalidInput,
                       "A document is too large for a line of JSON. Archive as BSON instead.")
                .because(base::LocalReason::ArchiveLineTooLong);
        }
        written = write(bytesOf(line));
    }
    TRY(written);
    // of the BSON in both formats, so that documentsHash does not depend on the format
    m_documentsDigest->add(document.bytes());
    ++m_contents.count;
    return {};
}

Result<Contents> Writer::finish()
{
    if (const Result<void> synced = platform::syncFile(*m_file); !synced) {
        return systemError(m_path, "Writing", synced.error());
    }
    // verify() reads from the disk where the system allows it
    platform::dropFromCache(*m_file);
    // release(): fclose() ends the handle even when it fails
    if (std::fclose(m_file.release()) != 0) {
        return systemError(m_path, "Writing");
    }
    m_contents.fileHash = m_fileDigest->hex();
    m_contents.documentsHash = m_documentsDigest->hex();
    return m_contents;
}

Result<Reader> Reader::open(const std::filesystem::path& file, Format format, std::uint64_t offset)
{
    Reader reader;
    Result<platform::FileHandle> opened = platform::openFile(file, offset);
    if (!opened) {
        return systemError(file, "Reading", opened.error());
    }
    reader.m_file = std::move(*opened);
    reader.m_format = format;
    reader.m_path = file;
    reader.m_offset = offset;
    return reader;
}

Error Reader::damaged(const std::string& what) const
{
    return base::failure(Errc::Conflict,
                         "The archive " + m_path.string() + " is damaged at byte "
                             + std::to_string(m_offset) + ": " + what)
        .because(base::LocalReason::ArchiveDamaged);
}

Result<std::optional<bson::Document>> Reader::next()
{
    return m_format == Format::Bson ? nextBson() : nextLine();
}

Result<std::optional<bson::Document>> Reader::nextBson()
{
    std::vector<std::uint8_t> bytes(kLengthBytes);
    const std::size_t head = std::fread(bytes.data(), 1, kLengthBytes, m_file.get());
    if (std::ferror(m_file.get()) != 0) {
        return systemError(m_path, "Reading");
    }
    if (head == 0) {
        return std::optional<bson::Document>();
    }
    // a short read leaves zeros, which the check of `head` catches
    const auto length = bson::loadLittle<std::int32_t>(bytes.data());
    if (head < kLengthBytes || length <= static_cast<std::int32_t>(kLengthBytes)
        || std::cmp_greater(length, bson::kMaxDocumentBytes)) {
        return damaged("the length of a document is not valid.");
    }
    bytes.resize(static_cast<std::size_t>(length));
    const std::size_t rest = bytes.size() - kLengthBytes;
    if (std::fread(bytes.data() + kLengthBytes, 1, rest, m_file.get()) != rest) {
        return std::ferror(m_file.get()) != 0 ? systemError(m_path, "Reading")
                                              : damaged("the last document is cut off.");
    }
    Result<bson::Document> document = bson::Document::fromBytes(bytes);
    if (!document) {
        return damaged(document.error().message);
    }
    if (m_digest) {
        m_digest->add(bytes);
    }
    m_offset += bytes.size();
    return std::optional(std::move(*document));
}

Result<std::optional<bson::Document>> Reader::nextLine()
{
    std::string line;
    int character = 0;
    while ((character = std::getc(m_file.get())) != EOF && character != '\n') {
        line.push_back(static_cast<char>(character));
        // the limit keeps a file without line breaks from filling the memory
        if (line.size() >= kMaxLineBytes) {
            return damaged("a line is too long.");
        }
    }
    if (std::ferror(m_file.get()) != 0) {
        return systemError(m_path, "Reading");
    }
    // every line ends with a line break; without one the writer was interrupted
    if (character == EOF) {
        return line.empty()
            ? Result<std::optional<bson::Document>>(std::optional<bson::Document>())
            : Result<std::optional<bson::Document>>(damaged("the last line is cut off."));
    }
    Result<bson::Document> document = bson::fromJson(line);
    if (!document) {
        return damaged(document.error().message);
    }
    // the hash covers the file's bytes, line break included
    line.push_back('\n');
    if (m_digest) {
        m_digest->add(bytesOf(line));
    }
    m_offset += line.size();
    return std::optional(std::move(*document));
}

Result<Contents> contentsOf(const std::filesystem::path& file, Format format,
                            const DigestFactory& digests, const std::function<bool()>& keepGoing)
{
    Result<Reader> reader = Reader::open(file, format);
    TRY(reader);
    const std::unique_ptr<Digest> fileDigest = digests();
    const std::unique_ptr<Digest> documentsDigest = digests();
    reader->setDigest(fileDigest.get());
    Contents contents;
    while (keepGoing()) {
        const Result<std::optional<bson::Document>> document = reader->next();
        TRY(document);
        if (!*document) {
            contents.bytes = reader->offset();
            contents.fileHash = fileDigest->hex();
            contents.documentsHash = documentsDigest->hex();
            return contents;
        }
        documentsDigest->add((*document)->bytes());
        ++contents.count;
    }
    return base::failure(Errc::Cancelled, "Reading the archive back was cancelled.");
}

} // namespace sandglass::archive
