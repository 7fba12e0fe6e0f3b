// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/members/expiry_pause.h"

#include "app/services/settings/settings.h"

#include <QStringList>

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

} // namespace sandglass::services
