// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/connections/connect_form_presenter.h"

#include "app/presenters/connections/connect_attempt.h"
#include "app/presenters/connections/connect_finding_words.h"
#include "app/presenters/connections/connection_fault_words.h"
#include "app/presenters/connections/connection_test_words.h"
#include "app/presenters/connections/connection_words.h"
#include "app/presenters/words/words.h"
#include "app/protocol/connection_rules.h"
#include "app/services/connections/connection_book.h"
#include "app/services/connections/connection_service.h"
#include "app/services/connections/connection_test.h"
#include "app/services/connections/secret_keeper.h"
#include "app/services/shell/service_set.h"

#include <QPointer>

#include <algorithm>
#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

// Shown in place of a secret. No password consists of six bullets by chance, so setUri() can tell
// the mask from a typed password.
const QString& mask()
{
    static const QString bullets(6, QChar(0x2022));
    return bullets;
}

// in the order of ConnectionTraits::profile
constexpr std::array<std::optional<ttl::Product>, 5> kProfiles{
    std::nullopt, ttl::Product::MongoDb, ttl::Product::CosmosDb, ttl::Product::DocumentDb,
    ttl::Product::FerretDb};

int profileIndex(std::optional<ttl::Product> product)
{
    for (std::size_t i = 0; i < kProfiles.size(); ++i) {
        if (kProfiles[i] == product) {
            return static_cast<int>(i);
        }
    }
    return 0;
}

QString hostsOf(const protocol::ConnectionParts& parts)
{
    QStringList hosts;
    for (const protocol::ConnectionHost& host : parts.hosts) {
        hosts << text(protocol::hostText(host));
    }
    return hosts.join(u", "_s);
}

QString withoutBlanksText(const QString& typed)
{
    QString hosts = typed;
    return hosts.remove(u' ');
}

std::string withoutBlanks(const QString& typed)
{
    return utf8(withoutBlanksText(typed));
}

// Puts the secrets of `before` back where the string has their mask. A password that was typed in
// front of or behind the mask counts without it.
void unmask(protocol::ConnectionParts& parts, const protocol::ConnectionParts& before)
{
    const std::string masked = utf8(mask());
    if (parts.password == masked) {
        parts.password = before.password;
    } else if (parts.password) {
        parts.password = utf8(text(*parts.password).remove(mask().front()));
    }
    for (protocol::ConnectionOption& option : parts.options) {
        if (option.rawValue != masked) {
            continue;
        }
        for (const protocol::ConnectionOption& known : before.options) {
            if (known.name == option.name) {
                option.rawValue = known.rawValue;
            }
        }
    }
}

services::LinkLabel labelOf(const ConnectionTraits& traits)
{
    return {traits.color, traits.tag, traits.readOnly,
            kProfiles.at(static_cast<std::size_t>(traits.profile)),
            services::SshSettings{traits.sshServer.trimmed(), traits.sshPort,
                                  traits.sshKeyFile.trimmed(),
                                  withoutBlanksText(traits.sshJumpHosts)}};
}

} // namespace

ConnectFormPresenter::ConnectFormPresenter(services::ServiceSet& services, QObject* parent)
    : QObject(parent)
    , m_services(services)
    , m_attempt(std::make_unique<ConnectAttempt>(services))
{
    connect(&m_services.book, &services::ConnectionBook::changed, this,
            &ConnectFormPresenter::showBook);
    connect(&m_services.connectionTest, &services::ConnectionTest::changed, this,
            &ConnectFormPresenter::showTest);
    // the service may still hold the results of an earlier dialog
    m_services.connectionTest.clear();
    showBook();
    startNew();
}

ConnectFormPresenter::~ConnectFormPresenter()
{
    // clear() emits changed(), which must not reach an object in destruction
    m_services.connectionTest.disconnect(this);
    m_services.connectionTest.clear();
}

void ConnectFormPresenter::setUri(const QString& typed)
{
    const QString shown = typed.trimmed();
    if (shown == m_state.shownUri) {
        return;
    }
    m_state.shownUri = typed;
    m_uriReading = protocol::readConnectionString(utf8(shown));
    if (m_uriReading.good()) {
        m_hostsReading = {};
        unmask(m_uriReading.parts, m_state.parts);
        m_state.parts = m_uriReading.parts;
        m_state.hostsText = hostsOf(m_state.parts);
    }
    m_uriReading.parts = {};
    validate();
}

void ConnectFormPresenter::settleUri()
{
    if (m_uriReading.good() && m_hostsReading.good()) {
        m_state.shownUri = maskedUri();
        Q_EMIT stateChanged();
    }
}

QString ConnectFormPresenter::maskedUri() const
{
    return text(protocol::writeConnectionString(m_state.parts, utf8(mask())));
}

void ConnectFormPresenter::partsChanged()
{
    // Checked as if the string of the form had been typed, so that both ways find the same faults.
    m_uriReading = protocol::readConnectionString(protocol::writeConnectionString(m_state.parts));
    m_uriReading.parts = {};
    m_state.shownUri = maskedUri();
    validate();
}

void ConnectFormPresenter::validate()
{
    m_state.failure.reset();
    m_state.problem = faultWords(m_uriReading.good() ? m_hostsReading : m_uriReading);
    const protocol::ConnectionParts& parts = m_state.parts;
    if (m_state.problem.isEmpty() && parts.password && parts.user.empty()) {
        m_state.problem = tr("There is a password but no user name.");
    }
    if (m_state.problem.isEmpty()) {
        m_state.problem = databaseProblem();
    }
    if (m_state.problem.isEmpty()) {
        services::ConnectFinding finding;
        finding.trouble = services::refusalTrouble(parts);
        finding.asked = text(parts.option("authMechanism"));
        const FailureText refusal = findingWords(finding);
        m_state.problem = u"%1 %2"_s.arg(refusal.sentence, refusal.advice).trimmed();
    }
    const QString ignored = ignoredOptionsText(protocol::unknownOptions(parts));
    m_state.warning = u"%1 %2"_s.arg(m_linkNote, ignored).trimmed();
    m_state.canConnect = m_state.problem.isEmpty() && !parts.hosts.empty() && !m_state.reading;
    Q_EMIT stateChanged();
}

void ConnectFormPresenter::setHosts(const QString& typed)
{
    m_state.hostsText = typed;
    m_hostsReading = protocol::readHosts(withoutBlanks(typed), m_state.parts.seeded);
    if (!m_hostsReading.good()) {
        m_uriReading = {};
        validate();
        return;
    }
    m_state.parts.hosts = std::exchange(m_hostsReading.parts.hosts, {});
    partsChanged();
}

void ConnectFormPresenter::setSeeded(bool seeded)
{
    m_state.parts.seeded = seeded;
    setHosts(m_state.hostsText);
}

void ConnectFormPresenter::setUser(const QString& user)
{
    m_state.parts.user = utf8(user);
    partsChanged();
}

void ConnectFormPresenter::setPassword(const QString& password)
{
    m_state.parts.password.reset();
    if (!password.isEmpty()) {
        m_state.parts.password = utf8(password);
    }
    partsChanged();
}

void ConnectFormPresenter::setDatabase(const QString& database)
{
    m_state.parts.database = utf8(database);
    partsChanged();
}

void ConnectFormPresenter::setOption(const QString& name, const QString& value)
{
    m_state.parts.setOption(utf8(name), utf8(value));
    partsChanged();
}

void ConnectFormPresenter::setOptionAt(std::size_t place, const QString& value)
{
    m_state.parts.setOptionAt(place, utf8(value));
    partsChanged();
}

void ConnectFormPresenter::addOption(const QString& name, const QString& value)
{
    m_state.parts.addOption(utf8(name), utf8(value));
    partsChanged();
}

void ConnectFormPresenter::setTraits(const ConnectionTraits& traits)
{
    if (m_state.traits != traits) {
        m_state.traits = traits;
        validate();
    }
}

void ConnectFormPresenter::showBook()
{
    m_state.saved.clear();
    for (const services::SavedConnection& saved : m_services.book.connections()) {
        const auto reading = protocol::readConnectionString(utf8(saved.uri));
        m_state.saved.push_back({saved.id,
                                 saved.name.isEmpty() ? hostsOf(reading.parts) : saved.name,
                                 saved.color, tagWords(saved.tag), saved.group});
    }
    // an empty group sorts first; within a group the order of the user stays
    std::ranges::stable_sort(m_state.saved, [](const auto& left, const auto& right) {
        return left.group.localeAwareCompare(right.group) < 0;
    });
    m_state.groups.clear();
    for (const SavedConnectionRow& row : m_state.saved) {
        if (!row.group.isEmpty() && !m_state.groups.contains(row.group)) {
            m_state.groups << row.group;
        }
    }
    Q_EMIT stateChanged();
}

void ConnectFormPresenter::choose(const QString& id)
{
    const services::SavedConnection* saved = m_services.book.find(id);
    if (!saved) {
        return;
    }
    m_services.connectionTest.clear();
    m_linkNote.clear();
    m_state.currentId = id;
    m_state.traits = {saved->name,         saved->color,
                      saved->tag,          profileIndex(saved->profile),
                      saved->readOnly,     saved->askPassword,
                      saved->group,        saved->ssh.destination,
                      saved->ssh.port,     saved->ssh.identityFile,
                      saved->ssh.jumpHosts};
    m_state.keychainNote.clear();
    m_state.parts = protocol::readConnectionString(utf8(saved->uri)).parts;
    m_state.hostsText = hostsOf(m_state.parts);
    m_hostsReading = {};
    showDatabases();
    m_state.reading = !saved->askPassword;
    partsChanged();
    if (m_state.reading) {
        fetchSecret(id);
    }
}

void ConnectFormPresenter::fetchSecret(const QString& id)
{
    m_services.secrets.fetch(id,
                             [self = QPointer(this), id](const services::SecretOutcome& outcome) {
                                 if (self) {
                                     self->takeSecret(id, outcome);
                                 }
                             });
}

void ConnectFormPresenter::takeSecret(const QString& id, const services::SecretOutcome& outcome)
{
    if (id != m_state.currentId || !m_state.reading) {
        return;
    }
    m_state.reading = false;
    // a password typed in the meantime is newer
    if (!m_state.parts.password) {
        protocol::putSecrets(m_state.parts, utf8(outcome.secret));
    }
    showSecretPlace(outcome);
    if (m_uriReading.good()) {
        partsChanged();
    } else {
        validate();
    }
}

void ConnectFormPresenter::showSecretPlace(const services::SecretOutcome& outcome)
{
    m_state.keychainNote.clear();
    if (outcome.place == services::SecretPlace::Memory) {
        m_state.keychainNote = tr("There is no keychain to store the password in. Sandglass "
                                  "remembers it until you quit.");
    } else if (outcome.problem && outcome.problem->code == Errc::NotPermitted) {
        m_state.keychainNote = tr("The keychain did not release the password. Unlock the keychain, "
                                  "or type the password.");
    } else if (outcome.problem) {
        m_state.keychainNote = tr("There is no keychain on this desktop. Type the password; "
                                  "Sandglass remembers it until you quit.");
    }
}

void ConnectFormPresenter::startNew()
{
    m_services.connectionTest.clear();
    m_linkNote.clear();
    m_state.currentId.clear();
    m_state.traits = {};
    m_state.keychainNote.clear();
    m_state.reading = false;
    m_state.parts = {};
    m_state.parts.hosts = {{"localhost", 27'017}};
    m_state.hostsText = hostsOf(m_state.parts);
    m_hostsReading = {};
    showDatabases();
    partsChanged();
}

void ConnectFormPresenter::save()
{
    if (!m_state.canConnect) {
        return;
    }
    const ConnectionTraits& traits = m_state.traits;
    const auto label = labelOf(traits);
    // without secrets: those go to the keychain
    protocol::ConnectionParts parts = m_state.parts;
    protocol::takeSecrets(parts);
    const Result<QString> id = m_services.book.save(
        {m_state.currentId, traits.name.trimmed(), label.color, label.tag,
         text(protocol::writeConnectionString(parts)), label.profile, label.readOnly,
         traits.askPassword, traits.group.trimmed(), label.ssh});
    if (!id) {
        m_state.failure = describe(id.error());
        Q_EMIT stateChanged();
        return;
    }
    m_state.currentId = *id;
    storeSecret(*id);
    settleUri();
    Q_EMIT stateChanged();
}

void ConnectFormPresenter::storeSecret(const QString& id)
{
    protocol::ConnectionParts parts = m_state.parts;
    const QString secrets = text(protocol::takeSecrets(parts));
    m_state.keychainNote.clear();
    if (secrets.isEmpty() || m_state.traits.askPassword) {
        m_services.secrets.forget(id);
        return;
    }
    m_services.secrets.keep(id, secrets,
                            [self = QPointer(this), id](const services::SecretOutcome& outcome) {
                                if (self && self->m_state.currentId == id) {
                                    self->showSecretPlace(outcome);
                                    Q_EMIT self->stateChanged();
                                }
                            });
}

void ConnectFormPresenter::duplicate()
{
    const services::SavedConnection* saved = m_services.book.find(m_state.currentId);
    if (!saved || !m_state.canConnect) {
        return;
    }
    const QString name = saved->name.isEmpty() ? m_state.hostsText : saved->name;
    const Result<QString> copy
        = m_services.book.duplicate(m_state.currentId, tr("%1 (copy)").arg(name));
    if (!copy) {
        m_state.failure = describe(copy.error());
        Q_EMIT stateChanged();
        return;
    }
    // the form still has the password of the original
    storeSecret(*copy);
    choose(*copy);
}

void ConnectFormPresenter::removeCurrent()
{
    const QString id = m_state.currentId;
    if (const auto removed = m_services.book.remove(id); !removed) {
        m_state.failure = describe(removed.error());
        Q_EMIT stateChanged();
        return;
    }
    m_services.secrets.forget(id);
    startNew();
}

void ConnectFormPresenter::moveCurrent(int by)
{
    if (const auto moved = m_services.book.move(m_state.currentId, by); !moved) {
        m_state.failure = describe(moved.error());
        Q_EMIT stateChanged();
    }
}

void ConnectFormPresenter::showFailure(const Error& error)
{
    m_state.failure = describe(error);
    Q_EMIT stateChanged();
}

void ConnectFormPresenter::startTest()
{
    if (m_state.canConnect) {
        settleUri();
        m_services.connectionTest.start(m_state.parts, labelOf(m_state.traits).ssh);
    }
}

void ConnectFormPresenter::cancelTest()
{
    m_services.connectionTest.cancel();
}

void ConnectFormPresenter::showTest()
{
    m_state.stages = testRows(m_services.connectionTest);
    m_state.testing = m_services.connectionTest.isRunning();
    Q_EMIT stateChanged();
}

void ConnectFormPresenter::connectNow(bool adds)
{
    if (!m_state.canConnect) {
        return;
    }
    cancelTest();
    m_attempt->connectTo(text(protocol::writeConnectionString(m_state.parts)),
                         m_state.traits.name.trimmed(), labelOf(m_state.traits), adds);
    keepDatabases();
}

} // namespace sandglass::presenters

#include "moc_connect_form_presenter.cpp"
