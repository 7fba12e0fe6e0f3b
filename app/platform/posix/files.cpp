// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/files.h"

#include "app/platform/file_lock.h"
#include "app/platform/system_error.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdlib>

namespace sandglass::platform {

namespace fs = std::filesystem;

namespace {

// A stream that owns the descriptor; below zero: opening it has failed.
Result<FileHandle> writingStream(int descriptor)
{
    if (descriptor < 0) {
        return systemFailure(errno);
    }
    // takes over the descriptor when it succeeds
    FileHandle handle(::fdopen(descriptor, "wb"));
    if (!handle) {
        const int code = errno;
        ::close(descriptor);
        return systemFailure(code);
    }
    return handle;
}

} // namespace

Result<FileHandle> createPrivateFile(const fs::path& file)
{
    return writingStream(
        ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, S_IRUSR | S_IWUSR));
}

Result<FileHandle> createNewFile(const fs::path& file)
{
    struct stat status = {};
    int creating = O_CREAT | O_EXCL;
    if (::lstat(file.c_str(), &status) == 0) {
        if (S_ISCHR(status.st_mode)) {
            creating = 0; // a device such as /dev/full has no contents to lose
        } else if (S_ISREG(status.st_mode) || S_ISLNK(status.st_mode)) {
            // when it fails, O_EXCL says that the file is there
            static_cast<void>(::unlink(file.c_str()));
        }
    }
    return writingStream(
        ::open(file.c_str(), O_WRONLY | creating | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR));
}

Result<FileHandle> openFile(const fs::path& file, std::uint64_t offset)
{
    // "e" is an extension of glibc; macOS knows it too
    FileHandle handle(std::fopen(file.c_str(), "rbe"));
    if (!handle || ::fseeko(handle.get(), static_cast<off_t>(offset), SEEK_SET) != 0) {
        return systemFailure(errno);
    }
    return handle;
}

Result<int> duplicate(int descriptor)
{
    const int copy = ::fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
    return copy < 0 ? Result<int>(systemFailure(errno)) : Result<int>(copy);
}

void syncPath(const fs::path& path)
{
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor >= 0) {
        ::fsync(descriptor);
        ::close(descriptor);
    }
}

Result<void> syncFolder(const fs::path& folder)
{
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) {
        return systemFailure(errno);
    }
    const int code = ::fsync(descriptor) == 0 ? 0 : errno;
    ::close(descriptor);
    // EINVAL and ENOTSUP: some network file systems cannot sync a folder
    const bool done = code == 0 || code == EINVAL || code == ENOTSUP;
    return done ? Result<void>() : Result<void>(systemFailure(code));
}

Result<void> makePrivate(const fs::path& folder)
{
    std::error_code error;
    fs::permissions(folder, fs::perms::owner_all, error);
    return error ? Result<void>(systemFailure(error.value())) : Result<void>();
}

Result<FolderAccess> tightenIfEmpty(const fs::path& folder)
{
    struct stat status = {};
    if (::stat(folder.c_str(), &status) != 0) {
        return systemFailure(errno);
    }
    if ((status.st_mode & (S_IRWXG | S_IRWXO)) == 0) {
        return FolderAccess::Private;
    }
    std::error_code unreadable;
    const bool ours = status.st_uid == ::geteuid() && (status.st_mode & S_ISVTX) == 0;
    if (ours && fs::is_empty(folder, unreadable) && !unreadable) {
        TRY(makePrivate(folder));
        return FolderAccess::Private;
    }
    return (status.st_mode & S_IWOTH) != 0 ? FolderAccess::Public : FolderAccess::Shared;
}

Result<void> checkFolderAccess(const fs::path& folder)
{
    if (::access(folder.c_str(), R_OK | W_OK | X_OK) != 0) {
        return systemFailure(errno);
    }
    return {};
}

Result<fs::path> makeUniqueFolder(const fs::path& parent, const std::string& prefix)
{
    // mkdtemp() replaces the letters X and sets the mode 0700
    std::string path = (parent / (prefix + "XXXXXX")).string();
    if (::mkdtemp(path.data()) == nullptr) {
        return systemFailure(errno);
    }
    return fs::path(path);
}

// A pipe that is ready takes that much at once; more could wait.
std::size_t writeWithoutWaiting(std::FILE& file, std::string_view text)
{
    pollfd ready{::fileno(&file), POLLOUT, 0};
    std::size_t done = 0;
    while (done < text.size() && ::poll(&ready, 1, 0) == 1) {
        const std::string_view part = text.substr(done, PIPE_BUF);
        const ssize_t count = ::write(ready.fd, part.data(), part.size());
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0 && (errno == EPIPE || errno == EBADF)) {
            return text.size(); // nobody can read it any more
        }
        if (count < 0) {
            break; // another writer was faster, or a disk is full
        }
        done += static_cast<std::size_t>(count);
    }
    return done;
}

void keepNewFilesPrivate()
{
    ::umask(077);
}

FileLock::FileLock(int descriptor)
    : m_descriptor(descriptor)
{
    while (::flock(m_descriptor, LOCK_EX) != 0 && errno == EINTR) { }
}

FileLock::~FileLock()
{
    ::flock(m_descriptor, LOCK_UN);
}

} // namespace sandglass::platform
