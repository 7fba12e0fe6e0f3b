// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/builder.h"
#include "tests/support/service_fixture.h"

namespace sandglass::tests::documents {

/// A collection of documents that expire five minutes after `seen`.
inline const protocol::Namespace kSessions{"app", "sessions"};

/// 60 documents, one a second old, the next two seconds …, expiring after five minutes.
struct Sessions : ServiceFixture
{
    explicit Sessions(bool local = true)
    {
        server->addIndex(kSessions, "seen", 300);
        for (int id = 1; id <= 60; ++id) {
            server->addDocument(
                kSessions,
                bson::makeDocument("_id", std::int32_t{id}, "seen",
                                   bson::Date::from(clock.now() - std::chrono::seconds(id))));
        }
        connected = connect(local);
    }
    bool connected = false;
};

} // namespace sandglass::tests::documents
