// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/engine/engine_user_service.h"

#include "app/bson/builder.h"
#include "app/protocol/server_code.h"
#include "app/services/calls/answer.h"
#include "app/services/connections/connection_service.h"
#include "app/services/connections/secret_keeper.h"
#include "app/services/engine/engine_process.h"
#include "app/services/settings/settings.h"

#include <QPointer>
#include <QRandomGenerator>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sandglass::services {

namespace {

using protocol::ServerCode;

constexpr int kPasswordLetters = 24; // of 62: more than 140 bits
constexpr const char* kDatabase = "admin";
// the server's code; it has no name
constexpr int kUserExists = 51003;
// customData.madeBy of the users that are made here
constexpr std::string_view kMaker = "Sandglass";
constexpr qsizetype kMostFormer = 20;

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

// No error when there is no such user. One that was made by hand stays: it is not ours.
Result<void> dropEngineUser(ttl::TtlServer& server, const ttl::CallLimits& limits,
                            const std::string& user)
{
    const auto found = server.runCommand(kDatabase, bson::makeDocument("usersInfo", user), limits);
    TRY(found);
    const bson::ValueView maker = found->view().at("users.0.customData.madeBy");
    if (maker.type() != bson::Type::String || maker.asString() != kMaker) {
        return {};
    }
    const auto dropped = server.runCommand(kDatabase, bson::makeDocument("dropUser", user), limits);
    if (!dropped && dropped.error().serverCode != static_cast<int>(ServerCode::UserNotFound)) {
        return dropped.error();
    }
    return {};
}

} // namespace

Result<bool> giveEngineLogin(ttl::TtlServer& server, const ttl::CallLimits& limits,
                             const EngineLogin& login, ExistingUser existing)
{
    bson::Builder command;
    command.append("createUser", login.user).append("pwd", login.password);
    command.appendArray("roles",
                        bson::makeArray(bson::makeDocument("role", "root", "db", kDatabase)));
    command.append("customData", bson::makeDocument("madeBy", kMaker));
    const auto created = server.runCommand(kDatabase, command.take(), limits);
    if (created) {
        return true;
    }
    if (created.error().serverCode != kUserExists) {
        return created.error();
    }
    if (existing == ExistingUser::Keep) {
        return false;
    }
    TRY(server.runCommand(
        kDatabase, bson::makeDocument("updateUser", login.user, "pwd", login.password), limits));
    return true;
}

EngineUserService::EngineUserService(const Needs& needs, QObject* parent)
    : QObject(parent)
    , m_connections(needs.connections)
    , m_secrets(needs.secrets)
    , m_engine(needs.engine)
    , m_settings(needs.settings)
{
    // another folder, or a restored state, may lack the user or still have a former one
    connect(&m_engine, &EngineProcess::ready, this, [this] {
        m_userDue = true;
        m_formerDue = true;
        goOn();
    });
    connect(&m_connections, &ConnectionService::stateChanged, this, &EngineUserService::goOn);
}

bool EngineUserService::isReached() const
{
    return m_engine.phase() == EngineProcessPhase::Running && m_connections.isConnected()
        && m_connections.state().local;
}

bool EngineUserService::hasUser() const
{
    return m_engine.port() > 0 && !m_engine.user().isEmpty();
}

void EngineUserService::use(int port, const QString& user)
{
    noteFormer(m_engine.user(), user);
    m_settings.setValue(kEnginePort, port);
    m_settings.setValue(kEngineUser, user);
    // with another port alone, programs keep the password that they have
    m_asked = port > 0 && !user.isEmpty() && user != m_engine.user();
    forgetShown();
    m_engine.usePort(port, user);
}

// The list stays: other data folders and older states have these users too.
void EngineUserService::noteFormer(const QString& previous, const QString& user)
{
    QStringList former = m_settings.value(kFormerEngineUsers).toStringList();
    if (!previous.isEmpty() && previous != user) {
        former.removeAll(previous);
        former << previous;
        m_secrets.forget(secretKey(previous));
    }
    former.removeAll(user);
    m_settings.setValue(
        kFormerEngineUsers,
        QStringList(former.mid(std::max<qsizetype>(former.size() - kMostFormer, 0))));
}

void EngineUserService::renew()
{
    if (!canRenew()) {
        return;
    }
    begin();
    give({m_engine.user(), freshPassword(), true, true});
}

void EngineUserService::fetch()
{
    if (m_busy || m_engine.user().isEmpty()) {
        return;
    }
    begin();
    const QPointer self(this);
    m_secrets.fetch(secretKey(m_engine.user()), [self](const SecretOutcome& outcome) {
        if (self) {
            self->m_password = outcome.secret;
            self->m_onlyInMemory = outcome.place == SecretPlace::Memory;
            self->end(outcome.problem);
        }
    });
}

void EngineUserService::forgetShown()
{
    m_password.fill(u'\0');
    m_password.clear();
    Q_EMIT changed();
}

void EngineUserService::goOn()
{
    if (m_busy || !isReached()) {
        return;
    }
    if (std::exchange(m_userDue, false) && hasUser()) {
        ensureUser();
        return;
    }
    if (std::exchange(m_formerDue, false)) {
        removeFormer();
    }
}

void EngineUserService::ensureUser()
{
    begin();
    const QPointer self(this);
    Handing handing{m_engine.user(), {}, false, std::exchange(m_asked, false)};
    m_secrets.fetch(secretKey(handing.user), [self, handing](const SecretOutcome& outcome) {
        if (!self) {
            return;
        }
        Handing found = handing;
        found.fresh = outcome.secret.isEmpty();
        found.password = found.fresh ? freshPassword() : outcome.secret;
        self->m_onlyInMemory = outcome.place == SecretPlace::Memory;
        self->give(found);
    });
}

void EngineUserService::give(const Handing& handing)
{
    const EngineLogin login{handing.user.toStdString(), handing.password.toStdString()};
    const auto existing = handing.asked ? ExistingUser::ChangePassword : ExistingUser::Keep;
    const auto work = [login, existing](ttl::TtlServer& server, const ttl::CallLimits& limits) {
        return giveEngineLogin(server, limits, login, existing);
    };
    whenAnswered(m_connections.runChange(work), this, [this, handing](const Result<bool>& given) {
        if (!given || !*given) {
            end(given ? std::optional<Error>() : given.error());
            return;
        }
        if (handing.asked) {
            m_password = handing.password;
        }
        if (handing.fresh) {
            keep(handing);
        } else {
            end({});
        }
    });
}

void EngineUserService::keep(const Handing& handing)
{
    const QPointer self(this);
    m_secrets.keep(secretKey(handing.user), handing.password, [self](const SecretOutcome& outcome) {
        if (self) {
            self->m_onlyInMemory = outcome.place == SecretPlace::Memory;
            self->end({});
        }
    });
}

void EngineUserService::removeFormer()
{
    std::vector<std::string> names;
    for (const QString& name : m_settings.value(kFormerEngineUsers).toStringList()) {
        names.push_back(name.toStdString());
    }
    if (names.empty()) {
        return;
    }
    begin();
    const auto work
        = [names](ttl::TtlServer& server, const ttl::CallLimits& limits) -> Result<void> {
        for (const std::string& name : names) {
            TRY(dropEngineUser(server, limits, name));
        }
        return {};
    };
    whenAnswered(m_connections.runChange(work), this, [this](const Result<void>& dropped) {
        end(dropped ? std::optional<Error>() : dropped.error());
    });
}

void EngineUserService::begin()
{
    m_busy = true;
    m_error.reset();
    Q_EMIT changed();
}

void EngineUserService::end(const std::optional<Error>& error)
{
    m_busy = false;
    m_error = error;
    Q_EMIT changed();
    if (!error) {
        goOn();
    }
}

} // namespace sandglass::services

#include "moc_engine_user_service.cpp"
