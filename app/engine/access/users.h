// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/access/user.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace sandglass::engine::catalog {
class Catalog;
class Collection;
class WriteUnit;
} // namespace sandglass::engine::catalog

namespace sandglass::engine::access {

/// The users of the server, in the collection admin.system.users and in MongoDB's form, so that
/// dumps and checkpoints hold them. Nothing is kept in memory: a change counts at once, also on a
/// standby. Any thread.
class Users
{
public:
    /// `catalog` must outlive it.
    explicit Users(catalog::Catalog& catalog);

    /// The user; nullopt when there is none. Errors: Storage.
    Result<std::optional<User>> find(const UserName& name) const;
    /// All users, in order of creation. Errors: Storage.
    Result<std::vector<User>> list() const;
    /// Whether there is a user at all.
    bool any() const;

    /// Adds a user; on disk when it returns. Errors: Storage; Location51003 (server) when there is
    /// one of that name.
    Result<void> add(const UserName& name, bson::DocumentView document);
    /// Replaces a user's document by what `change` makes of it; on disk when it returns. Errors:
    /// Storage; UserNotFound (server); those of `change`, which change nothing.
    Result<void> change(const UserName& name,
                        const std::function<Result<bson::Document>(const User&)>& change);
    /// Removes a user. Errors: Storage; UserNotFound (server).
    Result<void> remove(const UserName& name);
    /// Removes all users of a database and returns their number. Errors: Storage.
    Result<std::int64_t> removeAll(std::string_view database);

    /// What pretended credentials are derived from: random, the same for the life of the users'
    /// collection, and known to nobody who has not logged in.
    std::vector<std::uint8_t> secret() const;

private:
    std::shared_ptr<catalog::Collection> collection() const;
    /// Opens a write unit on the users, with the record id of one. Errors: UserNotFound (server),
    /// those of the catalog.
    Result<std::pair<std::unique_ptr<catalog::WriteUnit>, std::uint64_t>>
    openForChange(const UserName& name);

    catalog::Catalog& m_catalog;
    const std::vector<std::uint8_t> m_ownSecret; // while there is no collection
};

/// The error UserNotFound with MongoDB's text.
Error userNotFound(const UserName& name);

} // namespace sandglass::engine::access
