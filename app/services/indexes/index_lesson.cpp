// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/indexes/index_lesson.h"

#include <algorithm>
#include <cctype>

namespace sandglass::services {

namespace {

// Which capability a command needs that most servers have, but not all; nullopt: none.
std::optional<ttl::Capability> neededBy(const JournalEntry& entry)
{
    if (entry.kind == JournalKind::ChangeIndex) {
        const bson::DocumentView wanted = entry.command["index"].asDocument();
        const bool wasTtl = !entry.before || entry.before->contains("expireAfterSeconds");
        if (wanted.contains("expireAfterSeconds")) {
            return wasTtl ? std::nullopt : std::optional(ttl::Capability::ConvertIndex);
        }
        return wanted.contains("hidden") ? std::optional(ttl::Capability::HideIndex) : std::nullopt;
    }
    const bson::DocumentView indexes = entry.command["indexes"].asDocument();
    const bool hidden = entry.kind == JournalKind::CreateIndex && !indexes.empty()
        && indexes.begin()->value.asDocument()["hidden"].toBool();
    return hidden ? std::optional(ttl::Capability::CreateHidden) : std::nullopt;
}

} // namespace

bool refusesHidden(const Error& error)
{
    std::string text = error.message;
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return ttl::shownBy(error) == ttl::Can::No && text.find("hidden") != std::string::npos;
}

std::optional<Lesson> lessonOf(const JournalEntry& entry)
{
    const std::optional<ttl::Capability> needed = neededBy(entry);
    if (!needed || entry.command.empty()) {
        return {};
    }
    const std::string command((*entry.command.view().begin()).key);
    if (entry.status == JournalStatus::Succeeded) {
        return Lesson{*needed, ttl::Can::Yes, ttl::evidenceOf(command, nullptr)};
    }
    if (entry.status != JournalStatus::Failed || !entry.error) {
        return {};
    }
    const bool other = *needed == ttl::Capability::CreateHidden && !refusesHidden(*entry.error);
    if (other || ttl::shownBy(*entry.error) != ttl::Can::No) {
        return {};
    }
    return Lesson{*needed, ttl::Can::No, ttl::evidenceOf(command, &*entry.error)};
}

} // namespace sandglass::services
