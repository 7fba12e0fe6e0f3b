// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/connections/connection_test.h"

#include "app/services/calls/answer.h"

#include <QPointer>

#include <utility>

using namespace Qt::StringLiterals;

namespace sandglass::services {

namespace {

constexpr std::chrono::milliseconds kStageLimit{15'000};
constexpr std::chrono::milliseconds kDiagnosisLimit{8'000};

// Options that matter only for logging in.
constexpr std::array<const char*, 3> kLoginOptions{"authMechanism", "authMechanismProperties",
                                                   "authSource"};

bool logsIn(const protocol::ConnectionParts& parts)
{
    return !parts.user.empty() || parts.hasOption("authMechanism");
}

protocol::ConnectionParts withoutLogin(protocol::ConnectionParts parts)
{
    parts.user.clear();
    parts.password.reset();
    for (const char* option : kLoginOptions) {
        parts.setOption(option, {});
    }
    return parts;
}

using Server = std::shared_ptr<ttl::TtlServer>;

// Connecting includes a handshake; without a login it shows that a MongoDB server answers.
Result<QString> sayHello(const std::string& uri, ttl::TtlServerFactory& factory,
                         const ttl::CallLimits& limits)
{
    Result<Server> server = factory.connect(uri, limits);
    TRY(server);
    return QString();
}

Result<QString> logIn(const std::string& uri, ttl::TtlServerFactory& factory,
                      const ttl::CallLimits& limits)
{
    Result<Server> server = factory.connect(uri, limits);
    TRY(server);
    Result<ttl::ServerInfo> info = (*server)->serverInfo(limits);
    TRY(info);
    return QString::fromStdString(info->version) + u" · "_s
        + QString::fromStdString(info->topology);
}

// What the window needs most: the list of databases and the TTL monitor's counters.
Result<QString> checkPrivileges(const std::string& uri, ttl::TtlServerFactory& factory,
                                const ttl::CallLimits& limits)
{
    Result<Server> server = factory.connect(uri, limits);
    TRY(server);
    auto databases = (*server)->databases(limits);
    if (!databases) {
        return std::move(databases.error()).during("listing databases");
    }
    auto metrics = (*server)->ttlMetrics(limits);
    if (!metrics) {
        return std::move(metrics.error()).during("reading the TTL monitor's counters");
    }
    QString found = QString::number(databases->size());
    found += metrics->passes ? u" counters"_s : QString();
    found += metrics->monitorEnabled ? u" parameters"_s : QString();
    return found;
}

} // namespace

ConnectionTest::ConnectionTest(std::shared_ptr<ttl::TtlServerFactory> factory,
                               std::shared_ptr<ServerProbe> probe, QObject* parent)
    : QObject(parent)
    , m_factory(std::move(factory))
    , m_probe(std::move(probe))
{
}

ConnectionTest::~ConnectionTest()
{
    m_cancel.cancel();
}

void ConnectionTest::start(const protocol::ConnectionParts& parts)
{
    end();
    m_stages = {};
    m_parts = parts;
    m_cancel = {};
    m_running = true;
    run(TestStage::Resolve);
}

void ConnectionTest::cancel()
{
    if (!m_running) {
        return;
    }
    for (StageState& each : m_stages) {
        if (each.mark == StageMark::Running) {
            each.mark = StageMark::Failed;
            each.error = base::failure(Errc::Cancelled, "The test was cancelled.");
        }
    }
    end();
    Q_EMIT changed();
}

void ConnectionTest::clear()
{
    end();
    m_stages = {};
    Q_EMIT changed();
}

void ConnectionTest::end()
{
    m_cancel.cancel();
    m_probe->stop();
    m_parts = {};
    m_running = false;
    ++m_run;
}

ServerProbe::Answer ConnectionTest::answerOf(TestStage stage)
{
    // the probe is shared and may call back when this object is gone
    return [self = QPointer<ConnectionTest>(this), run = m_run, stage](Result<QString> result) {
        if (self) {
            self->settle(run, stage, std::move(result));
        }
    };
}

void ConnectionTest::run(TestStage stage)
{
    state(stage).mark = StageMark::Running;
    Q_EMIT changed();
    // a slot of changed() may have cancelled the test
    if (!m_running) {
        return;
    }
    // with the password; it goes only to the driver
    const std::string uri = protocol::writeConnectionString(m_parts);
    switch (stage) {
    case TestStage::Resolve:
        m_probe->resolve(m_parts, answerOf(stage));
        return;
    case TestStage::Connect:
        m_probe->reach(m_parts, answerOf(stage));
        return;
    case TestStage::Tls:
        if (wantsTls(m_parts)) {
            m_probe->encrypt(m_parts, answerOf(stage));
        } else {
            skip(stage);
        }
        return;
    case TestStage::Hello:
        // from here on the driver makes its own connection
        m_probe->stop();
        runOnThread(
            stage,
            [plain = protocol::writeConnectionString(withoutLogin(m_parts))](
                auto& factory, const auto& limits) { return sayHello(plain, factory, limits); });
        return;
    case TestStage::Authenticate:
        if (!logsIn(m_parts)) {
            skip(stage);
            return;
        }
        runOnThread(stage, [uri](auto& factory, const auto& limits) {
            return logIn(uri, factory, limits);
        });
        return;
    case TestStage::Privileges:
        runOnThread(stage, [uri](auto& factory, const auto& limits) {
            return checkPrivileges(uri, factory, limits);
        });
        return;
    }
}

void ConnectionTest::runOnThread(TestStage stage, Work work)
{
    whenAnswered(
        m_workers.run([work = std::move(work), factory = m_factory](
                          const ttl::CallLimits& limits) { return work(*factory, limits); },
                      {kStageLimit, m_cancel}),
        this, answerOf(stage));
}

void ConnectionTest::skip(TestStage stage)
{
    state(stage).mark = StageMark::Skipped;
    run(static_cast<TestStage>(static_cast<int>(stage) + 1));
}

void ConnectionTest::fail(TestStage stage, const Error& error, ConnectFinding finding)
{
    StageState& failed = state(stage);
    failed.mark = StageMark::Failed;
    failed.error = error;
    if (finding.trouble != ConnectTrouble::None) {
        failed.finding = std::move(finding);
    }
    end();
    Q_EMIT changed();
}

void ConnectionTest::diagnose(TestStage stage, const Error& error)
{
    const auto work = [diagnosis = m_diagnosis, uri = protocol::writeConnectionString(m_parts),
                       error](const ttl::CallLimits& limits) -> Result<ConnectFinding> {
        limits.watch->callBegins(ttl::CallWatch::Steady::now() + limits.timeout);
        ConnectFinding finding = diagnosis(uri, error, limits);
        limits.watch->callEnds();
        return finding;
    };
    whenAnswered(m_workers.run(work, {kDiagnosisLimit, m_cancel}), this,
                 [this, run = m_run, stage, error](const Result<ConnectFinding>& finding) {
                     if (run == m_run) {
                         fail(stage, error, finding ? *finding : ConnectFinding());
                     }
                 });
}

void ConnectionTest::settle(std::uint64_t run, TestStage stage, Result<QString> result)
{
    // of an earlier test
    if (run != m_run) {
        return;
    }
    if (!result) {
        if (m_diagnosis) {
            diagnose(stage, result.error());
        } else {
            fail(stage, result.error(), {});
        }
        return;
    }
    StageState& settled = state(stage);
    settled.mark = StageMark::Passed;
    settled.found = *result;
    if (stage == TestStage::Privileges) {
        end();
        Q_EMIT changed();
        return;
    }
    this->run(static_cast<TestStage>(static_cast<int>(stage) + 1));
}

} // namespace sandglass::services

#include "moc_connection_test.cpp"
