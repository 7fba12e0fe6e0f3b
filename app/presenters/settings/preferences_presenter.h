// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QObject>
#include <QString>

#include <chrono>
#include <cstdint>

namespace sandglass::services {
struct ServiceSet;
}

namespace sandglass::presenters {

/// Light, dark, or what the desktop says.
enum class Theme { System, Light, Dark };

/// What the user chose and the program remembers.
struct PreferencesState
{
    Theme theme = Theme::System;
    std::chrono::seconds remoteInterval{10}; ///< live refresh of remote connections, 1 … 3600
    std::int64_t sampleAbove
        = 2'000'000; ///< remote collections of more documents are sampled; 0: never, else ≥ 100 000
    QByteArray zoneId; ///< empty: the system's zone
    QString language; ///< "en" or "zh_CN", empty: the system's; from the next start on
    bool startEngine = true; ///< start the local engine with the window
    QString folder; ///< where settings, journal and engine data are
};

/// Preferences and the saved window layout. Kept in settings.ini below the data folder. GUI thread.
class PreferencesPresenter : public QObject
{
    Q_OBJECT
public:
    explicit PreferencesPresenter(services::ServiceSet& services, QObject* parent = nullptr);
    ~PreferencesPresenter() override;

    const PreferencesState& state() const { return m_state; }

    /// The language saved in a data folder, for the time before there are services.
    static QString savedLanguage(const QString& folder);

    void setTheme(Theme theme);
    /// A code as in PreferencesState; acts when the program starts next.
    void setLanguage(const QString& code);
    void setRemoteInterval(std::chrono::seconds interval);
    /// 0, or at least 100 000: smaller collections are counted as fast as they are sampled.
    void setSampleAbove(std::int64_t documents);
    void setZone(const QByteArray& id);
    void setStartEngine(bool start);

    /// The layout saved under a name ("geometry", "docks", …); empty when there is none.
    QByteArray layout(const QString& name) const;
    void saveLayout(const QString& name, const QByteArray& bytes);

Q_SIGNALS:
    void stateChanged();

private:
    void update();

    services::ServiceSet& m_services;
    PreferencesState m_state;
};

} // namespace sandglass::presenters
