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

/// What the user wants to be told of, as the preferences show it.
struct AlertPreferences
{
    bool on = false;
    bool overdue = true; ///< documents overdue for longer than overdueAge
    std::chrono::seconds overdueAge{3'600};
    bool passes = true; ///< the monitor makes no passes while documents are overdue
    bool wave = true; ///< more than waveDocuments fall due within an hour, or within a day
    std::int64_t waveDocuments = 1'000'000;
    bool waveWithinHour = false;

    bool operator==(const AlertPreferences&) const = default;
};

/// The words of an alert in one sentence. GUI thread.
QString alertText(const services::Alert& alert);

/// Puts new alerts into words and onto the desktop; keeps what the user wants to be told of. GUI
/// thread.
class AlertPresenter : public QObject
{
    Q_OBJECT
public:
    explicit AlertPresenter(services::ServiceSet& services, QObject* parent = nullptr);
    ~AlertPresenter() override;

    const AlertPreferences& preferences() const { return m_preferences; }
    /// Acts at once and is remembered.
    void setPreferences(const AlertPreferences& preferences);

Q_SIGNALS:
    void preferencesChanged();

private:
    void update();
    void show(const services::Alert& alert);

    services::ServiceSet& m_services;
    AlertPreferences m_preferences;
};

} // namespace sandglass::presenters
