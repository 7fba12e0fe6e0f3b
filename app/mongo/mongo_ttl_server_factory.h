// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/ttl/ttl_server.h"

#include <memory>
#include <string>

namespace sandglass::mongo {

/// Connects to MongoDB and compatible servers through libmongoc. A MongoDriver must exist as long
/// as any connection. A connection string may name a unix socket: mongodb://%2Ftmp%2Fx.sock/.
class MongoTtlServerFactory final : public ttl::TtlServerFactory
{
public:
    /// `clock`: the local time, against which servers' clocks are measured; must outlive this
    /// object and every connection.
    explicit MongoTtlServerFactory(const base::Clock& clock);

    Result<std::shared_ptr<ttl::TtlServer>> connect(const std::string& uri,
                                                    const ttl::CallLimits& limits) override;

private:
    const base::Clock& m_clock;
};

} // namespace sandglass::mongo
