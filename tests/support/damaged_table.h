// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QString>
#include <QStringList>

#include <string>

namespace sandglass::tests {

/// The table files of a data folder that are larger than 64 KiB, oldest first.
inline QStringList largeTables(const std::string& folder)
{
    constexpr qint64 kLarge = 65'536;
    const QDir place(QString::fromStdString(folder));
    QStringList paths;
    for (const QFileInfo& file :
         place.entryInfoList({QStringLiteral("*.sst")}, QDir::Files, QDir::Name)) {
        if (file.size() > kLarge) {
            paths << file.absoluteFilePath();
        }
    }
    return paths;
}

/// Inverts eight bytes of a file, at `place` (0 to 1) of its size. A second call takes the damage
/// back. Returns whether they were written.
inline bool invertBytes(const QString& path, double place)
{
    constexpr int kBytes = 8;
    QFile file(path);
    if (!file.open(QIODevice::ReadWrite)) {
        return false;
    }
    const auto offset = static_cast<qint64>(static_cast<double>(file.size()) * place);
    if (!file.seek(offset)) {
        return false;
    }
    QByteArray bytes = file.read(kBytes);
    for (char& byte : bytes) {
        byte = static_cast<char>(~byte);
    }
    return file.seek(offset) && file.write(bytes) == kBytes;
}

} // namespace sandglass::tests
