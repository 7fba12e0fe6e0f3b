// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace sandglass::presenters {
class ConnectionPresenter;
class EnginePresenter;
} // namespace sandglass::presenters

namespace sandglass::widgets {
class ErrorBanner;
}

namespace sandglass::ui {

/// The bars at the top of the window. One reports that the local engine ended and was started
/// again, the other that the connection was lost or failed.
class EngineNotice : public QWidget
{
    Q_OBJECT

public:
    /// The presenters must outlive the notice.
    EngineNotice(presenters::EnginePresenter& engine, presenters::ConnectionPresenter& connection,
                 QWidget* parent = nullptr);

    /// Whether failures of the connection are shown here; by default they are. A dialog that shows
    /// them itself turns it off.
    void setShowsConnection(bool shows);

Q_SIGNALS:
    /// The user wants to choose another folder for the local engine's data.
    void folderRequested();
    /// The user wants to choose another port for the local engine.
    void portRequested();

private:
    /// Does what the button in the bar of the local engine says.
    void act();
    /// Shows or hides the bar of the local engine.
    void showEngine();
    /// Shows or hides the bar of the connection.
    void showConnection();

    presenters::EnginePresenter& m_engine;
    presenters::ConnectionPresenter& m_connection;
    widgets::ErrorBanner* m_engineBanner;
    widgets::ErrorBanner* m_connectionBanner;
    bool m_showsConnection = true;
};

} // namespace sandglass::ui
