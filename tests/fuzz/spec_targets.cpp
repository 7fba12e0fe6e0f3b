// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/json.h"
#include "app/bson/value.h"
#include "app/engine/definitions/index_spec.h"
#include "app/protocol/connection_text.h"
#include "app/protocol/secrets.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/targets.h"

#include <string>

namespace sandglass::fuzz {

void parseIndexSpec(bson::Bytes input)
{
    const auto read = bson::fromJson(textOf(input));
    if (!read) {
        return;
    }
    for (const bool ignoreUnknown : {false, true}) {
        const auto definition
            = engine::definitions::parseIndexSpec(bson::Value::document(*read), ignoreUnknown);
        if (!definition) {
            continue;
        }
        require(!definition->name.empty(), "an index has a name");
        require(!definition->key.empty(), "an index has a key");
    }
}

void readConnectionString(bson::Bytes input)
{
    const std::string_view text = textOf(input);
    const protocol::ConnectionReading reading = protocol::readConnectionString(text);
    protocol::withoutCredentials(text);
    if (!reading.good()) {
        return;
    }
    const std::string written = protocol::writeConnectionString(reading.parts);
    const protocol::ConnectionReading again = protocol::readConnectionString(written);
    require(again.good(), "a written connection string can be read");
    require(again.parts == reading.parts, "a written connection string keeps every part");
    protocol::ConnectionParts bare = reading.parts;
    const std::string secrets = protocol::takeSecrets(bare);
    require(!bare.password.has_value(), "the password is among the secrets");
    protocol::putSecrets(bare, secrets);
    require(bare.password == reading.parts.password, "the password comes back");
}

} // namespace sandglass::fuzz
