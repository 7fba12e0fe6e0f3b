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

/// The colours of the window. System: those of the desktop.
enum class Theme { System, Light, Dark };

/// The preferences that are saved between runs.
struct PreferencesState
{
    Theme theme = Theme::System;
    std::chrono::seconds remoteInterval{10}; ///< refresh on remote connections, 1 … 3600 s
    std::int64_t sampleAbove
        = 2'000'000; ///< remote collections with more documents are sampled, ≥ 100 000; 0: never
    QByteArray zoneId; ///< IANA id; empty: the zone of the system
    QString language; ///< "en" or "zh_CN"; empty: that of the system. Applies at the next start
    bool startEngine = true; ///< start the local engine with the window
    QString folder; ///< the data folder: settings, journal and engine data
};

/// The preferences and the saved layout of the window, in settings.ini in the data folder. GUI
/// thread.
class PreferencesPresenter : public QObject
{
    Q_OBJECT
public:
    /// `services` must outlive this object.
    explicit PreferencesPresenter(services::ServiceSet& services, QObject* parent = nullptr);
    ~PreferencesPresenter() override;

    /// The current preferences; stateChanged() announces changes.
    const PreferencesState& state() const { return m_state; }

    /// The language saved in a data folder, for the start of the program, when there are no
    /// services yet.
    static QString savedLanguage(const QString& folder);

    /// Sets the theme.
    void setTheme(Theme theme);
    /// Sets the language, see PreferencesState. It applies at the next start.
    void setLanguage(const QString& code);
    /// Sets the refresh interval of remote connections, brought into 1 … 3600 s.
    void setRemoteInterval(std::chrono::seconds interval);
    /// Sets above how many documents a collection is sampled: 0 (never) or at least 100 000, since
    /// smaller collections are counted as fast as they are sampled.
    void setSampleAbove(std::int64_t documents);
    /// Chooses the time zone for display. Empty: that of the system; an unknown id is ignored.
    void setZone(const QByteArray& id);
    /// Sets whether the local engine starts with the window.
    void setStartEngine(bool start);

    /// The layout saved under a name ("geometry", "docks", …); empty when there is none.
    QByteArray layout(const QString& name) const;
    /// Saves a layout under a name.
    void saveLayout(const QString& name, const QByteArray& bytes);

Q_SIGNALS:
    /// state() has changed.
    void stateChanged();

private:
    /// Reads the preferences from the settings.
    void update();

    services::ServiceSet& m_services;
    PreferencesState m_state;
};

} // namespace sandglass::presenters
