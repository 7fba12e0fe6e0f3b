// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/builder.h"
#include "app/ttl/ttl_server.h"
#include "tests/support/unlocked.h"

#include <cstdint>
#include <string>

namespace sandglass::tests {

// Changes as another client makes them, without a comparison with what it has read. Each returns
// how many documents it has changed. Errors: the server's.

namespace detail {

inline Result<std::int64_t> changeOne(ttl::TtlServer& server, const protocol::Namespace& ns,
                                      const bson::Document& command, const char* counter)
{
    const Result<bson::Document> reply = server.alter(ns.database, command, unlocked());
    TRY(reply);
    return (*reply)[counter].toInt64();
}

inline bson::Document updateOf(const protocol::Namespace& ns, bson::ValueView id,
                               const bson::Document& update)
{
    const bson::Document statement
        = bson::makeDocument("q", bson::makeDocument("_id", id), "u", update);
    return bson::Builder()
        .append("update", ns.collection)
        .appendArray("updates", bson::makeArray(statement))
        .take();
}

} // namespace detail

/// Replaces the document with the same _id.
inline Result<std::int64_t> replaceByOther(ttl::TtlServer& server, const protocol::Namespace& ns,
                                           const bson::Document& replacement)
{
    return detail::changeOne(server, ns, detail::updateOf(ns, replacement["_id"], replacement),
                             "n");
}

/// Sets a date field of a document.
inline Result<std::int64_t> setDateByOther(ttl::TtlServer& server, const protocol::Namespace& ns,
                                           const bson::Value& id, const std::string& field,
                                           bson::Date date)
{
    const bson::Document update = bson::makeDocument("$set", bson::makeDocument(field, date));
    return detail::changeOne(server, ns, detail::updateOf(ns, id.view(), update), "nModified");
}

/// Deletes a document.
inline Result<std::int64_t> removeByOther(ttl::TtlServer& server, const protocol::Namespace& ns,
                                          const bson::Value& id)
{
    const bson::Document statement
        = bson::makeDocument("q", bson::makeDocument("_id", id), "limit", 1);
    return detail::changeOne(server, ns,
                             bson::Builder()
                                 .append("delete", ns.collection)
                                 .appendArray("deletes", bson::makeArray(statement))
                                 .take(),
                             "n");
}

} // namespace sandglass::tests
