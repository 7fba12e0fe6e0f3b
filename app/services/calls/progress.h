// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace sandglass::services {

/// Reports the progress of a job on a worker thread. The job and its owner share it. Connect
/// moved() to a member of a GUI object: Qt then queues the call to that object's thread, and drops
/// it when the object is gone. Any thread.
class Progress : public QObject
{
    Q_OBJECT

Q_SIGNALS:
    /// `done`: in the unit of the job. What a job reports arrives before its answer.
    void moved(double done);
    /// One part of the job is complete.
    void partDone();
};

} // namespace sandglass::services
