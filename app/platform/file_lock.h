// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace sandglass::platform {

/// An exclusive advisory lock on an open file: as long as it lives, no other opening of the file,
/// in this process or another one, can hold such a lock. Code that takes no lock is not affected.
/// Any thread.
class FileLock
{
public:
    /// Waits for the lock. `descriptor`: of an open file, as QFile::handle() returns it; it must
    /// stay open. Where the file system has no locks, and on Windows, nothing is locked.
    explicit FileLock(int descriptor);
    /// Releases the lock.
    ~FileLock();
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;

private:
    [[maybe_unused]] int m_descriptor; // Windows does not use it
};

} // namespace sandglass::platform
