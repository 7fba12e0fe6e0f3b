// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

namespace sandglass::services {
struct ServiceSet;
}

namespace sandglass::presenters {

/// What the notice above the pages says.
struct PurgeNoticeState
{
    bool visible = false;
    QString sentence;
    QString buttonText; ///< with access key; opens the dialog
    bool canDiscard = false; ///< there is one of an earlier run
};

/// Tells of a staged purge that is under way, or that an earlier run of the program left behind on
/// this server. GUI thread.
class PurgeNoticePresenter : public QObject
{
    Q_OBJECT
public:
    explicit PurgeNoticePresenter(services::ServiceSet& services, QObject* parent = nullptr);

    const PurgeNoticeState& state() const { return m_state; }

    /// Forgets the one of an earlier run.
    void discard();

Q_SIGNALS:
    void stateChanged();

private:
    void rebuild();

    services::ServiceSet& m_services;
    PurgeNoticeState m_state;
};

} // namespace sandglass::presenters
