// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/services/shell/link_list.h"
#include "app/services/shell/link_services.h"
#include "app/services/shell/program_services.h"
#include "app/services/shell/service_set.h"

#include <QObject>

#include <memory>

namespace sandglass::services {

/// Makes all services of one window, connects them, and destroys them in the right order: those of
/// the program and those of each server. Made by the main program and by tests; must outlive all
/// presenters. GUI thread.
class Services : public QObject
{
    Q_OBJECT
public:
    /// `clock` must outlive the services.
    Services(ServicesOptions options, const base::Clock& clock, QObject* parent = nullptr);
    ~Services() override;

    /// The servers of the window.
    LinkList& links() { return m_links; }
    /// References to the services of the first server.
    ServiceSet& set() { return m_links.first().set(); }
    /// The live traffic on the sample data of the first server.
    LiveTraffic& traffic() { return m_links.first().traffic(); }

    /// Starts the local engine and connects to it when it is ready, now and after each restart. It
    /// takes the place of the first server.
    void openLocal();
    /// Disconnects and asks the engine to end. stopped() follows when it has ended, or at once if
    /// it was not running.
    void stop();

Q_SIGNALS:
    /// The engine has ended after stop().
    void stopped();

private:
    // members are in the order of construction: each may use those above it
    ProgramServices m_program;
    LinkList m_links;
    std::unique_ptr<RehearsalRun> m_rehearsal; // null: the real data
    bool m_stopping = false;
};

} // namespace sandglass::services
