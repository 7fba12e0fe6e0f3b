// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/connections/connection_diagnosis.h"

#include "app/protocol/connection_rules.h"
#include "app/services/connections/host_check.h"
#include "app/services/connections/tls_options.h"

#include <QDnsLookup>
#include <QEventLoop>
#include <QFile>
#include <QFileInfo>
#include <QTimer>

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

using namespace Qt::StringLiterals;

namespace sandglass::services {

namespace {

constexpr std::chrono::milliseconds kSeedLimit{3'000};

ConnectFinding about(ConnectTrouble trouble, const QString& asked)
{
    ConnectFinding finding;
    finding.trouble = trouble;
    finding.asked = asked;
    return finding;
}

// The files of the TLS options. tlsConfiguration() is the judge of their content.
ConnectFinding fileFinding(const protocol::ConnectionParts& parts)
{
    protocol::ConnectionParts onlyAuthorities = parts;
    onlyAuthorities.setOption("tlsCertificateKeyFile", {});
    onlyAuthorities.setOption("sslClientCertificateKeyFile", {});
    const auto path = [&parts](const char* name, const char* oldName) {
        return QString::fromStdString(parts.hasOption(name) ? parts.option(name)
                                                            : parts.option(oldName));
    };
    if (!tlsConfiguration(onlyAuthorities)) {
        const QString file = path("tlsCAFile", "sslCertificateAuthorityFile");
        return about(QFileInfo::exists(file) ? ConnectTrouble::CaFileUnusable
                                             : ConnectTrouble::CaFileMissing,
                     file);
    }
    if (!tlsConfiguration(parts)) {
        const QString file = path("tlsCertificateKeyFile", "sslClientCertificateKeyFile");
        return about(QFileInfo::exists(file) ? ConnectTrouble::KeyFileUnusable
                                             : ConnectTrouble::KeyFileMissing,
                     file);
    }
    return {};
}

// Waits for the answer. This thread has no event loop of its own, and QDnsLookup needs one.
void look(QDnsLookup& lookup)
{
    QEventLoop loop;
    QObject::connect(&lookup, &QDnsLookup::finished, &loop, &QEventLoop::quit);
    QTimer::singleShot(kSeedLimit, &loop, &QEventLoop::quit);
    lookup.lookup();
    loop.exec();
}

// The hosts of a mongodb+srv name.
std::vector<protocol::ConnectionHost> hostsOfSeed(const QString& name)
{
    QDnsLookup lookup(QDnsLookup::SRV, u"_mongodb._tcp."_s + name);
    look(lookup);
    std::vector<protocol::ConnectionHost> hosts;
    const auto records = lookup.serviceRecords();
    for (const QDnsServiceRecord& record : records) {
        hosts.push_back({record.target().toStdString(), record.port()});
    }
    return hosts;
}

// Adds what the TXT record of a mongodb+srv name says, as the driver does; the string wins.
void addOptionsOfSeed(const QString& name, protocol::ConnectionParts& parts)
{
    QDnsLookup lookup(QDnsLookup::TXT, name);
    look(lookup);
    std::string options;
    const auto records = lookup.textRecords();
    for (const QDnsTextRecord& record : records) {
        options += record.values().join().toStdString();
    }
    const protocol::ConnectionReading read
        = protocol::readConnectionString("mongodb://txt/?" + options);
    // no other option is allowed. Source: MongoDB manual, Connection Strings, DNS Seed List.
    for (const char* allowed : {"authSource", "replicaSet"}) {
        if (read.good() && read.parts.hasOption(allowed) && !parts.hasOption(allowed)) {
            parts.setOption(allowed, read.parts.option(allowed));
        }
    }
}

} // namespace

ConnectTrouble refusalTrouble(const protocol::ConnectionParts& parts)
{
    switch (protocol::refusalOf(parts)) {
    case protocol::ConnectionRefusal::PlainWithoutTls:
        return ConnectTrouble::PlainWithoutTls;
    case protocol::ConnectionRefusal::Proxy:
        return ConnectTrouble::ProxyOption;
    case protocol::ConnectionRefusal::UserMissing:
        return ConnectTrouble::UserMissing;
    case protocol::ConnectionRefusal::None:
        break;
    }
    return ConnectTrouble::None;
}

ConnectFinding stringFinding(const protocol::ConnectionReading& reading)
{
    if (!reading.good()) {
        ConnectFinding finding;
        finding.trouble = ConnectTrouble::BadString;
        finding.reading.fault = reading.fault;
        finding.reading.position = reading.position;
        return finding;
    }
    const ConnectTrouble trouble = refusalTrouble(reading.parts);
    if (trouble != ConnectTrouble::None) {
        return about(trouble, QString::fromStdString(reading.parts.option("authMechanism")));
    }
    return protocol::wantsTls(reading.parts) ? fileFinding(reading.parts) : ConnectFinding();
}

ConnectFinding diagnoseConnection(const std::string& uri, const Error& error,
                                  const ttl::CallLimits& limits)
{
    const protocol::ConnectionReading reading = protocol::readConnectionString(uri);
    ConnectFinding worst = stringFinding(reading);
    if (worst.trouble != ConnectTrouble::None) {
        return worst;
    }
    protocol::ConnectionParts parts = reading.parts;
    std::vector<protocol::ConnectionHost> hosts = parts.hosts;
    if (parts.seeded) {
        const QString name = QString::fromStdString(hosts.front().name);
        hosts = hostsOfSeed(name);
        if (hosts.empty()) {
            return about(ConnectTrouble::SeedNotFound, name);
        }
        addOptionsOfSeed(name, parts);
    }
    const QDeadlineTimer deadline(limits.timeout);
    for (const protocol::ConnectionHost& host : hosts) {
        if (limits.cancel.cancelled() || deadline.hasExpired()) {
            break;
        }
        ConnectFinding finding = HostCheck(parts, host, deadline).run(error);
        // a host that came further says more about what is wrong
        if (finding.trouble > worst.trouble) {
            worst = std::move(finding);
        }
    }
    return worst;
}

} // namespace sandglass::services
