// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/engine/engine_user_service.h"

#include "app/bson/builder.h"
#include "app/protocol/server_code.h"
#include "app/services/calls/answer.h"
#include "app/services/connections/connection_service.h"
#include "app/services/connections/secret_keeper.h"

#include <QRandomGenerator>

#include <string_view>

namespace sandglass::services {

namespace {

constexpr int kPasswordLetters = 24; // of 62: more than 140 bits
constexpr const char* kDatabase = "admin";

QString freshPassword()
{
    constexpr std::string_view kLetters
        = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    QString password;
    for (int i = 0; i < kPasswordLetters; ++i) {
        const quint32 at
            = QRandomGenerator::system()->bounded(static_cast<quint32>(kLetters.size()));
        password += QLatin1Char(kLetters[at]);
    }
    return password;
}

QString secretKey(const QString& user)
{
    return QStringLiteral("engine/user/") + user;
}

} // namespace

Result<void> giveEnginePassword(ttl::TtlServer& server, const ttl::CallLimits& limits,
                                const std::string& user, const std::string& password)
{
    const auto changed = server.runCommand(
        kDatabase, bson::makeDocument("updateUser", user, "pwd", password), limits);
    if (changed) {
        return {};
    }
    if (changed.error().serverCode != static_cast<int>(protocol::ServerCode::UserNotFound)) {
        return changed.error();
    }
    bson::Builder command;
    command.append("createUser", user).append("pwd", password);
    command.appendArray("roles",
                        bson::makeArray(bson::makeDocument("role", "root", "db", kDatabase)));
    TRY(server.runCommand(kDatabase, command.take(), limits));
    return {};
}

EngineUserService::EngineUserService(ConnectionService& connections, SecretKeeper& secrets,
                                     QObject* parent)
    : QObject(parent)
    , m_connections(connections)
    , m_secrets(secrets)
{
}

void EngineUserService::renew(const QString& user)
{
    if (m_busy || user.isEmpty()) {
        return;
    }
    if (!m_connections.isConnected() || !m_connections.state().local) {
        end(base::failure(Errc::Unsupported, "The window is not connected to the local engine."));
        return;
    }
    m_busy = true;
    m_error.reset();
    Q_EMIT changed();
    const QString password = freshPassword();
    const auto work = [name = user.toStdString(), secret = password.toStdString()](
                          ttl::TtlServer& server, const ttl::CallLimits& limits) {
        return giveEnginePassword(server, limits, name, secret);
    };
    whenAnswered(
        m_connections.runChange(work), this, [this, user, password](const Result<void>& answer) {
            if (!answer) {
                end(answer.error());
                return;
            }
            m_password = password;
            m_secrets.keep(secretKey(user), password, [this](const SecretOutcome& outcome) {
                m_onlyInMemory = outcome.place == SecretPlace::Memory;
                end({});
            });
        });
}

void EngineUserService::fetch(const QString& user, bool orRenew)
{
    if (m_busy || user.isEmpty()) {
        return;
    }
    m_busy = true;
    m_error.reset();
    Q_EMIT changed();
    m_secrets.fetch(secretKey(user), [this, user, orRenew](const SecretOutcome& outcome) {
        takeStored(user, outcome, orRenew);
    });
}

void EngineUserService::takeStored(const QString& user, const SecretOutcome& outcome, bool orRenew)
{
    m_password = outcome.secret;
    m_onlyInMemory = outcome.place == SecretPlace::Memory;
    end(outcome.problem);
    if (orRenew && outcome.place == SecretPlace::Nowhere) {
        renew(user);
    }
}

void EngineUserService::forgetShown()
{
    m_password.fill(u'\0');
    m_password.clear();
    Q_EMIT changed();
}

void EngineUserService::end(const std::optional<Error>& error)
{
    m_busy = false;
    m_error = error;
    Q_EMIT changed();
}

} // namespace sandglass::services

#include "moc_engine_user_service.cpp"
