// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/storage/journal_repair.h"

#include "app/engine/storage/journal_scan.h"
#include "app/platform/files.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <numeric>
#include <system_error>
#include <utility>

namespace sandglass::engine::storage {

namespace {

namespace fs = std::filesystem;

constexpr int kCutJournalLogId = 9100102;

// Longer than any record can be in what is left of the file: RocksDB ends the replay here.
constexpr std::size_t kEndOfReplayBytes = 64;

std::uint64_t bytesAfter(const std::vector<SyncedFile>& files, std::uint64_t number)
{
    return std::accumulate(files.begin(), files.end(), std::uint64_t{0},
                           [number](std::uint64_t sum, const SyncedFile& file) {
                               return file.number > number ? sum + file.bytes : sum;
                           });
}

// Whether what is lost of a file had been on the disk. A mark can be within a record, if that was
// being written when the sync began: then no client got an acknowledgement for it.
bool wasSynced(const std::optional<std::vector<SyncedFile>>& marked, std::uint64_t number,
               const std::optional<JournalScan>& scan)
{
    if (!marked) {
        return true; // not known
    }
    const auto file = std::ranges::find(*marked, number, &SyncedFile::number);
    if (file == marked->end()) {
        // the mark names the newest ones
        return !marked->empty() && number < marked->back().number;
    }
    return !scan || scan->brokenTo <= file->bytes;
}

// Waits until a copy is on the disk.
Result<void> syncCopy(const fs::path& file)
{
    const platform::FileHandle open(std::fopen(file.string().c_str(), "ab"));
    return open ? platform::syncFile(*open)
                : Result<void>(base::failure(Errc::Storage, "the copy cannot be opened"));
}

} // namespace

JournalRepair::JournalRepair(std::string folder)
    : m_folder(std::move(folder))
    , m_marked(JournalMark::read(m_folder))
    , m_files(journalFiles(m_folder))
{
}

bool JournalRepair::findShortage(const std::function<std::uint64_t()>& firstNeeded)
{
    std::optional<std::uint64_t> needed;
    for (const SyncedFile& marked : m_marked.value_or(std::vector<SyncedFile>{})) {
        const auto file = std::ranges::find(m_files, marked.number, &SyncedFile::number);
        if (file != m_files.end() && file->bytes >= marked.bytes) {
            continue;
        }
        // RocksDB removes a file when everything in it is in tables
        needed = needed ? needed : firstNeeded();
        if (marked.number < *needed || marked.bytes == 0) {
            continue;
        }
        const bool missing = file == m_files.end();
        const std::uint64_t left = missing ? 0 : file->bytes;
        m_loss = {marked.number, left,     marked.bytes - left + bytesAfter(m_files, marked.number),
                  missing,       !missing, true};
        break;
    }
    return found();
}

void JournalRepair::findDamage()
{
    for (const SyncedFile& file : m_files) {
        const auto scan = scanJournal(journalPath(m_folder, file.number));
        const bool isLast = file.number == m_files.back().number;
        if (scan && !scan->damaged && (isLast || scan->wholeBytes == scan->fileBytes)) {
            continue;
        }
        const std::uint64_t whole = scan ? scan->wholeBytes : 0;
        m_loss = {file.number,
                  whole,
                  file.bytes - std::min(whole, file.bytes) + bytesAfter(m_files, file.number),
                  false,
                  false,
                  wasSynced(m_marked, file.number, scan ? std::optional(*scan) : std::nullopt)};
        return;
    }
    // RocksDB has met something that the sums do not show
    m_loss = Loss{m_files.empty() ? 0 : m_files.front().number, 0, 0, false, false, true};
}

Result<void> JournalRepair::begin()
{
    TRY(keep());
    const bool followed = !m_files.empty() && m_files.back().number > m_loss->number;
    if (!followed || (!m_loss->missing && !m_loss->shorter)) {
        return {};
    }
    const std::string path = journalPath(m_folder, m_loss->number);
    const platform::FileHandle file(std::fopen(path.c_str(), "ab"));
    const std::string end(kEndOfReplayBytes, '\xff');
    m_stopped = true;
    if (!file || std::fwrite(end.data(), 1, end.size(), file.get()) != end.size()
        || std::fflush(file.get()) != 0) {
        undo();
        return base::failure(Errc::Storage, "the journal file '" + path + "' cannot be written");
    }
    return {};
}

Result<void> JournalRepair::keep()
{
    std::error_code error;
    fs::path copy;
    // true for the first name that is free
    bool made = false;
    for (int number = 1; !made && !error; ++number) {
        copy = fs::path(m_folder) / ("damaged-journal-" + std::to_string(number));
        made = fs::create_directory(copy, error);
    }
    m_copy = made ? copy.string() : std::string();
    Result<void> kept;
    for (std::size_t at = 0; at < m_files.size() && !error && kept; ++at) {
        const fs::path file = journalPath(m_folder, m_files[at].number);
        if (fs::copy_file(file, copy / file.filename(), error)) {
            kept = syncCopy(copy / file.filename());
        }
    }
    if (made) {
        static_cast<void>(platform::makePrivate(copy).has_value());
    }
    // the names too: the originals are cut and removed next
    for (const fs::path& folder : {copy, fs::path(m_folder)}) {
        if (!error && kept) {
            kept = platform::syncFolder(folder);
        }
    }
    if (error || !kept) {
        undo();
        return base::failure(Errc::Storage,
                             "the journal of data folder '" + m_folder
                                 + "' is damaged, and cannot be copied before its repair: "
                                 + (error ? error.message() : kept.error().message));
    }
    return {};
}

void JournalRepair::undo()
{
    std::error_code ignored;
    if (m_stopped && m_loss->missing) {
        fs::remove(journalPath(m_folder, m_loss->number), ignored);
    } else if (m_stopped) {
        fs::resize_file(journalPath(m_folder, m_loss->number), m_loss->from, ignored);
    }
    m_stopped = false;
    if (!m_copy.empty()) {
        fs::remove_all(m_copy, ignored);
        m_copy.clear();
    }
}

std::string JournalRepair::words() const
{
    const std::string file = fs::path(journalPath(m_folder, m_loss->number)).filename().string();
    if (m_loss->missing) {
        return "The journal file " + file + " is missing: at least " + std::to_string(m_loss->bytes)
            + " bytes of the journal are lost";
    }
    if (m_loss->shorter) {
        return "The journal file " + file + " ends at byte " + std::to_string(m_loss->from)
            + ": at least " + std::to_string(m_loss->bytes) + " bytes of the journal are lost";
    }
    return "The journal file " + file + " is damaged from byte " + std::to_string(m_loss->from)
        + " on: " + std::to_string(m_loss->bytes) + " bytes of the journal are lost";
}

std::optional<std::string> JournalRepair::lossOfSynced() const
{
    return m_loss && m_loss->synced ? std::optional(words()) : std::nullopt;
}

void JournalRepair::report(const std::string& error, base::Log& log) const
{
    log.write({base::Severity::Warning,
               "STORAGE",
               kCutJournalLogId,
               "store",
               "A part of the journal is missing or damaged; what was written there and later is "
               "lost. What is left was copied",
               {{"folder", m_folder},
                {"lost", words()},
                {"file", journalPath(m_folder, m_loss->number)},
                {"fromByte", static_cast<std::int64_t>(m_loss->from)},
                {"lostBytes", static_cast<std::int64_t>(m_loss->bytes)},
                {"error", error},
                {"copy", m_copy}}});
}

} // namespace sandglass::engine::storage
