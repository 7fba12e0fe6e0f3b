// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/welcome/news_presenter.h"

#include "app/services/engine/engine_process.h"
#include "app/services/settings/settings.h"
#include "app/services/shell/service_set.h"

#include <QFileInfo>
#include <QVersionNumber>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

// keys in settings.ini: they must not change, or the page is shown again
const QString kVersion = u"welcome/version"_s;
// saved whenever the window closes, also by versions without kVersion
const QString kGeometry = u"layout/geometry"_s;

bool isUnused(const services::ServiceSet& services)
{
    const services::Settings& settings = services.settings;
    return !settings.value(kVersion).isValid() && !settings.value(kGeometry).isValid()
        && !QFileInfo::exists(services.engine.folder());
}

} // namespace

NewsPresenter::NewsPresenter(services::ServiceSet& services)
    : m_services(services)
    , m_firstStart(isUnused(services))
{
}

bool NewsPresenter::takeVersion(const QString& version)
{
    services::Settings& settings = m_services.settings;
    const QVersionNumber current = QVersionNumber::fromString(version);
    // null, and so lower than any version, if there is none or it is damaged
    const QVersionNumber last = QVersionNumber::fromString(settings.value(kVersion).toString());
    if (current.isNull() || last >= current) {
        return false;
    }
    const bool first = m_firstStart && last.isNull();
    settings.setValue(kVersion, version);
    return !first;
}

} // namespace sandglass::presenters
