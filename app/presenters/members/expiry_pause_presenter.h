// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

#include <string>

namespace sandglass::services {
struct ServiceSet;
}

namespace sandglass::presenters {

/// What the banner about paused expiry shows.
struct ExpiryPauseState
{
    bool visible = false; ///< something is paused by this program
    QString sentence; ///< where, since when, on which connection
    QString problem; ///< why resuming has failed; empty: it has not
    bool canResume = false; ///< resume() resumes the only pause of this connection
    bool canShow = false; ///< there are several on this connection: the members show them
};

/// Reminds that this program has paused expiry, until it is resumed. GUI thread.
class ExpiryPausePresenter : public QObject
{
    Q_OBJECT
public:
    /// `services` must outlive this object.
    explicit ExpiryPausePresenter(services::ServiceSet& services, QObject* parent = nullptr);
    ~ExpiryPausePresenter() override;

    /// The current state; stateChanged() announces changes.
    const ExpiryPauseState& state() const { return m_state; }
    /// Resumes expiry where state().canResume allows it.
    void resume();

Q_SIGNALS:
    /// state() has changed.
    void stateChanged();

private:
    /// Fills state().
    void update();

    services::ServiceSet& m_services;
    ExpiryPauseState m_state;
    QString m_problem;
    std::string m_host; // of resume()
};

} // namespace sandglass::presenters
