/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first part of the AppImage, a static program. A squashfs image follows it in the same file.
   It mounts the image with FUSE, or extracts it where FUSE cannot be used, and starts AppRun in it.
 */
#define _GNU_SOURCE
#define _FILE_OFFSET_BITS 64
#define FUSE_USE_VERSION 32
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <squashfuse/config.h>
#include <squashfuse/ll.h>
#include <squashfuse/squashfuse.h>
#include <squashfuse/traverse.h>
#include <squashfuse/util.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { kFailed = 127, kChunk = 1 << 20, kOpenFolders = 16 };

static const char kHelp[]
    = "Options of the AppImage; all others go to the program:\n"
      "  --appimage-help             Print this and end.\n"
      "  --appimage-offset           Print where in this file the squashfs image begins.\n"
      "  --appimage-extract          Extract the image to squashfs-root and end.\n"
      "  --appimage-extract-and-run  Extract the image to a temporary folder, run the program "
      "from\n"
      "                              there, and remove the folder. APPIMAGE_EXTRACT_AND_RUN=1 "
      "does\n"
      "                              the same. TMPDIR says where the folder is made.\n";

/* The running program in temporary mode; signals are passed on to it. */
static volatile pid_t running = 0;

static int fail(const char* what)
{
    fprintf(stderr, "AppImage: %s: %s\n", what, strerror(errno));
    return kFailed;
}

/* Joins the text into `out`, which has PATH_MAX bytes. Returns 0, or -1 if it is too long. */
static int makePath(char* out, const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(out, PATH_MAX, format, arguments);
    va_end(arguments);
    if (length < 0 || length >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return -1;
    }
    return 0;
}

/* The size of the ELF file itself, which is where the image begins; 0 on errors. */
static size_t imageOffset(const char* self)
{
    Elf64_Ehdr header;
    const int file = open(self, O_RDONLY | O_CLOEXEC);
    const ssize_t size = file < 0 ? -1 : read(file, &header, sizeof header);
    if (file >= 0) {
        close(file);
    }
    if (size != (ssize_t)sizeof header) {
        return 0;
    }
    return header.e_shoff + (size_t)header.e_shentsize * header.e_shnum;
}

static int writeAll(int file, const char* bytes, size_t size)
{
    while (size > 0) {
        const ssize_t written = write(file, bytes, size);
        if (written < 0 && errno != EINTR) {
            return -1;
        }
        if (written > 0) {
            bytes += written;
            size -= (size_t)written;
        }
    }
    return 0;
}

static int extractFile(sqfs* fs, sqfs_inode* inode, const char* path)
{
    static char buffer[kChunk];
    const mode_t mode = inode->base.mode & 0777;
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, mode);
    if (file < 0) {
        return fail(path);
    }
    const sqfs_off_t size = (sqfs_off_t)inode->xtra.reg.file_size;
    sqfs_off_t at = 0;
    while (at < size) {
        sqfs_off_t part = kChunk;
        if (sqfs_read_range(fs, inode, at, &part, buffer) != SQFS_OK || part <= 0) {
            errno = EIO;
            break;
        }
        if (writeAll(file, buffer, (size_t)part) != 0) {
            break;
        }
        at += part;
    }
    if (at < size || close(file) != 0) {
        return fail(path);
    }
    return 0;
}

static int extractLink(sqfs* fs, sqfs_inode* inode, const char* path)
{
    char target[PATH_MAX];
    size_t size = sizeof target;
    if (sqfs_readlink(fs, inode, target, &size) != SQFS_OK) {
        errno = EIO;
        return fail(path);
    }
    unlink(path);
    return symlink(target, path) == 0 ? 0 : fail(path);
}

static int extractEntry(sqfs* fs, sqfs_traverse* walk, const char* folder)
{
    char path[PATH_MAX];
    sqfs_inode inode;
    if (makePath(path, "%s/%s", folder, walk->path) != 0) {
        return fail(folder);
    }
    if (sqfs_inode_get(fs, &inode, sqfs_dentry_inode(&walk->entry)) != SQFS_OK) {
        errno = EIO;
        return fail(path);
    }
    switch (inode.base.inode_type) {
    case SQUASHFS_DIR_TYPE:
    case SQUASHFS_LDIR_TYPE:
        return mkdir(path, 0755) == 0 || errno == EEXIST ? 0 : fail(path);
    case SQUASHFS_SYMLINK_TYPE:
    case SQUASHFS_LSYMLINK_TYPE:
        return extractLink(fs, &inode, path);
    case SQUASHFS_REG_TYPE:
    case SQUASHFS_LREG_TYPE:
        return extractFile(fs, &inode, path);
    default:
        return 0; /* the image has no devices or pipes */
    }
}

/* Extracts the image to `folder`, which is made if missing. Returns 0 or kFailed. */
static int extract(const char* self, size_t offset, const char* folder)
{
    sqfs fs;
    sqfs_traverse walk;
    sqfs_err error = SQFS_OK;
    if (sqfs_open_image(&fs, self, offset) != SQFS_OK
        || sqfs_traverse_open(&walk, &fs, sqfs_inode_root(&fs)) != SQFS_OK) {
        errno = EIO;
        return fail(self);
    }
    if (mkdir(folder, 0755) != 0 && errno != EEXIST) {
        return fail(folder);
    }
    int result = 0;
    while (result == 0 && sqfs_traverse_next(&walk, &error)) {
        if (!walk.dir_end) {
            result = extractEntry(&fs, &walk, folder);
        }
    }
    sqfs_traverse_close(&walk);
    if (result == 0 && error != SQFS_OK) {
        errno = EIO;
        result = fail(self);
    }
    return result;
}

/* A new folder that only this user can enter, in TMPDIR or /tmp. Returns 0 or kFailed. */
static int makeFolder(char* folder)
{
    const char* parent = getenv("TMPDIR");
    if (makePath(folder, "%s/sandglass-XXXXXX", parent && *parent ? parent : "/tmp") != 0
        || mkdtemp(folder) == NULL) {
        return fail(folder);
    }
    return 0;
}

/* Becomes AppRun in `folder`. Returns only if that fails. */
static int become(const char* folder, const char* self, char** arguments)
{
    char program[PATH_MAX];
    if (makePath(program, "%s/AppRun", folder) != 0) {
        return fail(folder);
    }
    setenv("APPIMAGE", self, 1);
    setenv("APPDIR", folder, 1);
    setenv("ARGV0", arguments[0], 1);
    execv(program, arguments);
    return fail(program);
}

static int removeEntry(const char* path, const struct stat* status, int type, struct FTW* walk)
{
    (void)status;
    (void)type;
    (void)walk;
    return remove(path);
}

static void passOn(int number)
{
    if (running > 0) {
        kill(running, number);
    }
}

static int runExtracted(const char* self, size_t offset, char** arguments)
{
    char folder[PATH_MAX];
    int status = 0;
    if (makeFolder(folder) != 0) {
        return kFailed;
    }
    int result = extract(self, offset, folder);
    if (result == 0) {
        struct sigaction action;
        memset(&action, 0, sizeof action);
        action.sa_handler = passOn;
        sigaction(SIGINT, &action, NULL);
        sigaction(SIGTERM, &action, NULL);
        sigaction(SIGHUP, &action, NULL);
        running = fork();
        if (running == 0) {
            _exit(become(folder, self, arguments));
        }
        while (running > 0 && waitpid(running, &status, 0) < 0 && errno == EINTR) { }
        result = running < 0    ? fail("fork")
            : WIFEXITED(status) ? WEXITSTATUS(status)
                                : 128 + WTERMSIG(status);
    }
    nftw(folder, removeEntry, kOpenFolders, FTW_DEPTH | FTW_PHYS);
    return result;
}

/* Answers the kernel until the last process that holds the other end of `alive` has ended. */
static void serve(struct fuse_session* session, int alive)
{
    struct fuse_buf buffer;
    memset(&buffer, 0, sizeof buffer);
    while (!fuse_session_exited(session)) {
        struct pollfd waiting[2] = {{fuse_session_fd(session), POLLIN, 0}, {alive, POLLIN, 0}};
        if (poll(waiting, 2, -1) < 0 && errno != EINTR) {
            break;
        }
        if (waiting[1].revents != 0) {
            break;
        }
        if (waiting[0].revents != 0) {
            const int size = fuse_session_receive_buf(session, &buffer);
            if (size > 0) {
                fuse_session_process_buf(session, &buffer);
            } else if (size != -EINTR && size != -EAGAIN) {
                break;
            }
        }
    }
    free(buffer.mem);
}

static struct fuse_session* mountImage(const char* self, size_t offset, const char* folder)
{
    struct fuse_lowlevel_ops operations;
    memset(&operations, 0, sizeof operations);
    operations.getattr = sqfs_ll_op_getattr;
    operations.opendir = sqfs_ll_op_opendir;
    operations.releasedir = sqfs_ll_op_releasedir;
    operations.readdir = sqfs_ll_op_readdir;
    operations.lookup = sqfs_ll_op_lookup;
    operations.open = sqfs_ll_op_open;
    operations.create = sqfs_ll_op_create;
    operations.release = sqfs_ll_op_release;
    operations.read = sqfs_ll_op_read;
    operations.readlink = sqfs_ll_op_readlink;
    operations.forget = sqfs_ll_op_forget;
    char name[] = "sandglass";
    char option[] = "-o";
    char options[] = "ro,nosuid,nodev,fsname=sandglass";
    char* words[] = {name, option, options, NULL};
    struct fuse_args arguments = FUSE_ARGS_INIT(3, words);
    sqfs_ll* image = sqfs_ll_open(self, offset);
    if (image == NULL) {
        return NULL;
    }
    struct fuse_session* session
        = fuse_session_new(&arguments, &operations, sizeof operations, image);
    if (session == NULL || fuse_session_mount(session, folder) != 0) {
        return NULL;
    }
    return session;
}

/* The process behind the mounted folder: writes to `ready` once it is there, and removes it at the
   end. */
static void serveFolder(const char* self, size_t offset, const char* folder, int ready, int alive)
{
    /* neither a terminal's Ctrl+C nor a caller's pipe belongs to this process */
    setsid();
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int stream = 0; stream <= 2 && nothing >= 0; ++stream) {
        dup2(nothing, stream);
    }
    struct fuse_session* session = mountImage(self, offset, folder);
    if (session == NULL || write(ready, "1", 1) != 1) {
        return;
    }
    close(ready);
    serve(session, alive);
    fuse_session_unmount(session);
    rmdir(folder);
}

/* Starts the process behind `folder`, and waits until the image is mounted there. Returns 0 or -1.
   The mount ends after this process and all that it starts. */
static int startMount(const char* self, size_t offset, const char* folder)
{
    int ready[2];
    int alive[2];
    if (pipe2(ready, O_CLOEXEC) != 0 || pipe(alive) != 0) {
        return -1;
    }
    const pid_t middle = fork();
    if (middle == 0) {
        close(ready[0]);
        close(alive[1]);
        fcntl(alive[0], F_SETFD, FD_CLOEXEC);
        /* not a child of the program, which would have to wait for it */
        if (fork() == 0) {
            serveFolder(self, offset, folder, ready[1], alive[0]);
        }
        _exit(0);
    }
    close(ready[1]);
    close(alive[0]);
    if (middle > 0) {
        waitpid(middle, NULL, 0);
    }
    char byte = 0;
    const ssize_t size = read(ready[0], &byte, 1);
    close(ready[0]);
    if (size != 1) {
        close(alive[1]);
        return -1;
    }
    return 0;
}

static int runMounted(const char* self, size_t offset, char** arguments)
{
    char folder[PATH_MAX];
    if (makeFolder(folder) != 0) {
        return kFailed;
    }
    if (startMount(self, offset, folder) == 0) {
        return become(folder, self, arguments);
    }
    rmdir(folder);
    return runExtracted(self, offset, arguments);
}

int main(int count, char** arguments)
{
    char self[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length < 0) {
        return fail("/proc/self/exe");
    }
    self[length] = 0;
    const size_t offset = imageOffset(self);
    const char* wanted = getenv("APPIMAGE_EXTRACT_AND_RUN");
    int extracted = (wanted && strcmp(wanted, "1") == 0) || access("/dev/fuse", R_OK | W_OK) != 0;
    if (count > 1 && strcmp(arguments[1], "--appimage-help") == 0) {
        fputs(kHelp, stdout);
        return 0;
    }
    if (count > 1 && strcmp(arguments[1], "--appimage-offset") == 0) {
        printf("%zu\n", offset);
        return 0;
    }
    if (count > 1 && strcmp(arguments[1], "--appimage-extract") == 0) {
        return extract(self, offset, "squashfs-root");
    }
    if (count > 1 && strcmp(arguments[1], "--appimage-extract-and-run") == 0) {
        extracted = 1;
        arguments[1] = arguments[0];
        ++arguments;
    }
    return extracted ? runExtracted(self, offset, arguments) : runMounted(self, offset, arguments);
}
