// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/builder.h"
#include "tests/support/service_fixture.h"

#include <chrono>
#include <cstdint>
#include <initializer_list>

namespace sandglass::tests {

/// Expires an hour after lastSeen: 3 documents are overdue, 5 go in 10 minutes, 2 in 50 minutes,
/// one has no date and one has text instead.
inline const protocol::Namespace kSessions{"shop", "sessions"};
/// Has an ordinary index on placedAt: two documents are 40 days old, two one day.
inline const protocol::Namespace kOrders{"shop", "orders"};
/// Has no index but that on _id: of three documents two were written more than an hour ago.
inline const protocol::Namespace kNotes{"shop", "notes"};

/// A document whose date lies so far back.
inline bson::Document agedDocument(const ServiceFixture& fixture, std::int32_t id,
                                   const std::string& field, base::Millis age)
{
    return bson::makeDocument("_id", id, field, bson::Date::from(fixture.clock.now() - age));
}

/// Puts the three collections on the fake server.
inline void fillShop(ServiceFixture& fixture)
{
    using namespace std::chrono_literals;
    FakeTtlServer& server = *fixture.server;
    std::int32_t id = 0;
    const auto add = [&](const protocol::Namespace& ns, const std::string& field,
                         std::initializer_list<base::Millis> ages) {
        for (const base::Millis age : ages) {
            server.addDocument(ns, agedDocument(fixture, ++id, field, age));
        }
    };
    server.addIndex(kSessions, "lastSeen", 3'600);
    add(kSessions, "lastSeen", {2h, 2h, 2h, 50min, 50min, 50min, 50min, 50min, 10min, 10min});
    server.addDocument(kSessions, bson::makeDocument("_id", ++id, "user", "without a date"));
    server.addDocument(kSessions, bson::makeDocument("_id", ++id, "lastSeen", "yesterday"));
    server.addIndex(kOrders, "placedAt", std::nullopt);
    add(kOrders, "placedAt", {960h, 960h, 24h, 24h});
    server.collection(kNotes);
    add(kNotes, "writtenAt", {2h, 90min, 1min});
}

} // namespace sandglass::tests
