// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/create_presets.h"

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

CreatePreset preset(const QString& id, const QString& title, const std::string& field,
                    const std::string& seconds)
{
    CreatePreset made;
    made.id = id;
    made.title = title;
    made.draft.field = field;
    made.draft.atStoredDate = seconds.empty();
    made.draft.secondsText = seconds;
    return made;
}

} // namespace

std::vector<CreatePreset> createPresets()
{
    std::vector<CreatePreset> presets;
    CreatePreset sessions = preset(
        u"sessions"_s, CreateIndexPresenter::tr("Sessions, kept while used"), "accessTime", "1800");
    sessions.explanation = CreateIndexPresenter::tr(
        "Each access writes the current time; a session goes half an hour after its last use.");
    sessions.codeLine
        = u"db.tokenLog.updateOne({ token: 101 }, { $set: { accessTime: new Date() } })"_s;
    presets.push_back(std::move(sessions));

    CreatePreset carts = preset(u"carts"_s, CreateIndexPresenter::tr("Abandoned shopping carts"),
                                "lastModified", "604800");
    carts.explanation
        = CreateIndexPresenter::tr("A cart goes a week after it was last changed; paid ones stay.");
    carts.codeLine
        = u"db.carts.updateOne({ _id: cart }, { $set: { lastModified: new Date() }, $push: { items: item } })"_s;
    carts.draft.partialFilterJson = R"({"state": "open"})";
    presets.push_back(std::move(carts));

    CreatePreset cache
        = preset(u"pageCache"_s, CreateIndexPresenter::tr("Page cache"), "cachedAt", "21600");
    cache.explanation = CreateIndexPresenter::tr("A cached page goes six hours after it was made.");
    cache.codeLine = u"db.pageCache.insertOne({ url: url, html: html, cachedAt: new Date() })"_s;
    presets.push_back(std::move(cache));

    CreatePreset events = preset(u"events"_s, CreateIndexPresenter::tr("Event log, after a period"),
                                 "createdAt", "3600");
    events.explanation = CreateIndexPresenter::tr("An event goes an hour after it happened.");
    events.codeLine
        = u"db.log.events.insertOne({ createdAt: new Date(), logEvent: 2, logMessage: \"Success!\" })"_s;
    presets.push_back(std::move(events));

    CreatePreset clock
        = preset(u"clockTime"_s, CreateIndexPresenter::tr("At a clock time"), "expireAt", {});
    clock.explanation
        = CreateIndexPresenter::tr("Each document carries the moment at which it goes.");
    clock.codeLine
        = u"db.app.events.insertOne({ expireAt: new Date(\"2030-07-22T14:00:00Z\"), logEvent: 2 })"_s;
    presets.push_back(std::move(clock));
    return presets;
}

} // namespace sandglass::presenters
