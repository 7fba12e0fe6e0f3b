// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/indexes/index_lesson.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <vector>

namespace sandglass::services {

namespace {

using ttl::Can;
using ttl::Capability;

// What a command needs that not all servers have.
struct Need
{
    Capability capability = Capability::ConvertIndex;
    std::vector<std::string_view> words = {}; ///< a refusal for this reason has one of them; empty:
                                              ///< any refusal has this reason
    Can ifDone = Can::Yes;
    Can ifRefused = Can::No;
};

// Whether the server's text has one of the words, in any case.
bool mentions(const Error& error, const std::vector<std::string_view>& words)
{
    std::string text = error.message;
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return std::ranges::any_of(
        words, [&](std::string_view word) { return text.find(word) != std::string::npos; });
}

std::optional<Need> neededByChange(const JournalEntry& entry)
{
    const bson::DocumentView wanted = entry.command["index"].asDocument();
    const bool wasTtl = !entry.before || entry.before->contains("expireAfterSeconds");
    if (wanted.contains("expireAfterSeconds")) {
        return wasTtl ? std::nullopt : std::optional(Need{Capability::ConvertIndex});
    }
    return wanted.contains("hidden") ? std::optional(Need{Capability::HideIndex}) : std::nullopt;
}

std::optional<Need> neededByCreation(bson::DocumentView index,
                                     const ttl::CollectionSpec* collection)
{
    if (index["hidden"].toBool()) {
        return Need{Capability::CreateHidden, {"hidden"}};
    }
    if (!index.contains("expireAfterSeconds") || !collection) {
        return std::nullopt;
    }
    if (collection->kind == ttl::CollectionKind::TimeSeries) {
        return Need{Capability::TimeSeriesTtl, {"time-series", "timeseries", "time series"}};
    }
    if (collection->kind == ttl::CollectionKind::Capped) {
        return Need{Capability::CappedTtl, {"capped"}};
    }
    const bson::DocumentView key = index["key"].asDocument();
    const bool other = !key.empty() && (*key.begin()).key != "_ts";
    // success shows that other fields are possible, too
    return other ? std::optional(Need{Capability::TsOnly, {"_ts"}, Can::No, Can::Yes})
                 : std::nullopt;
}

std::optional<Need> neededBy(const JournalEntry& entry, const ttl::CollectionSpec* collection)
{
    if (entry.kind == JournalKind::ChangeIndex) {
        return neededByChange(entry);
    }
    const bson::DocumentView indexes = entry.command["indexes"].asDocument();
    if (entry.kind != JournalKind::CreateIndex || indexes.empty()) {
        return std::nullopt;
    }
    return neededByCreation((*indexes.begin()).value.asDocument(), collection);
}

} // namespace

bool refusesHidden(const Error& error)
{
    return ttl::shownBy(error) == Can::No && mentions(error, {"hidden"});
}

std::optional<Lesson> lessonOf(const JournalEntry& entry, const ttl::CollectionSpec* collection)
{
    const std::optional<Need> needed = neededBy(entry, collection);
    if (!needed || entry.command.empty()) {
        return {};
    }
    const std::string command((*entry.command.view().begin()).key);
    if (entry.status == JournalStatus::Succeeded) {
        return Lesson{needed->capability, needed->ifDone, ttl::evidenceOf(command, nullptr)};
    }
    if (entry.status != JournalStatus::Failed || !entry.error
        || ttl::shownBy(*entry.error) != Can::No) {
        return {};
    }
    if (!needed->words.empty() && !mentions(*entry.error, needed->words)) {
        return {};
    }
    return Lesson{needed->capability, needed->ifRefused, ttl::evidenceOf(command, &*entry.error)};
}

} // namespace sandglass::services
