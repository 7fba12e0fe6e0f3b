// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/purge/archive_record.h"

#include "app/services/settings/private_file.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

#include <optional>

using namespace Qt::StringLiterals;

namespace sandglass::services {

namespace {

constexpr qint64 kMaxRecordBytes = 65'536;

QString lockName(const QString& record)
{
    return record + u".lock"_s;
}

// What clearLeftovers() needs to find the partial files again.
QByteArray recordText(const archive::Layout& layout)
{
    const QJsonObject json{{u"folder"_s, QString::fromStdString(layout.folder.string())},
                           {u"db"_s, QString::fromStdString(layout.ns.database)},
                           {u"collection"_s, QString::fromStdString(layout.ns.collection)},
                           {u"bson"_s, layout.format == archive::Format::Bson}};
    return QJsonDocument(json).toJson(QJsonDocument::Compact);
}

// nullopt for a file that is not such a note
std::optional<archive::Layout> readRecord(const QString& name)
{
    QFile file(name);
    if (file.size() > kMaxRecordBytes || !file.open(QIODevice::ReadOnly)) {
        return {};
    }
    const QJsonObject json = QJsonDocument::fromJson(file.readAll()).object();
    archive::Layout layout;
    layout.folder = json[u"folder"_s].toString().toStdString();
    layout.ns
        = {json[u"db"_s].toString().toStdString(), json[u"collection"_s].toString().toStdString()};
    layout.format = json[u"bson"_s].toBool() ? archive::Format::Bson : archive::Format::JsonLines;
    // the files that this names will be deleted, so nothing vague is accepted
    const bool whole = layout.folder.is_absolute() && !layout.ns.database.empty()
        && !layout.ns.collection.empty();
    return whole ? std::optional(std::move(layout)) : std::nullopt;
}

} // namespace

ArchiveRecord::ArchiveRecord(const QString& file)
    : m_file(file)
    , m_lock(lockName(file))
{
    // never stale by age: a lock is free only when its process has ended
    m_lock.setStaleLockTime(0);
}

Result<std::unique_ptr<ArchiveRecord>>
ArchiveRecord::write(const QString& folder, const QString& id, const archive::Layout& layout)
{
    const auto failed = [](const std::string& why) {
        return base::failure(Errc::Storage, "The note about the archive cannot be written: " + why)
            .because(base::LocalReason::PurgeNotSaved);
    };
    if (!QDir().mkpath(folder)) {
        return failed(folder.toStdString());
    }
    std::unique_ptr<ArchiveRecord> record(new ArchiveRecord(folder + u'/' + id + u".archiving"_s));
    // locked before it is written: clearLeftovers() of another program must not take it for a
    // leftover
    if (!record->m_lock.tryLock(0)) {
        return failed("it is locked");
    }
    if (const auto written = writePrivately(record->m_file, recordText(layout)); !written) {
        return failed(written.error().message);
    }
    return record;
}

void ArchiveRecord::close()
{
    QFile::remove(m_file);
    m_lock.unlock();
}

void ArchiveRecord::clearLeftovers(const QString& folder)
{
    const QFileInfoList notes
        = QDir(folder).entryInfoList({u"*.archiving"_s}, QDir::Files, QDir::Name);
    for (const QFileInfo& note : notes) {
        ArchiveRecord record(note.absoluteFilePath());
        if (!record.m_lock.tryLock(0)) {
            continue; // its program is still running
        }
        if (const auto layout = readRecord(record.m_file)) {
            archive::discardPartial(*layout);
        }
        record.close();
    }
}

} // namespace sandglass::services
