// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace sandglass::platform {

/// Keeps every other opening of a file, in this process and in others, from holding such a lock at
/// the same time. It does not hinder who does not ask for it. Any thread.
class FileLock
{
public:
    /// Waits for the lock. `descriptor`: of an open file, as QFile::handle() returns it; it must
    /// stay open. A file system without locks gives none. Windows: gives none.
    explicit FileLock(int descriptor);
    /// Gives the lock back.
    ~FileLock();
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;

private:
    [[maybe_unused]] int m_descriptor; // Windows does not use it
};

} // namespace sandglass::platform
