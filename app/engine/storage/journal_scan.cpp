// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/storage/journal_scan.h"

#include "app/base/crc32c.h"
#include "app/engine/storage/journal_mark.h"
#include "app/platform/files.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <span>
#include <system_error>
#include <vector>

namespace sandglass::engine::storage {

namespace {

// A file is a row of blocks. A record is one fragment, or several in consecutive blocks; a fragment
// is: sum u32, length u16, kind u8, bytes. What is left of a block and too short for a header is
// zero.
constexpr std::size_t kBlockBytes = 32'768;
constexpr std::size_t kHeaderBytes = 7;
constexpr std::size_t kSequenceBytes = 8; // a batch begins with its number, then: operations u32
constexpr std::size_t kCountBytes = 4;
constexpr std::uint8_t kFullRecord = 1;
constexpr std::uint8_t kFirstPart = 2;
constexpr std::uint8_t kMiddlePart = 3;
constexpr std::uint8_t kLastPart = 4;

std::uint64_t littleEndian(std::span<const std::uint8_t> bytes)
{
    std::uint64_t value = 0;
    for (std::size_t at = bytes.size(); at > 0; --at) {
        value = (value << 8U) | bytes[at - 1];
    }
    return value;
}

// RocksDB stores sums changed, so that the sum of bytes that hold a sum is not all zero.
std::uint32_t masked(std::uint32_t sum)
{
    return ((sum >> 15U) | (sum << 17U)) + 0xa282ead8U;
}

enum class Step { Goes, Ends, Damaged };

class JournalReader
{
public:
    JournalReader(std::FILE& file, std::optional<std::uint64_t> lastSequence)
        : m_file(file)
        , m_lastSequence(lastSequence)
        , m_block(kBlockBytes)
    {
    }

    // Reads all blocks.
    void run(JournalScan& scan)
    {
        Step step = Step::Goes;
        std::uint64_t start = 0;
        while (step == Step::Goes) {
            const std::size_t bytes = std::fread(m_block.data(), 1, kBlockBytes, &m_file);
            step = block(std::span(m_block).first(bytes), start, scan);
            start += bytes;
        }
        // what the disk could not read is not the end of the file
        scan.damaged = step == Step::Damaged || std::ferror(&m_file) != 0;
    }

private:
    // Reads the fragments of one block.
    Step block(std::span<const std::uint8_t> bytes, std::uint64_t start, JournalScan& scan)
    {
        const bool last = bytes.size() < kBlockBytes;
        std::size_t at = 0;
        while (at + kHeaderBytes <= bytes.size()) {
            const std::size_t length = littleEndian(bytes.subspan(at + 4, 2));
            const std::size_t end = at + kHeaderBytes + length;
            scan.brokenTo = start + end; // until it is found whole
            if (end > bytes.size()) {
                return last && end <= kBlockBytes ? Step::Ends : Step::Damaged;
            }
            const auto checked = bytes.subspan(at + kHeaderBytes - 1, length + 1);
            if (masked(base::crc32c(checked)) != littleEndian(bytes.subspan(at, 4))) {
                return Step::Damaged;
            }
            if (const Step step = fragment(checked); step != Step::Goes) {
                return step;
            }
            at = end;
            if (!m_open) {
                scan.wholeBytes = start + at;
                scan.lastSequence = m_last;
                scan.brokenTo = 0;
            }
        }
        if (last && (m_open || at < bytes.size())) {
            scan.brokenTo = start + at + kHeaderBytes;
        }
        return last ? Step::Ends : Step::Goes;
    }

    // `bytes`: the kind, then the content.
    Step fragment(std::span<const std::uint8_t> bytes)
    {
        const std::uint8_t kind = bytes.front();
        const bool begins = kind == kFullRecord || kind == kFirstPart;
        const bool goesOn = kind == kMiddlePart || kind == kLastPart;
        if ((begins && m_open) || (goesOn && !m_open)) {
            return Step::Damaged;
        }
        if (begins) {
            m_head.clear();
        }
        m_open = kind == kFirstPart || kind == kMiddlePart;
        return head(bytes.subspan(1));
    }

    // Takes what `content` has of the head of a batch: at the end of a block it goes on in the next
    // fragment.
    Step head(std::span<const std::uint8_t> content)
    {
        const std::size_t missing = kSequenceBytes + kCountBytes - m_head.size();
        const auto part = content.first(std::min(missing, content.size()));
        m_head.insert(m_head.end(), part.begin(), part.end());
        if (missing == 0 || part.size() < missing) {
            return Step::Goes;
        }
        const std::span<const std::uint8_t> whole(m_head);
        const std::uint64_t sequence = littleEndian(whole.first(kSequenceBytes));
        if (m_lastSequence && sequence > *m_lastSequence) {
            return Step::Ends;
        }
        const std::uint64_t count = littleEndian(whole.subspan(kSequenceBytes));
        m_last = sequence + std::max(count, std::uint64_t{1}) - 1;
        return Step::Goes;
    }

    std::FILE& m_file;
    std::optional<std::uint64_t> m_lastSequence;
    std::vector<std::uint8_t> m_block;
    std::vector<std::uint8_t> m_head; ///< of the newest batch, as far as it was read
    bool m_open = false; ///< within a record of several fragments
    std::uint64_t m_last = 0; ///< number of the last operation of the newest batch
};

// Scans a journal file up to `lastSequence`. Errors: Storage; InvalidInput when acknowledged
// records may be behind what cannot be read.
Result<JournalScan> scanTo(const std::string& path, std::uint64_t lastSequence)
{
    auto scan = scanJournal(path, lastSequence);
    TRY(scan);
    // A record with a wrong length looks like one that a full disk has torn. But a torn record was
    // never acknowledged, so the last one that was is in front of it; in a new file there is none.
    const bool misses = scan->lastSequence < lastSequence;
    const bool cuts = scan->wholeBytes < scan->fileBytes;
    if (misses && (scan->damaged || (scan->lastSequence != 0 && cuts))) {
        return base::failure(Errc::InvalidInput, "the journal file '" + path + "' is damaged");
    }
    return scan;
}

// Cuts a journal file behind `bytes`.
Result<void> cutBehind(const std::string& path, std::uint64_t bytes)
{
    std::error_code error;
    std::filesystem::resize_file(path, bytes, error);
    if (error) {
        return base::failure(Errc::Storage, "cutting the journal: " + error.message());
    }
    return {};
}

} // namespace

Result<JournalScan> scanJournal(const std::string& file, std::optional<std::uint64_t> lastSequence)
{
    const auto opened = platform::openFile(file);
    TRY(opened);
    JournalScan scan;
    std::error_code error;
    scan.fileBytes = std::filesystem::file_size(file, error);
    if (error) {
        return base::failure(Errc::Storage, error.message());
    }
    JournalReader(**opened, lastSequence).run(scan);
    return scan;
}

Result<std::optional<SyncedFile>> checkJournalTo(const std::string& folder,
                                                 std::uint64_t lastSequence)
{
    const std::vector<SyncedFile> files = journalFiles(folder);
    if (files.empty()) {
        return std::nullopt;
    }
    const std::uint64_t number = files.back().number;
    const auto scan = scanTo(journalPath(folder, number), lastSequence);
    TRY(scan);
    if (scan->lastSequence < lastSequence) {
        return std::nullopt;
    }
    return SyncedFile{number, scan->wholeBytes};
}

Result<void> endJournalAfter(const std::string& folder, std::uint64_t lastSequence,
                             const std::optional<SyncedFile>& end)
{
    const std::vector<SyncedFile> files = journalFiles(folder);
    for (const SyncedFile& journal : files) {
        const std::string path = journalPath(folder, journal.number);
        if (journal.number == files.back().number) {
            std::uint64_t bytes = end ? end->bytes : 0;
            // closing may have added to the file, but not have taken from it
            if (!end || end->number != journal.number || bytes > journal.bytes) {
                const auto scan = scanTo(path, lastSequence);
                TRY(scan); // the next start copies a damaged file before it is cut
                bytes = scan->wholeBytes;
            }
            if (bytes < journal.bytes) {
                TRY(cutBehind(path, bytes));
            }
        }
        const auto file = platform::openFile(path);
        TRY(file);
        TRY(platform::syncFile(**file));
    }
    return {};
}

} // namespace sandglass::engine::storage
