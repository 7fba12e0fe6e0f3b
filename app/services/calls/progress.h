// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace sandglass::services {

/// How a job on a worker tells how far it has come. The job and whoever started it share it;
/// connect moved() to a member of the GUI, which is then called in its own thread, as long as it
/// lives. Any thread.
class Progress : public QObject
{
    Q_OBJECT

Q_SIGNALS:
    /// `done`: in the unit of the job. What is told arrives before the job's answer.
    void moved(double done);
    /// A part of the job has ended whole.
    void partDone();
};

} // namespace sandglass::services
