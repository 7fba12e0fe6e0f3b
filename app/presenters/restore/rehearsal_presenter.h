// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QTimer>

namespace sandglass::services {
struct ServiceSet;
}

namespace sandglass::presenters {

/// What the banner of a rehearsal's window says.
struct RehearsalState
{
    bool active = false; ///< false: the window shows the real data, and there is no banner
    QString sentence; ///< "Rehearsal: a copy of …, clock 60 times faster. The original …"
    QString clockText; ///< what the rehearsal's clock shows
    QString problem; ///< what failed in the copy, such as the proposed change; or empty
};

/// Tells that this window is a rehearsal, and what time it is in it. GUI thread.
class RehearsalPresenter : public QObject
{
    Q_OBJECT
public:
    explicit RehearsalPresenter(services::ServiceSet& services, QObject* parent = nullptr);
    ~RehearsalPresenter() override;

    const RehearsalState& state() const { return m_state; }

Q_SIGNALS:
    void stateChanged();

private:
    void update();

    services::ServiceSet& m_services;
    RehearsalState m_state;
    QTimer m_tick;
};

} // namespace sandglass::presenters
