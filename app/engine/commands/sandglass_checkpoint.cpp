// SPDX-License-Identifier: GPL-3.0-or-later
// {sandglassCheckpoint: 1, path: "/…"}: copies all data at one moment into a new folder next to the
// data folder. Only for clients on the same machine, because it writes files there. MongoDB has no
// such command.
#include "app/engine/catalog/catalog.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/data_files.h"
#include "app/engine/request/arguments.h"
#include "app/protocol/server_code.h"

#include <algorithm>
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

/// Whether `path` is `folder` or below it. Both without symbolic links.
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

/// Succeeds if a checkpoint may be written to that folder: it must be new, in the parent of the
/// data folder or below it, and outside the data folder itself. Resolves symbolic links before it
/// compares paths. Errors (server): BadValue.
Result<void> checkFolder(const std::string& text, const std::string& dataFolder)
{
    const fs::path path(text);
    if (text.find('\0') != std::string::npos || !path.is_absolute() || !path.has_filename()
        || path.filename() == ".." || path.filename() == ".") {
        return unusable(text, "it must be the absolute path of a new folder");
    }
    std::error_code error;
    const fs::path parent = fs::canonical(path.parent_path(), error);
    if (error || !fs::is_directory(parent, error)) {
        return unusable(text, "its parent folder does not exist");
    }
    const fs::path data = fs::canonical(dataFolder, error);
    if (error) {
        return unusable(text, "the data folder cannot be read");
    }
    if (!isWithin(parent, data.parent_path()) || isWithin(parent, data)) {
        return unusable(text, "it must be next to the data folder");
    }
    if (fs::exists(fs::symlink_status(path, error))) {
        return unusable(text, "it already exists");
    }
    return {};
}

} // namespace

Result<void> runSandglassCheckpoint(const Request& request, Context& context, bson::Builder& reply)
{
    if (!isOnThisMachine(request.remote)) {
        return commandError(ServerCode::Unauthorized,
                            "sandglassCheckpoint is for clients on this machine only");
    }
    const std::string folder(request.body["path"].asString());
    TRY(checkFolder(folder, context.facts.dataFolder));
    // read before the copy: the checkpoint contains at least everything up to this moment
    const base::Time at = context.clock.now();
    TRY(context.files.checkpoint(folder));
    std::int64_t documents = 0;
    for (const auto& collection : context.catalog.collections({})) {
        documents += collection->figures().documents;
    }
    reply.append("at", bson::Date::from(at)).append("documents", documents);
    return {};
}

} // namespace sandglass::engine::commands
