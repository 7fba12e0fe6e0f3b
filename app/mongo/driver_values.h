// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"

#include <mongoc/mongoc.h>

namespace sandglass::mongo {

/// The comment of every command, by which an administrator of the server recognises Sandglass.
inline constexpr const char* kComment = "Sandglass";

/// Our bytes as the driver takes them; they must outlive this object.
class Borrowed
{
public:
    /// Borrows the bytes of `document`.
    explicit Borrowed(const bson::Document& document)
    {
        bson_init_static(&m_bson, document.bytes().data(), document.bytes().size());
    }

    /// Valid as long as this object.
    const bson_t* get() const { return &m_bson; }

private:
    bson_t m_bson{};
};

/// A reply, which the driver initialises after success and failure alike.
class Reply
{
public:
    Reply() = default;
    Reply(const Reply&) = delete;
    Reply& operator=(const Reply&) = delete;
    ~Reply() { bson_destroy(&m_bson); }

    /// The document, for the driver to fill or for us to read. Valid as long as this object.
    bson_t* get() { return &m_bson; }

private:
    bson_t m_bson = BSON_INITIALIZER;
};

/// What the driver reports about a command.
struct Outcome
{
    bson_error_t error{};
    Reply reply;
};

/// The driver's document, validated: a server may send anything. Errors: Protocol.
Result<bson::Document> copied(const bson_t* document);

} // namespace sandglass::mongo
