// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"

#include <sys/utsname.h>
#include <unistd.h>

#include <thread>

namespace sandglass::engine::commands {

using request::Request;

Result<void> runHostInfo(const Request& /*request*/, Context& context, bson::Builder& reply)
{
    // cannot fail with a valid pointer
    utsname names{};
    uname(&names);
    const std::int64_t pageBytes = sysconf(_SC_PAGESIZE);
    constexpr std::int64_t kMegabyte = std::int64_t{1} << 20U;
    const std::int64_t memoryMegabytes = sysconf(_SC_PHYS_PAGES) * pageBytes / kMegabyte;
    const auto cores = static_cast<std::int32_t>(std::thread::hardware_concurrency());

    reply.beginDocument("system")
        .append("currentTime", bson::Date::from(context.clock.now()))
        .append("hostname", static_cast<const char*>(names.nodename))
        .append("cpuAddrSize", std::int32_t{64})
        .append("memSizeMB", memoryMegabytes)
        .append("memLimitMB", memoryMegabytes)
        .append("numCores", cores)
        .append("numCoresAvailableToProcess", cores)
        .append("cpuArch", static_cast<const char*>(names.machine))
        .append("numaEnabled", false)
        .end();
    reply.beginDocument("os")
        .append("type", static_cast<const char*>(names.sysname))
        .append("name", static_cast<const char*>(names.version))
        .append("version", static_cast<const char*>(names.release))
        .end();
    reply.beginDocument("extra").append("pageSize", pageBytes).end();
    return {};
}

} // namespace sandglass::engine::commands
