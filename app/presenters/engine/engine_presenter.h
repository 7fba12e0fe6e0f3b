// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/engine/log_model.h"
#include "app/presenters/words/failure_text.h"

#include <QObject>
#include <QString>

#include <optional>

namespace sandglass::services {
struct ServiceSet;
}

namespace sandglass::presenters {

/// What the local engine is doing.
enum class EnginePhase { Stopped, Starting, Running, Stopping, Restarting, Failed };

/// The local engine as the engine page shows it.
struct EngineState
{
    EnginePhase phase = EnginePhase::Stopped;
    QString phaseText; ///< "running since 12:04:31"
    QString folder; ///< of its data
    QString uri; ///< to connect mongosh to it; empty while it is not running
    QString program; ///< path of the program
    QString
        notice; ///< "The engine stopped unexpectedly and was started again at 12:04:31."; or empty
    bool canStart = false;
    bool canStop = false;
    bool canLoadSampleData = false; ///< running and connected
    bool offerSampleData = false; ///< nothing is in it yet
    bool loadingSampleData = false;
    int samplePercent = 0; ///< while loading
    QString message; ///< what loading did
    std::optional<FailureText> failure;
};

/// Starts, stops and watches the local engine. GUI thread.
class EnginePresenter : public QObject
{
    Q_OBJECT
public:
    explicit EnginePresenter(services::ServiceSet& services, QObject* parent = nullptr);
    ~EnginePresenter() override;

    const EngineState& state() const { return m_state; }
    LogModel& log() { return m_log; }

    /// Starts the engine, and connects to it when it is ready.
    void start();
    void stop();
    /// Starts the engine on another data folder, now and from now on. Empty is ignored.
    void chooseFolder(const QString& folder);
    /// Fills the database sandglass_demo; replaces what an earlier load left there.
    void loadSampleData();
    /// Hides the restart notice.
    void dismissNotice();

Q_SIGNALS:
    void stateChanged();
    /// Sample data is complete.
    void sampleDataLoaded();

private:
    void update();
    void updateSamples();
    void leaveRemote();
    QString phaseText() const;
    QString runningText() const;

    services::ServiceSet& m_services;
    EngineState m_state;
    LogModel m_log;
    int m_dismissedRestarts = 0;
};

} // namespace sandglass::presenters
