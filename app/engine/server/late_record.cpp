// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/server/late_record.h"

#include "app/bson/builder.h"
#include "app/bson/validate.h"
#include "app/engine/storage/key_value_store.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace sandglass::engine::server {

namespace {

using Known = expiry::LateArrivals::Known;
using State = expiry::LateArrivals::State;

/// Key in the family Meta; see app/engine/storage/FORMAT.md.
constexpr std::string_view kLateKey = "late";
constexpr std::array kStates{
    std::pair{State::Drained, std::string_view("drained")},
    std::pair{State::Held, std::string_view("held")},
    std::pair{State::Confirmed, std::string_view("confirmed")},
};

} // namespace

std::vector<Known> readLate(storage::KeyValueStore& store)
{
    std::vector<Known> known;
    std::string stored;
    const auto found = store.get(storage::Family::Meta, kLateKey, stored, nullptr);
    const bson::Bytes bytes{reinterpret_cast<const std::uint8_t*>(stored.data()), stored.size()};
    if (!found || !*found || !bson::validate(bytes)) {
        return known;
    }
    for (const bson::Element& each : bson::DocumentView(bytes)["indexes"].asDocument()) {
        const bson::DocumentView index = each.value.asDocument();
        const auto* const state = std::ranges::find(kStates, index["state"].asString(),
                                                    &decltype(kStates)::value_type::second);
        // a later version may know other states
        if (state != kStates.end()) {
            known.push_back({state->first, static_cast<std::uint32_t>(index["index"].asInt64()),
                             index["seconds"].asInt64(), index["cutoff"].asInt64()});
        }
    }
    return known;
}

void putLate(storage::Batch& batch, const std::vector<Known>& known)
{
    if (known.empty()) {
        batch.remove(storage::Family::Meta, kLateKey);
        return;
    }
    bson::Builder builder;
    builder.beginArray("indexes");
    for (const Known& each : known) {
        const auto* const state
            = std::ranges::find(kStates, each.state, &decltype(kStates)::value_type::first);
        builder.pushDocument()
            .append("state", state->second)
            .append("index", std::int64_t{each.index})
            .append("seconds", each.seconds)
            .append("cutoff", each.cutoff)
            .end();
    }
    builder.end();
    const bson::Document stored = builder.take();
    batch.put(storage::Family::Meta, kLateKey,
              {reinterpret_cast<const char*>(stored.bytes().data()), stored.bytes().size()});
}

} // namespace sandglass::engine::server
