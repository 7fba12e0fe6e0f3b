// SPDX-License-Identifier: GPL-3.0-or-later
// {sandglassCheckpoint: 1, path: "/…"}: copies all data at one moment into a new folder, below one
// that was allowed when the engine started. Only for clients on the same machine, because it writes
// files there. MongoDB has no such command.
#include "app/engine/catalog/catalog.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/data_files.h"
#include "app/engine/request/arguments.h"
#include "app/engine/request/engine_facts.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace sandglass::engine::commands {

using protocol::commandError;
using protocol::ServerCode;
using request::Arguments;
using request::commandArguments;
using request::Request;

namespace {

namespace fs = std::filesystem;

bool isOnThisMachine(std::string_view remote)
{
    // a client on a unix socket has no address with a port
    return (remote.find(':') == std::string_view::npos && remote != "unknown")
        || remote.starts_with("127.") || remote.starts_with("[::1]:");
}

/// Whether `path` is `folder` or below it, by their parts.
bool isWithin(const fs::path& path, const fs::path& folder)
{
    const auto [inFolder, inPath]
        = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
    return inFolder == folder.end();
}

Error unusable(const std::string& path, const std::string& why)
{
    return commandError(ServerCode::BadValue, "the path '" + path + "' cannot be used: " + why);
}

/// Whether the path is absolute, names a new folder, and nowhere goes back.
bool isPlain(const std::string& text, const fs::path& path)
{
    return text.find('\0') == std::string::npos && path.is_absolute() && path.has_filename()
        && std::ranges::none_of(path,
                                [](const fs::path& part) { return part == ".." || part == "."; });
}

/// The same folder without detours, and without a separator at its end.
fs::path tidied(const fs::path& given)
{
    const fs::path folder = given.lexically_normal();
    return folder.has_filename() ? folder : folder.parent_path();
}

/// What is already in a folder that was allowed must leave room: each copy, which is a folder,
/// holds table files that could be deleted otherwise. Errors (server): OperationFailed.
Result<void> checkNumber(const fs::path& allowed)
{
    constexpr std::int64_t kMostCopies = 1000;
    std::error_code error;
    std::int64_t count = 0;
    for (fs::directory_iterator each(allowed, error), end; !error && each != end;
         each.increment(error)) {
        std::error_code gone; // meanwhile; then it does not count
        count += fs::is_directory(each->symlink_status(gone)) ? 1 : 0;
    }
    if (error || count >= kMostCopies) {
        return commandError(ServerCode::OperationFailed,
                            "the folder '" + allowed.string() + "' "
                                + (error ? "cannot be read: " + error.message()
                                         : "holds " + std::to_string(count)
                                           + " copies already; delete some first"));
    }
    return {};
}

/// The new folder, without symbolic links. It must not exist, but its parent must, at any depth
/// below `allowed`, whose own links are those of whoever started the engine. Errors (server):
/// BadValue, OperationFailed.
Result<std::string> placeIn(const fs::path& allowed, const std::string& text,
                            const std::string& dataFolder)
{
    const fs::path path(text);
    std::error_code error;
    const fs::path root = fs::canonical(allowed, error);
    if (error) {
        return unusable(text, "the folder of --checkpoint-folder does not exist");
    }
    const fs::path parent = tidied(root / path.parent_path().lexically_relative(allowed));
    const fs::path real = fs::canonical(parent, error);
    if (error || !fs::is_directory(real, error)) {
        return unusable(text, "its parent folder does not exist");
    }
    if (real != parent) {
        return unusable(text, "a part of it is a symbolic link");
    }
    const fs::path data = fs::canonical(dataFolder, error);
    if (error || isWithin(real, data)) {
        return unusable(text, "it must not be in the data folder");
    }
    if (fs::exists(fs::symlink_status(real / path.filename(), error))) {
        return unusable(text, "it already exists");
    }
    TRY(checkNumber(root));
    return (real / path.filename()).string();
}

/// As placeIn(), in whichever folder was allowed at the start. Errors (server): IllegalOperation
/// when none was, BadValue, OperationFailed.
Result<std::string> placeOf(const std::string& text, const request::EngineFacts& facts)
{
    if (facts.checkpointFolders.empty()) {
        return commandError(ServerCode::IllegalOperation,
                            "sandglassCheckpoint needs a server that was started with "
                            "--checkpoint-folder");
    }
    const fs::path path(text);
    if (!isPlain(text, path)) {
        return unusable(text, "it must be the absolute path of a new folder");
    }
    for (const std::string& given : facts.checkpointFolders) {
        std::error_code error; // a relative one, and the working folder is gone
        const fs::path allowed = tidied(fs::absolute(given, error));
        if (!error && isWithin(path.parent_path(), allowed)) {
            return placeIn(allowed, text, facts.dataFolder);
        }
    }
    return unusable(text, "it must be below a folder of --checkpoint-folder");
}

} // namespace

Result<void> runSandglassCheckpoint(const Request& request, Context& context, bson::Builder& reply)
{
    if (!isOnThisMachine(request.remote)) {
        return commandError(ServerCode::Unauthorized,
                            "sandglassCheckpoint is for clients on this machine only");
    }
    const auto folder = placeOf(std::string(request.body["path"].asString()), context.facts);
    TRY(folder);
    // read before the copy: the checkpoint contains at least everything up to this moment
    const base::Time at = context.clock.now();
    TRY(context.files.checkpoint(*folder));
    std::int64_t documents = 0;
    for (const auto& collection : context.catalog.collections({})) {
        documents += collection->figures().documents;
    }
    reply.append("at", bson::Date::from(at)).append("documents", documents);
    return {};
}

} // namespace sandglass::engine::commands
