// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/platform/host.h"

#include <thread>

namespace sandglass::engine::commands {

using request::Request;

Result<void> runHostInfo(const Request& /*request*/, Context& context, bson::Builder& reply)
{
    const platform::HostFacts host = platform::hostFacts();
    constexpr std::int64_t kMegabyte = std::int64_t{1} << 20U;
    const auto cores = static_cast<std::int32_t>(std::thread::hardware_concurrency());

    reply.beginDocument("system")
        .append("currentTime", bson::Date::from(context.clock.now()))
        .append("hostname", host.hostName)
        .append("cpuAddrSize", std::int32_t{64})
        .append("memSizeMB", host.memoryBytes / kMegabyte)
        .append("memLimitMB", host.memoryLimitBytes / kMegabyte)
        .append("numCores", cores)
        .append("numCoresAvailableToProcess", cores)
        .append("cpuArch", host.architecture)
        .append("numaEnabled", false)
        .end();
    reply.beginDocument("os")
        .append("type", host.systemType)
        .append("name", host.systemName)
        .append("version", host.systemVersion)
        .end();
    reply.beginDocument("extra").append("pageSize", host.pageBytes).end();
    return {};
}

} // namespace sandglass::engine::commands
