// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/storage/journal_mark.h"

#include "app/base/crc32c.h"
#include "app/engine/storage/key_codec.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

namespace sandglass::engine::storage {

namespace {

// Always the same size, and one sector of a disk, so that it is overwritten in place.
constexpr std::size_t kMarkBytes = 512;
constexpr std::size_t kSumAt = kMarkBytes - 4;
constexpr std::string_view kMarkStart = "sandglass synced"; // then: number of files u32
constexpr std::size_t kFileBytes = 16;

std::string markPath(const std::string& folder)
{
    return (std::filesystem::path(folder) / kMarkName).string();
}

std::uint32_t sumOf(std::string_view mark)
{
    return base::crc32c({reinterpret_cast<const std::uint8_t*>(mark.data()), kSumAt});
}

} // namespace

std::string journalPath(const std::string& folder, std::uint64_t number)
{
    std::string name = std::to_string(number);
    name.insert(0, name.size() < 6 ? 6 - name.size() : 0, '0');
    return (std::filesystem::path(folder) / (name + ".log")).string();
}

std::vector<SyncedFile> journalFiles(const std::string& folder)
{
    std::vector<SyncedFile> files;
    std::error_code error;
    for (std::filesystem::directory_iterator each(folder, error), end; !error && each != end;
         each.increment(error)) {
        const std::string name = each->path().stem().string();
        std::uint64_t number = 0;
        const auto parsed = std::from_chars(name.data(), name.data() + name.size(), number);
        std::error_code unreadable;
        if (each->path().extension() == ".log" && parsed.ptr == name.data() + name.size()) {
            files.push_back({number, each->file_size(unreadable)});
        }
    }
    std::ranges::sort(files, {}, &SyncedFile::number);
    return files;
}

JournalMark::JournalMark(const std::string& folder)
    : m_path(markPath(folder))
{
    if (read(folder)) {
        m_file.reset(std::fopen(m_path.c_str(), "r+b"));
        return;
    }
    write({});
    // The folder is synced with the first sync of a journal file. Without a mark after a power
    // failure, all that is missing would seem to have been on the disk.
    if (m_file) {
        static_cast<void>(platform::syncFile(*m_file).has_value());
    }
}

std::optional<std::vector<SyncedFile>> JournalMark::read(const std::string& folder)
{
    std::vector<SyncedFile> files;
    const auto file = platform::openFile(markPath(folder));
    std::array<char, kMarkBytes> bytes{};
    if (!file || std::fread(bytes.data(), 1, kMarkBytes, file->get()) != kMarkBytes) {
        return std::nullopt;
    }
    std::string_view mark(bytes.data(), kMarkBytes);
    if (!mark.starts_with(kMarkStart) || sumOf(mark) != readU32(mark.substr(kSumAt))) {
        return std::nullopt;
    }
    mark.remove_prefix(kMarkStart.size());
    const std::size_t count = std::min<std::size_t>(readU32(mark), kMostFiles);
    mark.remove_prefix(4);
    for (std::size_t at = 0; at < count; ++at) {
        const std::string_view entry = mark.substr(at * kFileBytes);
        files.push_back({readU64(entry), readU64(entry.substr(8))});
    }
    return files;
}

void JournalMark::write(const std::vector<SyncedFile>& files)
{
    std::string mark(kMarkStart);
    const std::size_t count = std::min(files.size(), kMostFiles);
    appendU32(mark, static_cast<std::uint32_t>(count));
    for (const SyncedFile& file : std::span(files).last(count)) {
        appendU64(mark, file.number);
        appendU64(mark, file.bytes);
    }
    mark.resize(kSumAt);
    appendU32(mark, sumOf(mark));
    if (!m_file) {
        auto made = platform::createPrivateFile(m_path);
        if (made) {
            m_file = std::move(*made);
        }
    }
    const bool written = m_file && std::fseek(m_file.get(), 0, SEEK_SET) == 0
        && std::fwrite(mark.data(), 1, mark.size(), m_file.get()) == mark.size()
        && std::fflush(m_file.get()) == 0;
    if (!written) {
        m_file.reset();
        std::error_code ignored;
        std::filesystem::remove(m_path, ignored);
    }
}

} // namespace sandglass::engine::storage
