// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/files.h"

#include "app/platform/file_lock.h"
#include "app/platform/system_error.h"
#include "app/platform/windows/handle.h"
#include "app/platform/windows/private_access.h"

#include <aclapi.h>
#include <fcntl.h>
#include <io.h>

#include <cerrno>
#include <random>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace sandglass::platform {

namespace {

namespace fs = std::filesystem;

constexpr DWORD kShareAll = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

// After a failed call of the C library, which has codes of its own.
Error libraryFailure()
{
    return base::failure(Errc::Storage, std::generic_category().message(errno));
}

// A stream that takes over the handle.
Result<FileHandle> streamOf(Handle handle, int flags, const char* mode)
{
    const int descriptor
        = ::_open_osfhandle(reinterpret_cast<std::intptr_t>(handle.get()), flags | _O_BINARY);
    if (descriptor < 0) {
        return libraryFailure();
    }
    // the descriptor owns the handle now
    static_cast<void>(handle.release());
    FileHandle stream(::_fdopen(descriptor, mode));
    if (!stream) {
        Error why = libraryFailure();
        ::_close(descriptor);
        return why;
    }
    return stream;
}

HANDLE handleOf(int descriptor)
{
    return reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor));
}

std::string randomLetters()
{
    constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz0123456789";
    std::random_device source;
    std::uniform_int_distribution<std::size_t> place(0, kLetters.size() - 1);
    std::string letters;
    for (int i = 0; i < 6; ++i) {
        letters.push_back(kLetters[place(source)]);
    }
    return letters;
}

} // namespace

namespace {

// `disposition`: CREATE_ALWAYS or CREATE_NEW.
Result<FileHandle> createAs(const fs::path& file, DWORD disposition)
{
    auto access = PrivateAccess::make();
    TRY(access);
    SECURITY_ATTRIBUTES attributes = access->attributes();
    // an existing file keeps its access list
    Handle handle = ownedHandle(::CreateFileW(file.c_str(), GENERIC_WRITE,
                                              FILE_SHARE_READ | FILE_SHARE_DELETE, &attributes,
                                              disposition, FILE_ATTRIBUTE_NORMAL, nullptr));
    if (!handle) {
        return systemFailure(lastError());
    }
    return streamOf(std::move(handle), _O_WRONLY, "wb");
}

} // namespace

Result<FileHandle> createPrivateFile(const fs::path& file)
{
    return createAs(file, CREATE_ALWAYS);
}

Result<FileHandle> createNewFile(const fs::path& file)
{
    // removes a link and not what it leads to; when it fails, CREATE_NEW says that the file is
    // there
    static_cast<void>(::DeleteFileW(file.c_str()));
    return createAs(file, CREATE_NEW);
}

Result<FileHandle> openFile(const fs::path& file, std::uint64_t offset)
{
    Handle handle = ownedHandle(::CreateFileW(file.c_str(), GENERIC_READ, kShareAll, nullptr,
                                              OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr));
    if (!handle) {
        return systemFailure(lastError());
    }
    auto stream = streamOf(std::move(handle), _O_RDONLY, "rb");
    TRY(stream);
    if (::_fseeki64(stream->get(), static_cast<std::int64_t>(offset), SEEK_SET) != 0) {
        return libraryFailure();
    }
    return stream;
}

Result<void> syncFile(std::FILE& file)
{
    if (std::fflush(&file) != 0) {
        return libraryFailure();
    }
    if (::FlushFileBuffers(handleOf(::_fileno(&file))) == 0) {
        return systemFailure(lastError());
    }
    return {};
}

Result<void> syncData(int descriptor)
{
    if (::FlushFileBuffers(handleOf(descriptor)) != 0) {
        return {};
    }
    // ERROR_INVALID_FUNCTION: a console, or a device without a buffer
    const int code = lastError();
    return code == ERROR_INVALID_FUNCTION ? Result<void>() : Result<void>(systemFailure(code));
}

// _dup() would let child processes inherit the copy.
Result<int> duplicate(int descriptor)
{
    const HANDLE process = ::GetCurrentProcess();
    HANDLE copy = nullptr;
    if (::DuplicateHandle(process, handleOf(descriptor), process, &copy, 0, FALSE,
                          DUPLICATE_SAME_ACCESS)
        == 0) {
        return systemFailure(lastError());
    }
    Handle handle = ownedHandle(copy);
    const int made
        = ::_open_osfhandle(reinterpret_cast<std::intptr_t>(handle.get()), _O_APPEND | _O_BINARY);
    if (made < 0) {
        return libraryFailure();
    }
    // the descriptor owns the handle now
    static_cast<void>(handle.release());
    return made;
}

void syncPath(const fs::path& path)
{
    const Handle handle = ownedHandle(::CreateFileW(path.c_str(), GENERIC_WRITE, kShareAll, nullptr,
                                                    OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr));
    if (handle) {
        ::FlushFileBuffers(handle.get());
    }
}

Result<void> syncFolder(const fs::path& /*folder*/)
{
    return {};
}

Result<void> makePrivate(const fs::path& folder)
{
    auto access = PrivateAccess::make();
    TRY(access);
    // the call does not change the name
    std::wstring name = folder.wstring();
    const DWORD code
        = ::SetNamedSecurityInfoW(name.data(), SE_FILE_OBJECT,
                                  DACL_SECURITY_INFORMATION | PROTECTED_DACL_SECURITY_INFORMATION,
                                  nullptr, nullptr, access->list(), nullptr);
    return code == ERROR_SUCCESS ? Result<void>()
                                 : Result<void>(systemFailure(static_cast<int>(code)));
}

Result<FolderAccess> tightenIfEmpty(const fs::path& /*folder*/)
{
    return FolderAccess::Private;
}

Result<void> checkFolderAccess(const fs::path& folder)
{
    // BACKUP_SEMANTICS: without it folders cannot be opened
    const Handle handle = ownedHandle(
        ::CreateFileW(folder.c_str(), FILE_LIST_DIRECTORY | FILE_ADD_FILE | FILE_ADD_SUBDIRECTORY,
                      kShareAll, nullptr, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, nullptr));
    return handle ? Result<void>() : Result<void>(systemFailure(lastError()));
}

Result<fs::path> makeUniqueFolder(const fs::path& parent, const std::string& prefix)
{
    auto access = PrivateAccess::make();
    TRY(access);
    SECURITY_ATTRIBUTES attributes = access->attributes();
    constexpr int kAttempts = 100;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
        const fs::path path = parent / (prefix + randomLetters());
        if (::CreateDirectoryW(path.c_str(), &attributes) != 0) {
            return path;
        }
        if (::GetLastError() != ERROR_ALREADY_EXISTS) {
            break;
        }
    }
    return systemFailure(lastError());
}

std::size_t writeWithoutWaiting(std::FILE& file, std::string_view text)
{
    static_cast<void>(std::fwrite(text.data(), 1, text.size(), &file));
    static_cast<void>(std::fflush(&file));
    return text.size();
}

void keepNewFilesPrivate() { }

FileLock::FileLock(int descriptor)
    : m_descriptor(descriptor)
{
}

FileLock::~FileLock() = default;

} // namespace sandglass::platform
