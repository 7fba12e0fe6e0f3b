// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/settings/private_file.h"

#include <QFile>
#include <QSaveFile>

namespace sandglass::services {

Result<void> writePrivately(const QString& path, const QByteArray& text)
{
    // the permissions are set before the first byte is written
    QSaveFile file(path);
    bool written = file.open(QIODevice::WriteOnly | QIODevice::Unbuffered)
        && file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    for (qsizetype at = 0; written && at < text.size();) {
        // on a full disk a part of it fits, which is no error; only the next call says the reason
        const qint64 part = file.write(text.constData() + at, text.size() - at);
        written = part > 0;
        at += static_cast<qsizetype>(part);
    }
    return written && file.commit()
        ? Result<void>()
        : Result<void>(base::failure(Errc::Storage, file.errorString().toStdString()));
}

} // namespace sandglass::services
