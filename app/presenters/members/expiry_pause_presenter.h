// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

#include <memory>
#include <string>

namespace sandglass::services {
class Latest;
struct ServiceSet;
} // namespace sandglass::services

namespace sandglass::presenters {

/// What the banner about paused expiry shows.
struct ExpiryPauseState
{
    bool visible = false; ///< something is paused by this program
    QString sentence; ///< where, since when, on which connection
    QString problem; ///< why resuming has failed; empty: it has not
    bool canResume = false; ///< resume() resumes the only pause of this connection
    bool canKeep = false; ///< keepPaused() is offered
    QString overdue; ///< what resuming deletes at once, a line for each rule; empty: not known yet
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
    /// Ends the question whether to resume; the pause stays, and so does the reminder.
    void keepPaused();

Q_SIGNALS:
    /// state() has changed.
    void stateChanged();

private:
    /// Fills state().
    void update();
    /// Counts what is overdue behind the pause of the local engine.
    void count();

    services::ServiceSet& m_services;
    ExpiryPauseState m_state;
    QString m_problem;
    std::string m_host; // of resume()
    std::unique_ptr<services::Latest> m_counting; // never null
    QString m_overdue; // as counted last
    bool m_kept = false; // keepPaused() was called
};

} // namespace sandglass::presenters
