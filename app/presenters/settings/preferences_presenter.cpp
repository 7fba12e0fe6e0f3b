// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/settings/preferences_presenter.h"

#include "app/services/settings/settings.h"
#include "app/services/shell/service_set.h"

#include <algorithm>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

// keys in settings.ini: they must not change, or users lose what they chose
const QString kTheme = u"display/theme"_s;
const QString kLanguage = u"display/language"_s;
const QString kRemoteSeconds = u"refresh/remoteSeconds"_s;
const QString kSampleAbove = u"refresh/sampleAbove"_s;
const QString kStartEngine = u"engine/start"_s;
const QString kLayout = u"layout/"_s;
constexpr int kLongestInterval = 3'600;
constexpr qlonglong kDefaultSampleAbove = 2'000'000;
constexpr qlonglong kFewestSampled = 100'000;
constexpr qlonglong kMostUnsampled = 1'000'000'000;

} // namespace

PreferencesPresenter::PreferencesPresenter(services::ServiceSet& services, QObject* parent)
    : QObject(parent)
    , m_services(services)
{
    connect(&m_services.settings, &services::Settings::zoneChanged, this,
            &PreferencesPresenter::update);
    connect(&m_services.settings, &services::Settings::valueChanged, this,
            [this](const QString& key) {
                // layouts change with each drag of a splitter and are not part of the state
                if (!key.startsWith(kLayout)) {
                    update();
                }
            });
    update();
}

PreferencesPresenter::~PreferencesPresenter() = default;

void PreferencesPresenter::setTheme(Theme theme)
{
    m_services.settings.setValue(kTheme, static_cast<int>(theme));
}

QString PreferencesPresenter::savedLanguage(const QString& folder)
{
    return services::Settings(folder).value(kLanguage).toString();
}

void PreferencesPresenter::setLanguage(const QString& code)
{
    m_services.settings.setValue(kLanguage, code);
}

void PreferencesPresenter::setRemoteInterval(std::chrono::seconds interval)
{
    m_services.settings.setValue(
        kRemoteSeconds,
        static_cast<int>(std::clamp<std::int64_t>(interval.count(), 1, kLongestInterval)));
}

void PreferencesPresenter::setSampleAbove(std::int64_t documents)
{
    m_services.settings.setValue(kSampleAbove, static_cast<qlonglong>(documents));
}

void PreferencesPresenter::setZone(const QByteArray& id)
{
    m_services.settings.setZoneId(id);
}

void PreferencesPresenter::setStartEngine(bool start)
{
    m_services.settings.setValue(kStartEngine, start);
}

QByteArray PreferencesPresenter::layout(const QString& name) const
{
    return m_services.settings.value(kLayout + name).toByteArray();
}

void PreferencesPresenter::saveLayout(const QString& name, const QByteArray& bytes)
{
    m_services.settings.setValue(kLayout + name, bytes);
}

void PreferencesPresenter::update()
{
    // the file may have been edited by hand, so each value is brought into its range
    const services::Settings& settings = m_services.settings;
    m_state.theme = static_cast<Theme>(std::clamp(settings.value(kTheme, 0).toInt(), 0, 2));
    m_state.remoteInterval = std::chrono::seconds(
        std::clamp(settings.value(kRemoteSeconds, 10).toInt(), 1, kLongestInterval));
    const qlonglong above = settings.value(kSampleAbove, kDefaultSampleAbove).toLongLong();
    m_state.sampleAbove = above <= 0 ? 0 : std::clamp(above, kFewestSampled, kMostUnsampled);
    m_state.language = settings.value(kLanguage).toString();
    m_state.startEngine = settings.value(kStartEngine, true).toBool();
    m_state.zoneId = settings.zoneId();
    m_state.folder = settings.folder();
    Q_EMIT stateChanged();
}

} // namespace sandglass::presenters

#include "moc_preferences_presenter.cpp"
