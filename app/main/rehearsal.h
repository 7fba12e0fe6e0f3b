// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/presenters/shell/workspace.h"
#include "app/services/shell/services.h"
#include "ui/shell/main_window.h"

#include <QObject>
#include <QSize>

namespace sandglass {

/// One rehearsal: services, engine and window of its own on a copy of the data. Closing the window
/// ends the engine; ended() follows. Needs the process's mongo::MongoDriver. GUI thread.
class Rehearsal : public QObject
{
    Q_OBJECT

public:
    /// `clock`: of the program; the rehearsal's own clock is in its engine. It outlives this.
    Rehearsal(const services::RehearsalPlan& plan, const base::Clock& clock,
              QObject* parent = nullptr);

    /// Starts the engine and shows the window: the page of the collection that the proposed change
    /// is about, or the inventory.
    void open(QSize size);
    /// Closes the window, as the user does.
    void close() { m_window.close(); }

    const services::RehearsalPlan& plan() const { return m_plan; }

Q_SIGNALS:
    /// The engine has ended; the copy may be removed.
    void ended();

private:
    const services::RehearsalPlan m_plan;
    services::Services m_services;
    presenters::Workspace m_workspace;
    ui::MainWindow m_window;
};

} // namespace sandglass
