// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QSettings>
#include <QString>
#include <QStringList>
#include <QTimeZone>
#include <QVariant>

namespace sandglass::services {

/// What the program remembers between runs: settings.ini below the data folder. Holds no secret.
/// GUI thread.
class Settings : public QObject
{
    Q_OBJECT
public:
    /// `folder`: the data folder; made when it is missing, readable by its owner only.
    explicit Settings(const QString& folder, QObject* parent = nullptr);

    /// The data folder, absolute.
    QString folder() const { return m_folder; }

    /// The zone that times are shown in: the chosen one, or the system's.
    QTimeZone zone() const;
    QByteArray zoneId() const;
    /// An unknown id is ignored; empty means the system's zone.
    void setZoneId(const QByteArray& id);

    /// Connection strings used before, latest first, at most 10, without credentials.
    QStringList recentUris() const;
    void addRecentUri(const QString& uriWithoutCredentials);

    /// Any other value by its key, "group/name".
    QVariant value(const QString& key, const QVariant& fallback = {}) const;
    void setValue(const QString& key, const QVariant& value);

Q_SIGNALS:
    void zoneChanged();
    /// A value set through setValue has changed.
    void valueChanged(const QString& key);

private:
    QString m_folder;
    QSettings m_file;
};

} // namespace sandglass::services
