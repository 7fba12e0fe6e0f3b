// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <chrono>
#include <cstdint>

namespace sandglass::services {
struct Alert;
struct ServiceSet;
} // namespace sandglass::services

namespace sandglass::presenters {

/// What the user wants to be warned of, as the preferences show it. Ranges as in
/// services::AlertLimits.
struct AlertPreferences
{
    bool on = false; ///< false: no alerts at all
    bool overdue = true; ///< documents are overdue for longer than overdueAge
    std::chrono::seconds overdueAge{3'600};
    bool passes = true; ///< the monitor makes no passes while documents are overdue
    bool wave = true; ///< more than waveDocuments become due within an hour, or within a day
    std::int64_t waveDocuments = 1'000'000;
    bool waveWithinHour = false; ///< false: within a day

    bool operator==(const AlertPreferences&) const = default;
};

/// Describes an alert in one sentence. It may leave the window: names are shortened, and what is
/// not drawn in them becomes U+FFFD. GUI thread.
QString alertText(const services::Alert& alert);

/// Shows new alerts as messages on the desktop, and holds the preferences for them. GUI thread.
class AlertPresenter : public QObject
{
    Q_OBJECT
public:
    /// `services` must outlive this object.
    explicit AlertPresenter(services::ServiceSet& services, QObject* parent = nullptr);
    ~AlertPresenter() override;

    /// The current preferences; preferencesChanged() announces changes.
    const AlertPreferences& preferences() const { return m_preferences; }
    /// Applies preferences at once, brought into range, and saves them.
    void setPreferences(const AlertPreferences& preferences);

Q_SIGNALS:
    /// preferences() has changed.
    void preferencesChanged();

private:
    /// Takes the preferences from the service.
    void update();
    /// Shows a message on the desktop.
    void show(const services::Alert& alert);

    services::ServiceSet& m_services;
    AlertPreferences m_preferences;
};

} // namespace sandglass::presenters
