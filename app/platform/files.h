// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace sandglass::platform {

/// Deleter that closes a file.
struct CloseFile
{
    /// Errors of fclose() are ignored.
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using FileHandle = std::unique_ptr<std::FILE, CloseFile>;

/// Creates a file for writing that only its owner can read. An existing file is truncated and keeps
/// its permissions. Child processes do not inherit the handle. Errors: Storage, with the system's
/// text alone.
Result<FileHandle> createPrivateFile(const std::filesystem::path& file);
/// As createPrivateFile(), but for a folder in which other users can create files: an existing file
/// or link of that name is removed first and never followed, and one that appears meanwhile is an
/// error. A device is opened as it is. Errors: Storage, with the system's text alone.
Result<FileHandle> createNewFile(const std::filesystem::path& file);
/// Opens a file for reading at `offset`, in bytes. Child processes do not inherit the handle.
/// Errors: Storage, with the system's text alone.
Result<FileHandle> openFile(const std::filesystem::path& file, std::uint64_t offset = 0);
/// Writes buffered bytes and waits until the file is on the disk. Errors: Storage, with the
/// system's text alone.
Result<void> syncFile(std::FILE& file);
/// Waits until the data of an open file is on the disk; its timestamps may not be. `descriptor`: as
/// QFile::handle() returns it. Succeeds for what cannot be synced, such as a pipe. Errors: Storage,
/// with the system's text alone.
Result<void> syncData(int descriptor);
/// Duplicates the descriptor of an open file. The copy stays valid when the original is closed; the
/// caller closes it. Child processes do not inherit it. `descriptor`: as QFile::handle() returns
/// it. Errors: Storage, with the system's text alone.
Result<int> duplicate(int descriptor);
/// Syncs a file or a folder by its path, so that a rename in the folder survives a power failure.
/// Failures are ignored: the rename itself has succeeded. Windows: files only, because NTFS logs
/// renames itself.
void syncPath(const std::filesystem::path& path);
/// Waits until the names in a folder are on the disk: files that were just made are not lost in a
/// power failure. Succeeds where the file system cannot sync folders. Windows: does nothing,
/// because NTFS logs names itself. Errors: Storage, with the system's text alone.
Result<void> syncFolder(const std::filesystem::path& folder);
/// Drops the pages of a synced file from the cache, as far as the system can, so that the next
/// reader reads from the disk. Windows and macOS: does nothing.
void dropFromCache(std::FILE& file);

/// Creates a file of `bytes` bytes whose space is allocated on the disk, or gives an existing file
/// that size. Linux: at most the largest file that this process may write (RLIMIT_FSIZE). After an
/// error the file does not exist. Errors: Storage, with the system's text alone.
Result<void> reserveSpace(const std::filesystem::path& file, std::uint64_t bytes);

/// A text that identifies a file but none of its copies. It stays the same as long as the file
/// exists, whatever is written to it and wherever it is moved on its disk; see mayBeSameFile().
/// A snapshot of a whole disk keeps it; one of a btrfs subvolume does not. Empty for a missing
/// file, and where the system has no such identity.
std::string fileIdentity(const std::filesystem::path& file);

/// Writes text without waiting for a reader: into a full pipe or a stopped terminal only as much as
/// fits. `file` must have no buffered bytes. Returns the number of bytes that need not be written
/// again: those that were written, also after an error that may pass, such as a full disk, and all
/// of them when nobody can read them any more. Windows: writes everything.
std::size_t writeWithoutWaiting(std::FILE& file, std::string_view text);

/// Gives all rights to a folder to its owner alone (mode 0700). Windows: replaces the access list
/// by one that names this user, the system and the administrators, and that new files inherit.
/// Errors: Storage, with the system's text alone.
Result<void> makePrivate(const std::filesystem::path& folder);
/// How far a folder is open to users other than its owner. Shared: the group or others have rights
/// to it. Public: every user may write in it.
enum class FolderAccess { Private, Shared, Public };
/// Makes an empty folder private (see makePrivate()) if it belongs to this user. Never changes a
/// folder that all users share, such as /tmp (sticky bit). Returns how open the folder is
/// afterwards. Windows: changes nothing and returns Private, because the folder inherits the access
/// list of the user's own folders. Errors: Storage, with the system's text alone.
Result<FolderAccess> tightenIfEmpty(const std::filesystem::path& folder);
/// Succeeds if this process can list a folder, read it, and create files in it. Errors: Storage,
/// with the system's text alone.
Result<void> checkFolderAccess(const std::filesystem::path& folder);
/// Creates a folder in `parent` that only its owner can use. Its name is `prefix` and random
/// letters. Returns its path. Errors: Storage, with the system's text alone.
Result<std::filesystem::path> makeUniqueFolder(const std::filesystem::path& parent,
                                               const std::string& prefix);
/// Makes new files of this process accessible to their owner only (umask 077). Call it before the
/// first thread starts. Windows: does nothing; new files inherit the access list of makePrivate().
void keepNewFilesPrivate();

} // namespace sandglass::platform
