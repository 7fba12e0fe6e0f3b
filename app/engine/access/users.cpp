// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/access/users.h"

#include "app/bson/builder.h"
#include "app/engine/catalog/catalog.h"
#include "app/engine/storage/key_value_store.h"
#include "app/protocol/server_code.h"

#include <utility>

namespace sandglass::engine::access {

using protocol::commandError;
using protocol::ServerCode;
using storage::Durability;

namespace {

constexpr int kUserExists = 51'003;
constexpr std::size_t kSecretBytes = 32;

const protocol::Namespace& usersNamespace()
{
    static const protocol::Namespace kUsers{"admin", "system.users"};
    return kUsers;
}

} // namespace

Error userNotFound(const UserName& name)
{
    return commandError(ServerCode::UserNotFound,
                        "Could not find user \"" + name.user + "\" for db \"" + name.database
                            + "\"");
}

Users::Users(catalog::Catalog& catalog)
    : m_catalog(catalog)
    , m_ownSecret(randomBytes(kSecretBytes))
{
}

std::shared_ptr<catalog::Collection> Users::collection() const
{
    return m_catalog.find(usersNamespace());
}

Result<std::optional<User>> Users::find(const UserName& name) const
{
    const auto users = collection();
    if (!users) {
        return std::optional<User>();
    }
    auto found = users->findById(bson::Value::of(name.id()));
    TRY(found);
    return *found ? std::optional(userFrom((*found)->second)) : std::nullopt;
}

Result<std::vector<User>> Users::list() const
{
    std::vector<User> all;
    if (const auto users = collection()) {
        const auto cursor = users->scan(catalog::Direction::Forward);
        while (cursor->next()) {
            all.push_back(userFrom(cursor->document()));
        }
        TRY(cursor->status());
    }
    return all;
}

bool Users::any() const
{
    const auto users = collection();
    return users && users->figures().documents > 0;
}

Result<void> Users::add(const UserName& name, bson::DocumentView document)
{
    auto users = m_catalog.findOrCreate(usersNamespace(), nullptr);
    TRY(users);
    auto unit = (*users)->beginWrite();
    TRY(unit);
    auto inserted = (*unit)->insert(document);
    if (!inserted && inserted.error().serverCode == static_cast<int>(ServerCode::DuplicateKey)) {
        return commandError(kUserExists, "User \"" + name.text() + "\" already exists");
    }
    TRY(inserted);
    return (*unit)->commit(Durability::Disk);
}

Result<std::pair<std::unique_ptr<catalog::WriteUnit>, std::uint64_t>>
Users::openForChange(const UserName& name)
{
    const auto users = collection();
    if (!users) {
        return userNotFound(name);
    }
    auto found = users->findById(bson::Value::of(name.id()));
    TRY(found);
    if (!*found) {
        return userNotFound(name);
    }
    auto unit = users->beginWrite();
    TRY(unit);
    return std::pair(*std::move(unit), (*found)->first);
}

Result<void> Users::change(const UserName& name,
                           const std::function<Result<bson::Document>(const User&)>& change)
{
    auto found = openForChange(name);
    TRY(found);
    auto& [unit, record] = *found;
    // again, now that nobody else writes
    auto newest = unit->fetch(record);
    TRY(newest);
    if (!*newest) {
        return userNotFound(name);
    }
    auto changed = change(userFrom(**newest));
    TRY(changed);
    TRY(unit->replace(record, *changed));
    return unit->commit(Durability::Disk);
}

Result<void> Users::remove(const UserName& name)
{
    auto found = openForChange(name);
    TRY(found);
    auto& [unit, record] = *found;
    auto removed = unit->remove(record);
    TRY(removed);
    if (!*removed) {
        return userNotFound(name);
    }
    return unit->commit(Durability::Disk);
}

Result<std::int64_t> Users::removeAll(std::string_view database)
{
    auto all = list();
    TRY(all);
    std::int64_t count = 0;
    for (const User& user : *all) {
        if (user.name.database != database) {
            continue;
        }
        auto removed = remove(user.name);
        // somebody else has removed it meanwhile
        if (!removed && removed.error().serverCode == static_cast<int>(ServerCode::UserNotFound)) {
            continue;
        }
        TRY(removed);
        ++count;
    }
    return count;
}

std::vector<std::uint8_t> Users::secret() const
{
    const auto users = collection();
    if (!users) {
        return m_ownSecret;
    }
    const auto uuid = users->uuid();
    return {uuid.begin(), uuid.end()};
}

} // namespace sandglass::engine::access
