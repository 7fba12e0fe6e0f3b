// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QTimer>

namespace sandglass::services {
struct ServiceSet;
}

namespace sandglass::presenters {

/// The banner in the window of a rehearsal.
struct RehearsalState
{
    bool active = false; ///< false: the window shows the real data, without a banner
    QString sentence; ///< "Rehearsal: a copy of …, clock 60 times faster. The original …"
    QString clockText; ///< the time of the rehearsal's clock; empty while not connected
    QString problem; ///< what failed in the copy, such as the proposed change; or empty
};

/// Shows that the window is a rehearsal, and the time on its clock. GUI thread.
class RehearsalPresenter : public QObject
{
    Q_OBJECT
public:
    /// `services` must outlive this object. In an ordinary window it does nothing.
    explicit RehearsalPresenter(services::ServiceSet& services, QObject* parent = nullptr);
    ~RehearsalPresenter() override;

    /// The current state; stateChanged() announces changes.
    const RehearsalState& state() const { return m_state; }

Q_SIGNALS:
    /// state() has changed.
    void stateChanged();

private:
    /// Fills state() from the services.
    void update();

    services::ServiceSet& m_services;
    RehearsalState m_state;
    QTimer m_tick; // advances the clock
};

} // namespace sandglass::presenters
