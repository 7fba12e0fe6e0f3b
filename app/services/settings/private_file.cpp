// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/settings/private_file.h"

#include <QFile>
#include <QSaveFile>

namespace sandglass::services {

Result<void> writePrivately(const QString& path, const QByteArray& text)
{
    // the permissions are set before the first byte is written
    QSaveFile file(path);
    const bool written = file.open(QIODevice::WriteOnly)
        && file.setPermissions(QFile::ReadOwner | QFile::WriteOwner)
        && file.write(text) == text.size() && file.commit();
    return written ? Result<void>()
                   : Result<void>(base::failure(Errc::Storage, file.errorString().toStdString()));
}

} // namespace sandglass::services
