// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/request/secrets.h"

#include "app/bson/builder.h"

#include <algorithm>
#include <array>

namespace sandglass::engine::request {

namespace {

/// A command, and its only field with a secret.
struct SecretField
{
    std::string_view command;
    std::string_view field;
};

constexpr std::array kSecrets{
    SecretField{"authenticate", "key"},
    SecretField{"createUser", "pwd"},
    SecretField{"hello", "speculativeAuthenticate"},
    SecretField{"isMaster", "speculativeAuthenticate"},
    SecretField{"saslContinue", "payload"},
    SecretField{"saslStart", "payload"},
    SecretField{"updateUser", "pwd"},
};

const SecretField* secretOf(std::string_view command)
{
    const auto* found = std::ranges::find(kSecrets, command, &SecretField::command);
    return found == kSecrets.end() ? nullptr : found;
}

} // namespace

bool hasSecret(std::string_view command, bson::DocumentView body)
{
    const SecretField* secret = secretOf(command);
    return secret != nullptr && body.contains(secret->field);
}

bson::Document withoutSecrets(std::string_view command, bson::DocumentView body)
{
    const SecretField* secret = secretOf(command);
    if (secret == nullptr) {
        return bson::Document(body);
    }
    bson::Builder shown;
    for (const bson::Element& element : body) {
        if (element.key == secret->field) {
            shown.append(element.key, "xxx");
        } else {
            shown.append(element.key, element.value);
        }
    }
    return shown.take();
}

} // namespace sandglass::engine::request
