// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStatusBar>

class QToolButton;

namespace sandglass::presenters {
class StatusPresenter;
}

namespace sandglass::ui {

/// The status bar; each part can be clicked: connection, lock, server, clock, TTL monitor, tasks,
/// time zone.
class StatusStrip : public QStatusBar
{
    Q_OBJECT

public:
    /// The presenter outlives the strip.
    explicit StatusStrip(presenters::StatusPresenter& presenter, QWidget* parent = nullptr);

Q_SIGNALS:
    void connectionClicked();
    void monitorClicked();
    void tasksClicked();
    void zoneClicked();
    /// The server's version, or its clock: what is known of the server is wanted.
    void serverClicked();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QToolButton* addPart(const QString& objectName, const QString& icon);
    void connectSignals();
    void showState();

    presenters::StatusPresenter& m_presenter;
    QToolButton* m_connection;
    QToolButton* m_lock;
    QToolButton* m_server;
    QToolButton* m_clock;
    QToolButton* m_monitor;
    QToolButton* m_tasks;
    QToolButton* m_zone;
};

} // namespace sandglass::ui
