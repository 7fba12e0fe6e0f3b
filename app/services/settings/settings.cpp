// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/settings/settings.h"

#include "app/platform/files.h"

#include <QDir>
#include <QFile>

using namespace Qt::StringLiterals;

namespace sandglass::services {

namespace {

constexpr int kMaxRecent = 10;

// The absolute path. A folder that exists keeps its permissions.
QString prepared(const QString& folder)
{
    QString absolute = QDir(folder).absolutePath();
    if (!QDir().exists(absolute) && QDir().mkpath(absolute)) {
        static_cast<void>(
            platform::makePrivate(QFile::encodeName(absolute).toStdString()).has_value());
    }
    return absolute;
}

} // namespace

Settings::Settings(const QString& folder, QObject* parent)
    : QObject(parent)
    , m_folder(prepared(folder))
    , m_file(m_folder + u"/settings.ini"_s, QSettings::IniFormat)
{
}

QTimeZone Settings::zone() const
{
    // the chosen zone may be unknown to the system of this run
    const QTimeZone chosen(zoneId());
    return chosen.isValid() ? chosen : QTimeZone::systemTimeZone();
}

QByteArray Settings::zoneId() const
{
    return m_file.value(u"display/zone"_s).toByteArray();
}

void Settings::setZoneId(const QByteArray& id)
{
    if (id == zoneId() || (!id.isEmpty() && !QTimeZone(id).isValid())) {
        return;
    }
    m_file.setValue(u"display/zone"_s, id);
    Q_EMIT zoneChanged();
}

QStringList Settings::recentUris() const
{
    return m_file.value(u"connections/recent"_s).toStringList();
}

void Settings::addRecentUri(const QString& uriWithoutCredentials)
{
    QStringList uris = recentUris();
    // once in the list, at the place of its latest use
    uris.removeAll(uriWithoutCredentials);
    uris.prepend(uriWithoutCredentials);
    m_file.setValue(u"connections/recent"_s, uris.mid(0, kMaxRecent));
}

QVariant Settings::value(const QString& key, const QVariant& fallback) const
{
    return m_file.value(key, fallback);
}

void Settings::setValue(const QString& key, const QVariant& value)
{
    if (m_file.value(key) == value) {
        return;
    }
    m_file.setValue(key, value);
    Q_EMIT valueChanged(key);
}

} // namespace sandglass::services

#include "moc_settings.cpp"
