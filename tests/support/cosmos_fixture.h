// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/cosmos/cosmos_catalog.h"
#include "tests/support/command_fixture.h"

#include <chrono>
#include <memory>
#include <string>

namespace sandglass::tests {

/// Every command under the profile cosmos, on a clock that stands still until it is moved.
class CosmosFixture : public CommandFixture
{
public:
    CosmosFixture()
        : CommandFixture([](engine::catalog::Catalog& real, const base::Clock& clock) {
            return std::unique_ptr<engine::catalog::Catalog>(
                std::make_unique<engine::cosmos::CosmosCatalog>(real, clock));
        })
    {
    }

    /// createIndexes {_ts: 1} on db.c.
    void setTtl(std::int32_t seconds)
    {
        good(R"({"createIndexes":"c","indexes":[{"key":{"_ts":1},"name":"_ts_1",)"
             R"("expireAfterSeconds":)"
             + std::to_string(seconds) + "}]}");
    }
    /// Inserts a document, as JSON, into db.c.
    void insert(const std::string& document)
    {
        good(R"({"insert":"c","documents":[)" + document + "]}");
    }
    /// The documents of db.c that a client finds, as JSON.
    QString all() { return found("c"); }
    void advance(base::Millis by) { data.clock.advance(by); }
};

} // namespace sandglass::tests
