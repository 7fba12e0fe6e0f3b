// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/storage/open_store.h"

#include "app/engine/storage/database.h"
#include "app/engine/storage/journal_mark.h"
#include "app/engine/storage/key_codec.h"
#include "app/engine/storage/rocks_store.h"
#include "app/platform/files.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

namespace sandglass::engine::storage {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLeastBuffer = 2ULL << 20U;
constexpr int kNoMarkLogId = 9100114;
constexpr std::uint64_t kLeastTable = 1ULL << 20U;

std::string quoted(const std::string& folder)
{
    return "data folder '" + folder + "'";
}

Result<void> prepareFolder(const std::string& folder)
{
    if (folder.empty() || folder.find('\0') != std::string::npos) {
        return base::failure(Errc::InvalidInput, "the name of the data folder is not valid");
    }
    std::error_code error;
    const fs::file_status status = fs::status(folder, error);
    if (fs::exists(status) && !fs::is_directory(status)) {
        return base::failure(Errc::InvalidInput, quoted(folder) + " is a file, not a folder");
    }
    // a disk that is not mounted, for one: nothing is made in its place
    if (!fs::exists(status) && fs::is_symlink(fs::symlink_status(folder, error))) {
        return base::failure(Errc::InvalidInput,
                             quoted(folder) + " is a link to a folder that does not exist");
    }
    if (!fs::exists(status)) {
        fs::create_directories(folder, error);
        if (error) {
            return base::failure(Errc::Storage,
                                 quoted(folder) + " cannot be created: " + error.message());
        }
        // only the owner may read the data
        static_cast<void>(platform::makePrivate(folder).has_value());
    } else if (const auto access = platform::tightenIfEmpty(folder);
               access && *access == platform::FolderAccess::Public) {
        // whoever can write there can put other data in the place of ours
        return base::failure(Errc::InvalidInput,
                             quoted(folder)
                                 + " can be written by every user; run chmod 700 on it, or use "
                                   "another folder");
    }
    if (const Result<void> access = platform::checkFolderAccess(folder); !access) {
        return base::failure(Errc::Storage,
                             quoted(folder)
                                 + " cannot be read and written: " + access.error().message);
    }
    return {};
}

// Whether a file of that name holds data. In a folder whose creation was interrupted, none does.
bool holdsData(const fs::directory_entry& entry)
{
    const fs::path name = entry.path().filename();
    if (std::isdigit(static_cast<unsigned char>(name.string().front())) == 0) {
        return false;
    }
    std::error_code unreadable;
    return name.extension() == ".sst"
        || (name.extension() == ".log" && entry.file_size(unreadable) > 0);
}

// An empty journal file, left by an interrupted creation of the folder. RocksDB would refuse to
// start with it.
bool isEmptyJournal(const fs::directory_entry& entry)
{
    std::error_code unreadable;
    return entry.path().extension() == ".log" && entry.is_regular_file(unreadable)
        && entry.file_size(unreadable) == 0;
}

// Without the file CURRENT, RocksDB would create a new database and silently ignore the existing
// data.
Result<void> checkCurrentFile(const std::string& folder)
{
    std::error_code error;
    if (fs::exists(fs::path(folder) / "CURRENT", error)) {
        return {};
    }
    std::vector<fs::path> leftovers;
    for (fs::directory_iterator each(folder, error), end; !error && each != end;
         each.increment(error)) {
        if (holdsData(*each)) {
            return base::failure(Errc::Storage,
                                 quoted(folder) + " holds data, but its file CURRENT is missing");
        }
        if (isEmptyJournal(*each)) {
            leftovers.push_back(each->path());
        }
    }
    if (error) {
        return base::failure(Errc::Storage,
                             quoted(folder) + " cannot be listed: " + error.message());
    }
    for (const fs::path& path : leftovers) {
        fs::remove(path, error);
    }
    return {};
}

// Whether an engine has had the folder open, and so has made a mark there. A copy that the engine
// makes has no lock file.
bool wasOpened(const std::string& folder)
{
    std::error_code error;
    return fs::exists(fs::path(folder) / "CURRENT", error)
        && fs::exists(fs::path(folder) / "LOCK", error);
}

void reportMissingMark(const std::string& folder, base::Log& log)
{
    log.write({base::Severity::Warning,
               "STORAGE",
               kNoMarkLogId,
               "store",
               "The file SYNCED is missing or damaged: this start cannot tell whether the newest "
               "part of the journal is missing",
               {{"folder", folder}}});
}

Result<void> writeFormat(KeyValueStore& store, const std::string& folder)
{
    // a new store is empty
    const auto first = store.iterate(Family::Meta, {}, {}, nullptr);
    first->seekToFirst();
    if (first->valid()) {
        return base::failure(Errc::Storage, quoted(folder) + " holds the data of another program");
    }
    std::string version;
    appendU32(version, kFormatVersion);
    const auto batch = store.makeBatch();
    batch->put(Family::Meta, kFormatKey, version);
    return store.commit(*batch, Durability::Disk);
}

// Whether the folder is of the present format, or new; false for one that the catalog will upgrade.
Result<bool> checkFormat(KeyValueStore& store, const std::string& folder)
{
    std::string version;
    const Result<bool> found = store.get(Family::Meta, kFormatKey, version, nullptr);
    TRY(found);
    // without a version the folder must be new
    if (!*found) {
        TRY(writeFormat(store, folder));
        return true;
    }
    const std::uint32_t number = version.size() == 4 ? readU32(version) : 0;
    if (number >= kOldestFormatVersion && number <= kFormatVersion) {
        return number == kFormatVersion;
    }
    return base::failure(Errc::Storage,
                         quoted(folder) + " has format version " + std::to_string(number)
                             + ", but this program only knows versions "
                             + std::to_string(kOldestFormatVersion) + " to "
                             + std::to_string(kFormatVersion));
}

} // namespace

StoreOptions fitted(StoreOptions options, std::uint64_t diskBytes)
{
    options.bufferBytes = std::min(options.bufferBytes, std::max(diskBytes / 12, kLeastBuffer));
    options.journalBytes = std::min(options.journalBytes, std::max(diskBytes / 8, kLeastBuffer));
    options.tableBytes = std::min(options.tableBytes, std::max(diskBytes / 24, kLeastTable));
    return options;
}

Result<std::unique_ptr<KeyValueStore>> openStore(const std::string& folder,
                                                 const StoreOptions& options, base::Log& log)
{
    try {
        TRY(prepareFolder(folder));
        TRY(checkCurrentFile(folder));
        std::error_code unknown;
        const fs::space_info disk = fs::space(folder, unknown);
        const DatabaseFiles files{
            folder, unknown ? options : fitted(options, std::uint64_t{disk.capacity})};
        // the store makes a new one
        const bool markIsMissing = wasOpened(folder) && !JournalMark::read(folder);
        auto opened = openDatabase(files, log);
        TRY(opened);
        std::unique_ptr<KeyValueStore> store
            = std::make_unique<RocksStore>(*std::move(opened), files, log);
        const auto present = checkFormat(*store, folder);
        TRY(present);
        // a folder of an earlier format may never have had one
        if (markIsMissing && *present) {
            reportMissingMark(folder, log);
        }
        return store;
    } catch (const std::exception& problem) {
        return base::failure(Errc::Storage, quoted(folder) + ": " + problem.what());
    }
}

} // namespace sandglass::engine::storage
