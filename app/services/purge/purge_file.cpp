// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/purge/purge_file.h"

#include "app/services/settings/private_file.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <utility>

namespace sandglass::services {

PurgeFile::PurgeFile(QString path)
    : m_path(std::move(path))
{
}

PurgeFile::State PurgeFile::take(const PurgeJob& job)
{
    return {++m_taken, QByteArray::fromStdString(jobText(job))};
}

Result<void> PurgeFile::write(const State& state)
{
    const auto failed = [](const std::string& why) {
        return base::failure(Errc::Storage, "The purge's state cannot be written: " + why)
            .because(base::LocalReason::PurgeNotSaved);
    };
    const std::lock_guard lock(m_mutex);
    if (m_removed || state.number < m_written) {
        return {};
    }
    const QString folder = QFileInfo(m_path).path();
    if (!QDir().mkpath(folder)) {
        return failed(folder.toStdString());
    }
    if (const Result<void> written = writePrivately(m_path, state.text); !written) {
        return failed(written.error().message);
    }
    m_written = state.number;
    if (m_removed) {
        QFile::remove(m_path);
    }
    return {};
}

void PurgeFile::remove()
{
    m_removed = true;
    QFile::remove(m_path);
}

} // namespace sandglass::services
