// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/members/expiry_pause.h"

#include "app/services/connections/connection_service.h"
#include "app/services/settings/settings.h"

#include <QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace sandglass::services {

namespace {

constexpr qsizetype kPauseFields = 7;
const QString kPausesKey = u"members/pausedExpiry"_s;

QString yesOrNo(bool value)
{
    return value ? u"yes"_s : u"no"_s;
}

} // namespace

std::vector<ExpiryPause> readPauses(const Settings& settings)
{
    const QStringList stored = settings.value(kPausesKey).toStringList();
    std::vector<ExpiryPause> pauses;
    for (qsizetype at = 0; at + kPauseFields <= stored.size(); at += kPauseFields) {
        ExpiryPause pause;
        pause.server = stored[at];
        pause.connection = stored[at + 1];
        pause.host = stored[at + 2].toStdString();
        pause.set = stored[at + 3].toStdString();
        pause.former = stored[at + 4] == "yes"_L1;
        pause.since = base::Time(base::Millis(stored[at + 5].toLongLong()));
        pause.confirmed = stored[at + 6] == "yes"_L1;
        pauses.push_back(std::move(pause));
    }
    return pauses;
}

bool isPausesKey(const QString& key)
{
    return key == kPausesKey;
}

void storePauses(Settings& settings, const std::vector<ExpiryPause>& pauses)
{
    QStringList stored;
    for (const ExpiryPause& pause : pauses) {
        stored << pause.server << pause.connection << QString::fromStdString(pause.host)
               << QString::fromStdString(pause.set) << yesOrNo(pause.former)
               << QString::number(pause.since.time_since_epoch().count())
               << yesOrNo(pause.confirmed);
    }
    settings.setValue(kPausesKey, stored);
}

void addPause(Settings& settings, const ExpiryPause& pause)
{
    std::vector<ExpiryPause> pauses = readPauses(settings); // another window may have added one
    const auto same = std::ranges::find_if(pauses, [&pause](const ExpiryPause& each) {
        return each.server == pause.server && each.host == pause.host;
    });
    if (same == pauses.end()) {
        pauses.push_back(pause);
    } else {
        *same = pause;
    }
    storePauses(settings, pauses);
}

void dropPause(Settings& settings, const QString& server, const std::string& host)
{
    std::vector<ExpiryPause> pauses = readPauses(settings);
    std::erase_if(pauses, [&](const ExpiryPause& each) {
        return each.server == server && each.host == host;
    });
    storePauses(settings, pauses);
}

bool isLocalExpiryPaused(const Settings& settings)
{
    LinkState local;
    local.local = true;
    const QString name = serverName(local);
    return std::ranges::any_of(readPauses(settings), [&name](const ExpiryPause& each) {
        return each.server == name && each.host.empty();
    });
}

} // namespace sandglass::services
