// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QSettings>
#include <QString>
#include <QStringList>
#include <QTimeZone>
#include <QVariant>

namespace sandglass::services {

/// Settings that are remembered between runs: settings.ini in the data folder. Holds no secret. GUI
/// thread.
class Settings : public QObject
{
    Q_OBJECT
public:
    /// `folder`: the data folder. If it is missing it is created, for its owner only.
    explicit Settings(const QString& folder, QObject* parent = nullptr);

    /// The data folder, absolute.
    QString folder() const { return m_folder; }

    /// The time zone for display: the chosen one, or the system's.
    QTimeZone zone() const;
    /// The IANA id of the chosen zone; empty: the system's zone.
    QByteArray zoneId() const;
    /// Chooses a zone. Empty means the system's zone; an unknown id is ignored.
    void setZoneId(const QByteArray& id);

    /// Connection strings used before, without credentials, latest first, at most 10.
    QStringList recentUris() const;
    /// Moves a connection string to the front of recentUris().
    void addRecentUri(const QString& uriWithoutCredentials);

    /// Any other value by its key, "group/name".
    QVariant value(const QString& key, const QVariant& fallback = {}) const;
    /// Sets such a value.
    void setValue(const QString& key, const QVariant& value);

Q_SIGNALS:
    /// zone() has changed.
    void zoneChanged();
    /// setValue() has changed the value of `key`.
    void valueChanged(const QString& key);

private:
    QString m_folder;
    QSettings m_file;
};

} // namespace sandglass::services
