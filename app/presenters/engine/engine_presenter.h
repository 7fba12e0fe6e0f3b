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

/// State of the local engine's process. Restarting: it has crashed and is started again. Same
/// values as services::EngineProcessPhase.
enum class EnginePhase { Stopped, Starting, Running, Stopping, Restarting, Failed };

/// The local engine as the engine page shows it.
struct EngineState
{
    EnginePhase phase = EnginePhase::Stopped;
    QString phaseText; ///< "running since 12:04:31"
    QString folder; ///< of its data
    QString address; ///< connection string for other programs; empty while it is not running
    int port = 0; ///< of 127.0.0.1, on which other programs can connect; 0: none
    QString user; ///< that other programs log in as; empty: they need not
    QString password; ///< of that user, while it is shown; otherwise empty
    bool passwordBusy = false; ///< the password is being made or fetched
    bool canMakePassword = false; ///< the engine can be given one now
    QString passwordNotice; ///< where the password is, or why there is none; empty: nothing to say
    bool folderInUse = false; ///< failure: another Sandglass uses the folder
    bool portTaken = false; ///< notice: another program has the port
    bool loginImpossible = false; ///< notice: the port stays closed, as no login can be asked for
    QString program; ///< path of the program; empty before the first start
    QString notice; ///< "The engine stopped unexpectedly at 12:04:31 and was restarted.", or why
                    ///< the port is not open; empty: nothing to say
    bool canStart = false;
    bool canStop = false;
    bool canLoadSampleData = false; ///< connected to the engine, and no load is in progress
    bool offerSampleData = false; ///< the engine has no collections yet
    bool loadingSampleData = false;
    int samplePercent = 0; ///< progress of the load, 0…100
    QString message; ///< the result of the load; empty: none has finished
    std::optional<FailureText> failure; ///< of the process or the load
};

/// Starts and stops the local engine, shows its state and its log, and loads sample data. GUI
/// thread.
class EnginePresenter : public QObject
{
    Q_OBJECT
public:
    /// `services` must outlive this object.
    explicit EnginePresenter(services::ServiceSet& services, QObject* parent = nullptr);
    ~EnginePresenter() override;

    /// The current state; stateChanged() announces changes.
    const EngineState& state() const { return m_state; }
    /// The engine's log.
    LogModel& log() { return m_log; }

    /// Starts the engine. The window leaves a remote server and connects when the engine is ready.
    void start();
    /// Asks the engine to end.
    void stop();
    /// Restarts the engine on another data folder and remembers it for later starts. An empty path
    /// is ignored, and so is every path in a rehearsal.
    void chooseFolder(const QString& folder);
    /// Lets other programs of this machine connect to a port of 127.0.0.1, 1 … 65535; 0: none.
    /// `user`: they log in as that user, who gets a password when the engine is ready; empty: they
    /// need not. Restarts the engine if it runs, and is remembered. Ignored in a rehearsal and
    /// outside this range.
    void usePort(int port, const QString& user = {});
    /// Makes another password for the user.
    void makePassword();
    /// Shows the password; see EngineState::password.
    void showPassword();
    /// Hides it again.
    void hidePassword();
    /// EngineState::address with the password; empty unless the password is shown.
    QString addressWithPassword() const;
    /// Drops the database sandglass_demo and fills it again.
    void loadSampleData();
    /// Hides the notice about a restart until the next crash.
    void dismissNotice();

Q_SIGNALS:
    /// state() has changed.
    void stateChanged();
    /// The sample data has been loaded.
    void sampleDataLoaded();

private:
    /// Fills state() from the services.
    void update();
    /// Updates what state() says about sample data.
    void updateSamples();
    /// Updates what state() says about the user.
    void updateUser();
    /// Fills state().notice.
    void updateNotice(bool concerned);
    /// The phase in words.
    QString phaseText() const;
    /// The words for Running, with start time and number of restarts.
    QString runningText() const;

    services::ServiceSet& m_services;
    EngineState m_state;
    LogModel m_log;
    int m_dismissedRestarts = 0; // number of restarts when the notice was hidden
    bool m_dismissedPort = false; // the notice about the port was hidden
};

} // namespace sandglass::presenters
