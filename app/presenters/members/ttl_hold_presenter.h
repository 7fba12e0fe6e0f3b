// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

namespace sandglass::services {
struct ServiceSet;
}
namespace sandglass::ttl {
struct TtlHold;
}

namespace sandglass::presenters {

/// What the banner about deletion that waits for a confirmation shows.
struct TtlHoldState
{
    bool visible = false; ///< the engine holds something back
    QString sentence; ///< what it has noticed, and what waits
    QString problem; ///< why the confirmation has failed; empty: it has not
    QString question; ///< to ask before release(): what is deleted then
    bool canRelease = false; ///< release() is possible

    bool operator==(const TtlHoldState&) const = default;
};

/// Shows that the bundled engine deletes nothing, or not from some indexes, because the time of day
/// was set, because much became due while it did not run, or because a part of its journal is
/// missing, until the user confirms it. GUI thread.
/// Source: app/ttl/SEMANTICS.md 3.2.
class TtlHoldPresenter : public QObject
{
    Q_OBJECT
public:
    /// `services` must outlive this object.
    explicit TtlHoldPresenter(services::ServiceSet& services, QObject* parent = nullptr);

    /// The current state; stateChanged() announces changes.
    const TtlHoldState& state() const { return m_state; }
    /// Lets deletion go on, if state().canRelease.
    void release();

Q_SIGNALS:
    /// state() has changed.
    void stateChanged();

private:
    /// Fills state().
    void update();
    /// What the engine has noticed.
    QString sentenceOf(const ttl::TtlHold& hold) const;

    services::ServiceSet& m_services;
    TtlHoldState m_state;
    QString m_problem;
    bool m_releasing = false;
};

} // namespace sandglass::presenters
