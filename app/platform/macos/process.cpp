// SPDX-License-Identifier: GPL-3.0-or-later
// Not compiled on the machine where it was written: see packaging/macos/README.md.
#include "app/platform/process.h"

#include <pthread.h>
#include <pthread/qos.h>
#include <sys/types.h>

#include <cerrno>
#include <csignal>

namespace sandglass::platform {

bool isProcessRunning(std::int64_t processId)
{
    // signal 0 only asks; EPERM: it runs and belongs to another user
    return processId > 0 && (::kill(static_cast<pid_t>(processId), 0) == 0 || errno == EPERM);
}

void endWithParent(std::int64_t /*parentProcessId*/) { }

void hideMemory() { }

void lowerThreadPriority()
{
    static_cast<void>(::pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0));
}

} // namespace sandglass::platform
