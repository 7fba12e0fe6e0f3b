// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/mongo_ttl_server_factory.h"

#include "app/mongo/mongo_ttl_server.h"

namespace sandglass::mongo {

MongoTtlServerFactory::MongoTtlServerFactory(const base::Clock& clock)
    : m_clock(clock)
{
}

Result<std::shared_ptr<ttl::TtlServer>>
MongoTtlServerFactory::connect(const std::string& uri, const ttl::CallLimits& limits)
{
    auto server = MongoTtlServer::connect(uri, m_clock, limits);
    TRY(server);
    return std::shared_ptr<ttl::TtlServer>(std::move(*server));
}

} // namespace sandglass::mongo
