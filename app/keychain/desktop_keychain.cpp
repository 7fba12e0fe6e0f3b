// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/keychain/desktop_keychain.h"

#include <qt6keychain/keychain.h>

#include <memory>
#include <type_traits>
#include <utility>

namespace sandglass::keychain {

namespace {

const QString& service()
{
    static const QString name = QStringLiteral("Sandglass");
    return name;
}

// Without a D-Bus session the library reports OtherError, not NoBackendAvailable. So every error
// that is neither "no such entry" nor a refusal means that no keychain is available.
Error errorOf(const QKeychain::Job& job)
{
    std::string words = job.errorString().toStdString();
    switch (job.error()) {
    case QKeychain::EntryNotFound:
        return base::failure(Errc::NotFound, std::move(words));
    case QKeychain::AccessDenied:
    case QKeychain::AccessDeniedByUser:
        return base::failure(Errc::NotPermitted, std::move(words));
    default:
        return base::failure(Errc::Unsupported, std::move(words));
    }
}

// The job deletes itself after it has answered (QKeychain's autoDelete).
template <typename Job>
void start(Job* job, const QString& key, services::SecretStore::Answer done)
{
    // a plain file would keep secrets readable: no keychain means no storing
    job->setInsecureFallback(false);
    job->setKey(key);
    QObject::connect(job, &QKeychain::Job::finished, job,
                     [job, done = std::move(done)](QKeychain::Job* /*self*/) {
                         if (job->error() != QKeychain::NoError) {
                             done(errorOf(*job));
                             return;
                         }
                         if constexpr (std::is_same_v<Job, QKeychain::ReadPasswordJob>) {
                             done(job->textData());
                         } else {
                             done(QString());
                         }
                     });
    job->start();
}

} // namespace

void DesktopKeychain::read(const QString& key, Answer done)
{
    start(std::make_unique<QKeychain::ReadPasswordJob>(service()).release(), key, std::move(done));
}

void DesktopKeychain::write(const QString& key, const QString& secret, Answer done)
{
    auto job = std::make_unique<QKeychain::WritePasswordJob>(service());
    job->setTextData(secret);
    start(job.release(), key, std::move(done));
}

void DesktopKeychain::remove(const QString& key, Answer done)
{
    start(std::make_unique<QKeychain::DeletePasswordJob>(service()).release(), key,
          std::move(done));
}

} // namespace sandglass::keychain
