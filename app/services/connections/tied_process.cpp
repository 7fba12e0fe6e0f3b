// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/connections/tied_process.h"

#include "app/platform/process.h"

#include <QCoreApplication>
#include <QProcess>

namespace sandglass::services {

namespace {

// Qt has the call only where a child process begins as a copy of its parent.
template <typename Process>
void tie(Process& process, ChildTerminal terminal)
{
    if constexpr (requires { process.setChildProcessModifier([] {}); }) {
        process.setChildProcessModifier([terminal, parent = QCoreApplication::applicationPid()] {
            if (terminal == ChildTerminal::None) {
                platform::leaveTerminal();
            }
            platform::endWithParent(parent);
        });
    }
}

} // namespace

void tieToThisProgram(QProcess& process, ChildTerminal terminal)
{
    tie(process, terminal);
}

} // namespace sandglass::services
