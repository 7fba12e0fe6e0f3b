// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/settings/alert_presenter.h"

#include "app/presenters/connections/connection_words.h"
#include "app/presenters/words/words.h"
#include "app/services/connections/connection_service.h"
#include "app/services/forecast/alert_service.h"
#include "app/services/shell/desktop_notifier.h"
#include "app/services/shell/service_set.h"

#include <QCoreApplication>

namespace sandglass::presenters {

namespace {

struct Alerts
{
    Q_DECLARE_TR_FUNCTIONS(Alerts)
};

// A message of the desktop has a few lines.
constexpr qsizetype kMostOfAName = 120;

// Of a long name the middle is left out, as in the window.
QString shortened(const QString& name)
{
    if (name.size() <= kMostOfAName) {
        return name;
    }
    qsizetype start = kMostOfAName / 2;
    if (name.at(start - 1).isHighSurrogate()) {
        --start;
    }
    qsizetype end = kMostOfAName / 2;
    if (name.at(name.size() - end).isLowSurrogate()) {
        --end;
    }
    return name.first(start) + u'…' + name.last(end);
}

// The views of the window mark what is hidden in a text. No view of ours draws a message of the
// desktop, so names lose their control and direction characters here.
QString shownName(const QString& name)
{
    QString shown;
    for (const char32_t point : shortened(name).toUcs4()) {
        const QChar::Category category = QChar::category(point);
        const bool drawn = QChar::isPrint(point) && category != QChar::Separator_Line
            && category != QChar::Separator_Paragraph;
        const char32_t safe = drawn ? point : char32_t{QChar::ReplacementCharacter};
        shown += QString::fromUcs4(&safe, 1);
    }
    return shown;
}

} // namespace

QString alertText(const services::Alert& alert)
{
    const QString rule = shownName(text(alert.key.index.ns.text() + "." + alert.key.index.name));
    const int documents = pluralCount(alert.documents);
    switch (alert.key.kind) {
    case services::AlertKind::Overdue:
        //: %1 is a rule such as "shop.sessions.lastSeen_1", %2 a duration such as "2 h"
        return Alerts::tr("%Ln document(s) of %1 overdue, the oldest for %2.", nullptr, documents)
            .arg(rule, durationWords(alert.age.count()));
    case services::AlertKind::PassesStalled:
        //: %1 is a duration such as "3 min"
        return Alerts::tr("No TTL pass for %1, although %Ln document(s) are overdue.", nullptr,
                          documents)
            .arg(durationWords(alert.age.count()));
    case services::AlertKind::Wave:
        break;
    }
    return alert.waveWithin == services::WaveSpan::Hour
        ? Alerts::tr("%Ln document(s) of %1 fall due within an hour.", nullptr, documents).arg(rule)
        : Alerts::tr("%Ln document(s) of %1 fall due within a day.", nullptr, documents).arg(rule);
}

AlertPresenter::AlertPresenter(services::ServiceSet& services, QObject* parent)
    : QObject(parent)
    , m_services(services)
{
    connect(&m_services.alerts, &services::AlertService::raised, this, &AlertPresenter::show);
    connect(&m_services.alerts, &services::AlertService::limitsChanged, this,
            &AlertPresenter::update);
    update();
}

AlertPresenter::~AlertPresenter() = default;

void AlertPresenter::setPreferences(const AlertPreferences& preferences)
{
    services::AlertLimits limits;
    limits.on = preferences.on;
    limits.overdue = preferences.overdue;
    limits.overdueAge = preferences.overdueAge;
    limits.passes = preferences.passes;
    limits.wave = preferences.wave;
    limits.waveDocuments = preferences.waveDocuments;
    limits.waveWithin
        = preferences.waveWithinHour ? services::WaveSpan::Hour : services::WaveSpan::Day;
    m_services.alerts.setLimits(limits);
}

void AlertPresenter::update()
{
    const services::AlertLimits& limits = m_services.alerts.limits();
    m_preferences = {limits.on,
                     limits.overdue,
                     limits.overdueAge,
                     limits.passes,
                     limits.wave,
                     limits.waveDocuments,
                     limits.waveWithin == services::WaveSpan::Hour};
    Q_EMIT preferencesChanged();
}

void AlertPresenter::show(const services::Alert& alert)
{
    // null: the program was given no notifier, as in a rehearsal
    if (m_services.notifier) {
        m_services.notifier->show(
            {tr("Sandglass: %1").arg(shownName(connectionName(m_services.connections.state()))),
             alertText(alert)});
    }
}

} // namespace sandglass::presenters

#include "moc_alert_presenter.cpp"
