// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/services/calls/latest.h"
#include "app/services/engine/sample_collections.h"

#include <QObject>
#include <QTimer>

#include <chrono>

namespace sandglass::services {

class CatalogService;
class ConnectionService;

/// Imitates the application that the sample data belongs to: on the local engine, while the sample
/// database exists, it touches some sessions so that the user sees them survive, and inserts a few
/// documents at a time. GUI thread.
class LiveTraffic : public QObject
{
    Q_OBJECT
public:
    /// All services must outlive this object.
    LiveTraffic(ConnectionService& connections, CatalogService& catalog, QObject* parent = nullptr);

    /// Whether it takes steps.
    bool isRunning() const { return m_timer.isActive(); }
    /// The time between two steps. Default: 2 s.
    void setInterval(std::chrono::milliseconds interval) { m_timer.setInterval(interval); }
    /// Takes one step now, unless the previous one is in progress.
    void step();

Q_SIGNALS:
    /// A step has ended, successfully or not.
    void stepped();

private:
    /// Starts or stops, depending on the connection and the sample database.
    void follow();

    ConnectionService& m_connections;
    CatalogService& m_catalog;
    QTimer m_timer;
    SampleRandom m_random;
    Latest m_stepping;
};

} // namespace sandglass::services
