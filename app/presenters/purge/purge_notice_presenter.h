// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

namespace sandglass::services {
struct ServiceSet;
}

namespace sandglass::presenters {

/// The notice above the pages.
struct PurgeNoticeState
{
    bool visible = false;
    QString sentence; ///< what is deleted, and how far the purge has come
    QString buttonText; ///< of the button that opens the dialog; with an access key
    bool inProgress = false; ///< it is about a purge that has not ended; a paused one counts
    bool canDiscard = false; ///< it is about an unfinished purge of an earlier run
};

/// The notice about a staged purge that is in progress, or that an earlier run of the program has
/// not finished on this server. GUI thread.
class PurgeNoticePresenter : public QObject
{
    Q_OBJECT
public:
    /// `services` must outlive this object.
    explicit PurgeNoticePresenter(services::ServiceSet& services, QObject* parent = nullptr);

    /// The current state; stateChanged() announces changes.
    const PurgeNoticeState& state() const { return m_state; }

    /// Forgets the unfinished purge of an earlier run. It cannot be resumed then.
    void discard();

Q_SIGNALS:
    /// state() has changed.
    void stateChanged();

private:
    /// Fills state() from the service.
    void rebuild();

    services::ServiceSet& m_services;
    PurgeNoticeState m_state;
};

} // namespace sandglass::presenters
