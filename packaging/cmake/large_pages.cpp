// SPDX-License-Identifier: GPL-3.0-or-later
// Loaded into the compiler by LargePages.cmake: memory that a program takes from the system by the half
// megabyte or more is offered to Linux for pages of 2 MiB (madvise(2), MADV_HUGEPAGE). No result changes.
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstddef>

namespace {

constexpr std::size_t kLeast = std::size_t{1} << 19;

} // namespace

extern "C" void* mmap(void* address, std::size_t length, int protection, int flags, int file,
                      off_t offset) noexcept
{
    // syscall() sets errno as mmap() does
    void* const start
        = reinterpret_cast<void*>(syscall(SYS_mmap, address, length, protection, flags, file, offset));
    if (start != MAP_FAILED && (flags & MAP_ANONYMOUS) != 0 && length >= kLeast) {
        madvise(start, length, MADV_HUGEPAGE); // only advice: a kernel without such pages refuses it
    }
    return start;
}
