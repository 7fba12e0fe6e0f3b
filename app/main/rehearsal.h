// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/presenters/shell/servers.h"
#include "app/services/shell/services.h"
#include "ui/shell/main_window.h"

#include <QObject>
#include <QSize>

namespace sandglass {

/// One rehearsal: services, engine and window of its own, on a copy of the data. Closing the window
/// stops the engine; then ended() follows. Needs the process's mongo::MongoDriver. GUI thread.
class Rehearsal : public QObject
{
    Q_OBJECT

public:
    /// `clock`: the program's, which must outlive this object; the rehearsal's own clock is in its
    /// engine.
    Rehearsal(const services::RehearsalPlan& plan, const base::Clock& clock,
              QObject* parent = nullptr);

    /// Starts the engine and shows the window with the page of the collection that the proposed
    /// change is about, or with the inventory.
    void open(QSize size);
    /// Closes the window, as the user would.
    void close() { m_window.close(); }

    /// The plan given to the constructor.
    const services::RehearsalPlan& plan() const { return m_plan; }

Q_SIGNALS:
    /// The engine has ended, so the copy may be removed.
    void ended();

private:
    // in the order of construction: each may use those above it
    const services::RehearsalPlan m_plan;
    services::Services m_services;
    presenters::Servers m_servers;
    ui::MainWindow m_window;
};

} // namespace sandglass
