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

/// The application that the sample data pretends to belong to: on the local engine, while the
/// sample database is there, it touches some sessions, so that one sees them survive, and adds a
/// trickle of documents. GUI thread.
class LiveTraffic : public QObject
{
    Q_OBJECT
public:
    LiveTraffic(ConnectionService& connections, CatalogService& catalog, QObject* parent = nullptr);

    bool isRunning() const { return m_timer.isActive(); }
    /// How often it does a step; 2 s at first.
    void setInterval(std::chrono::milliseconds interval) { m_timer.setInterval(interval); }
    /// One step now, unless the last one still runs.
    void step();

Q_SIGNALS:
    /// A step was done.
    void stepped();

private:
    void follow();

    ConnectionService& m_connections;
    CatalogService& m_catalog;
    QTimer m_timer;
    SampleRandom m_random;
    Latest m_stepping;
};

} // namespace sandglass::services
