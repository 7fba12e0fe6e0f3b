// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/connections/tls_options.h"

#include "app/platform/local_socket.h"

#include <QFile>
#include <QFileInfo>
#include <QSslCertificate>
#include <QSslKey>
#include <QSslSocket>

using namespace Qt::StringLiterals;

namespace sandglass::services {

namespace {

// Some options have a former name that connection strings still use.
QString optionOf(const protocol::ConnectionParts& parts, const char* name, const char* oldName)
{
    const std::string value = parts.option(name);
    return QString::fromStdString(value.empty() ? parts.option(oldName) : value);
}

bool isOn(const protocol::ConnectionParts& parts, const char* name)
{
    return parts.option(name) == "true";
}

// QSslKey needs the algorithm, which PEM does not show from outside: both are tried.
QSslKey keyFrom(const QByteArray& pem, const QByteArray& password)
{
    for (const auto algorithm : {QSsl::Rsa, QSsl::Ec}) {
        QSslKey key(pem, algorithm, QSsl::Pem, QSsl::PrivateKey, password);
        if (!key.isNull()) {
            return key;
        }
    }
    return {};
}

} // namespace

Result<QSslConfiguration> tlsConfiguration(const protocol::ConnectionParts& parts)
{
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    const QString authorities = optionOf(parts, "tlsCAFile", "sslCertificateAuthorityFile");
    if (!authorities.isEmpty()) {
        const QList<QSslCertificate> trusted = QSslCertificate::fromPath(authorities);
        if (trusted.isEmpty()) {
            return base::failure(Errc::Storage, "The CA file contains no certificate.");
        }
        configuration.setCaCertificates(trusted);
    }
    const QString own = keyFileOption(parts);
    if (own.isEmpty()) {
        return configuration;
    }
    QFile file(own);
    if (!file.open(QIODevice::ReadOnly)) {
        return base::failure(Errc::Storage, "The certificate and key file could not be read.");
    }
    const QByteArray pem = file.readAll();
    const QByteArray password
        = optionOf(parts, "tlsCertificateKeyFilePassword", "sslClientCertificateKeyPassword")
              .toUtf8();
    const QSslKey key = keyFrom(pem, password);
    const QSslCertificate certificate(pem);
    if (key.isNull() || certificate.isNull()) {
        return base::failure(
            Errc::Storage,
            "The certificate and key file must contain both in PEM format, and its "
            "password must be correct.");
    }
    configuration.setLocalCertificate(certificate);
    configuration.setPrivateKey(key);
    return configuration;
}

QString keyFileOption(const protocol::ConnectionParts& parts)
{
    return optionOf(parts, "tlsCertificateKeyFile", "sslClientCertificateKeyFile");
}

Result<void> connectLocally(QSslSocket& socket, const QString& path)
{
    const Result<platform::NativeSocket> descriptor = platform::connectLocally(path.toStdString());
    TRY(descriptor);
    // from here on the descriptor belongs to the socket
    if (!socket.setSocketDescriptor(static_cast<qintptr>(*descriptor))) {
        return base::failure(Errc::Network, socket.errorString().toStdString());
    }
    return {};
}

bool isAccepted(const protocol::ConnectionParts& parts, QSslError::SslError error)
{
    if (isOn(parts, "tlsInsecure") || isOn(parts, "tlsAllowInvalidCertificates")
        || isOn(parts, "sslAllowInvalidCertificates")) {
        return true;
    }
    return error == QSslError::HostNameMismatch
        && (isOn(parts, "tlsAllowInvalidHostnames") || isOn(parts, "sslAllowInvalidHostnames"));
}

} // namespace sandglass::services
