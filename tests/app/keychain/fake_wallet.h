// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDBusConnection>
#include <QMap>
#include <QObject>
#include <QString>

#include <atomic>

namespace sandglass::tests {

/// The part of KDE's wallet that QtKeychain uses, as D-Bus shows it: folders with entries, in
/// memory. It must live in a thread of its own, because QtKeychain asks once without an event loop.
class FakeWallet : public QObject
{
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.kde.KWallet")

public:
    static constexpr int kHandle = 7;
    static constexpr int kRefused = -1;

    std::atomic<bool> refuses{false}; ///< as if the user did not open the wallet
    std::atomic<int> opened{0}; ///< times that it was opened

    /// Puts it on a bus; in the wallet's thread. False when the bus does not take it.
    bool offer(const QString& address)
    {
        QDBusConnection bus = QDBusConnection::connectToBus(address, QStringLiteral("wallet"));
        return bus.isConnected()
            && bus.registerObject(QStringLiteral("/modules/kwalletd5"), this,
                                  QDBusConnection::ExportAllSlots)
            && bus.registerService(QStringLiteral("org.kde.kwalletd5"));
    }

public slots:
    QString networkWallet() { return QStringLiteral("kdewallet"); }
    bool isEnabled() { return true; }
    int open(const QString& /*wallet*/, qlonglong /*window*/, const QString& /*application*/)
    {
        ++opened;
        return refuses ? kRefused : kHandle;
    }
    bool hasEntry(int /*handle*/, const QString& folder, const QString& key,
                  const QString& /*application*/)
    {
        return m_entries.contains(folder + QLatin1Char('/') + key);
    }
    int entryType(int handle, const QString& folder, const QString& key, const QString& application)
    {
        return hasEntry(handle, folder, key, application) ? 1 : 0; // a password, or unknown
    }
    QString readPassword(int /*handle*/, const QString& folder, const QString& key,
                         const QString& /*application*/)
    {
        return m_entries.value(folder + QLatin1Char('/') + key);
    }
    int writePassword(int /*handle*/, const QString& folder, const QString& key,
                      const QString& value, const QString& /*application*/)
    {
        m_entries.insert(folder + QLatin1Char('/') + key, value);
        return 0;
    }
    int removeEntry(int /*handle*/, const QString& folder, const QString& key,
                    const QString& /*application*/)
    {
        return m_entries.remove(folder + QLatin1Char('/') + key) > 0 ? 0 : -3; // no such entry
    }

private:
    QMap<QString, QString> m_entries; // by folder and key
};

} // namespace sandglass::tests
