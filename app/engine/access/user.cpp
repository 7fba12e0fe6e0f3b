// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/access/user.h"

#include "app/bson/builder.h"
#include "app/engine/catalog/uuid.h"

namespace sandglass::engine::access {

std::vector<RoleName> rolesFrom(bson::DocumentView array)
{
    std::vector<RoleName> roles;
    for (const bson::Element& element : array) {
        const bson::DocumentView role = element.value.asDocument();
        if (role["role"].type() == bson::Type::String && role["db"].type() == bson::Type::String) {
            roles.push_back(
                {std::string(role["role"].asString()), std::string(role["db"].asString())});
        }
    }
    return roles;
}

bson::Document toArray(const std::vector<RoleName>& roles)
{
    bson::Builder array;
    for (const RoleName& role : roles) {
        array.push(bson::makeDocument("role", role.role, "db", role.database));
    }
    return array.take();
}

User userFrom(bson::DocumentView stored)
{
    User user;
    user.name = {std::string(stored["user"].asString()), std::string(stored["db"].asString())};
    if (stored["userId"].type() == bson::Type::Binary) {
        const bson::Bytes id = stored["userId"].asBinary().bytes;
        user.id.assign(id.begin(), id.end());
    }
    user.stored = bson::Document(stored);
    user.roles = rolesFrom(stored["roles"].asDocument());
    user.credential = credentialFrom(stored["credentials"].asDocument()[kMechanism].asDocument());
    return user;
}

bson::Document newUserDocument(const UserName& name, const ScramCredential& credential,
                               const std::vector<RoleName>& roles, bson::DocumentView customData)
{
    const auto uuid = catalog::freshUuid();
    bson::Builder user;
    user.append("_id", name.id())
        .append("userId", bson::Binary{bson::kUuidSubtype, uuid})
        .append("user", name.user)
        .append("db", name.database)
        .append("credentials", bson::makeDocument(kMechanism, toDocument(credential)));
    if (!customData.empty()) {
        user.append("customData", customData);
    }
    user.appendArray("roles", toArray(roles));
    return user.take();
}

} // namespace sandglass::engine::access
