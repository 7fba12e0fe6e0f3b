// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/service_fixture.h"

#include <QDir>
#include <QFile>

namespace sandglass::tests {

/// Makes the window's local engine "run": its program is a script that reports that it is ready and
/// sleeps, while the fake server answers. Waits until the services are connected to it; returns
/// false when that fails. An earlier connection is closed.
inline bool startFakeEngine(ServiceFixture& fixture)
{
    const QString path = fixture.folder.filePath(QStringLiteral("engine.sh"));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) {
        return false;
    }
    file.write("#!/bin/sh\n"
               R"(echo '{"s":"I","msg":"Waiting for connections","attr":{"port":27123}}' >&2)"
               "\nexec sleep 600\n");
    file.close();
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    qputenv("SANDGLASS_ENGINE", QFile::encodeName(path));
    fixture.services.openLocal();
    return QTest::qWaitFor([&fixture] {
        return fixture.set.connections.isConnected() && fixture.set.connections.state().local
            && fixture.set.catalog.isLoaded() && fixture.set.restorePoints.canMake();
    });
}

/// Puts a finished restore point on disk, with one small data file, as an engine would have made
/// it.
inline services::RestorePoint putRestorePoint(ServiceFixture& fixture, base::Time at,
                                              services::RestoreCause cause = {})
{
    const services::RestoreFolder& folder = fixture.set.restorePoints.folder();
    services::RestorePoint point;
    point.at = at;
    point.cause = std::move(cause);
    point.documents = 1'234;
    const Result<QString> begun = folder.begin(at);
    if (!begun) {
        qFatal("no restore point: %s", begun.error().message.c_str());
    }
    point.id = *begun;
    QDir().mkpath(folder.dataOf(point.id));
    QFile current(folder.dataOf(point.id) + QStringLiteral("/CURRENT"));
    if (!current.open(QIODevice::WriteOnly) || current.write("MANIFEST-000001\n") < 0) {
        qFatal("no data of a restore point");
    }
    current.close();
    const Result<services::RestorePoint> complete = folder.complete(point);
    return complete ? *complete : point;
}

} // namespace sandglass::tests
