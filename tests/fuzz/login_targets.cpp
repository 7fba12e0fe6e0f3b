// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/access/sasl_prep.h"
#include "app/engine/access/scram_conversation.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/targets.h"

#include <string_view>

namespace sandglass::fuzz {

void tryLogin(bson::Bytes input)
{
    using namespace engine::access;
    const std::string_view text = textOf(input);
    const std::size_t end = text.find('\n');
    const std::string_view last
        = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    static_cast<void>(saslPrep(text.substr(0, 1000)).has_value());
    const auto first = parseFirst(text.substr(0, end));
    if (!first) {
        return;
    }
    require(!first->user.empty() && !first->nonce.empty(), "a login has a name and a nonce");
    // nobody has a password that gives these keys
    const ScramCredential credential = pretendedCredential(bytesOf("secret"), first->user);
    const ScramConversation conversation(*first, credential, true, "server");
    require(conversation.challenge().starts_with("r=" + first->nonce), "the nonce goes on");
    require(!conversation.finish(last), "nobody gets in without the password");
}

} // namespace sandglass::fuzz
