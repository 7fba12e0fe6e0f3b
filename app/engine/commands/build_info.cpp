// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/validate.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"

namespace sandglass::engine::commands {

using request::Request;

Result<void> runBuildInfo(const Request& /*request*/, Context& context, bson::Builder& reply)
{
    // drivers and tools decide by this version which features to use
    reply.append("version", context.facts.version);
    reply.append("gitVersion", "sandglass-" + context.facts.productVersion);
    reply.beginArray("modules").end();
    reply.append("allocator", "system");
    reply.append("javascriptEngine", "none");
    reply.append("sysInfo", "deprecated");
    reply.beginArray("versionArray");
    for (const int part : context.facts.versionNumbers) {
        reply.push(std::int32_t{part});
    }
    reply.end();
    reply.beginDocument("openssl")
        .append("running", "disabled")
        .append("compiled", "disabled")
        .end();
    reply.beginDocument("buildEnvironment")
        .append("target_os", "linux")
        .append("target_arch", "x86_64")
        .end();
    reply.append("bits", std::int32_t{64});
    reply.append("debug", false);
    reply.append("maxBsonObjectSize", static_cast<std::int32_t>(bson::kMaxDocumentBytes));
    reply.beginArray("storageEngines").push("rocksdb").end();
    // a MongoDB server has no such field: clients recognize the engine by it
    reply.beginDocument("sandglass")
        .append("version", context.facts.productVersion)
        .append("profile", context.facts.profile)
        .end();
    return {};
}

} // namespace sandglass::engine::commands
