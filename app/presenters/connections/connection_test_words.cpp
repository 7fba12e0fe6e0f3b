// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/connections/connection_test_words.h"

#include "app/presenters/connections/connect_finding_words.h"
#include "app/presenters/words/server_state_words.h"
#include "app/presenters/words/words.h"
#include "app/ttl/privilege.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

using services::StageMark;
using services::TestStage;

// testRows() converts one enumeration to the other by its value
static_assert(static_cast<int>(TestMark::Skipped) == static_cast<int>(StageMark::Skipped)
              && static_cast<int>(TestMark::Running) == static_cast<int>(StageMark::Running));

namespace {

struct Test
{
    Q_DECLARE_TR_FUNCTIONS(ConnectionTest)
};

QString nameOf(TestStage stage, bool tunnel)
{
    switch (stage) {
    case TestStage::Resolve:
        return tunnel ? Test::tr("SSH tunnel") : Test::tr("Resolve");
    case TestStage::Connect:
        return Test::tr("Connect");
    case TestStage::Tls:
        return Test::tr("TLS");
    case TestStage::Hello:
        return Test::tr("Hello");
    case TestStage::Authenticate:
        return Test::tr("Authenticate");
    case TestStage::Privileges:
        break;
    }
    return Test::tr("Privileges");
}

// `found`: see StageState::found.
QString privilegesText(const QStringList& found)
{
    const int databases = found.value(0).toInt();
    if (found.contains("counters"_L1)) {
        return Test::tr("%Ln database(s), and the TTL monitor's counters", nullptr, databases);
    }
    if (found.contains("parameters"_L1)) {
        return Test::tr("%Ln database(s); the TTL monitor's parameters, but no counters", nullptr,
                        databases);
    }
    return Test::tr("%Ln database(s); nothing about the TTL monitor", nullptr, databases);
}

// "7.0.5 · Standalone". `found`: see StageState::found.
QString serverText(const QString& found)
{
    const QStringList lines = found.split(u'\n');
    const auto topology = static_cast<ttl::Topology>(lines.value(1).toInt());
    QStringList parts{lines.value(0), topologyWords(topology, utf8(lines.value(2)))};
    parts.removeAll(QString());
    return parts.join(u" · "_s);
}

// `found`: plain text from the service, which has no translations.
QString foundText(TestStage stage, const QString& found, bool tunnel)
{
    switch (stage) {
    case TestStage::Resolve:
        return tunnel ? Test::tr("open") : found;
    case TestStage::Connect:
        return Test::tr("%1 responds").arg(found);
    case TestStage::Hello:
        return Test::tr("a compatible server");
    case TestStage::Authenticate:
        return serverText(found);
    case TestStage::Privileges:
        return privilegesText(found.split(u' '));
    case TestStage::Tls:
        break;
    }
    return found;
}

// The advice depends on the stage, because the same error has other causes in another stage.
QString failureText(TestStage stage, const Error& error)
{
    if (error.code == Errc::Cancelled) {
        return Test::tr("Cancelled.");
    }
    switch (stage) {
    case TestStage::Resolve:
        return Test::tr("The host was not found. Check its name and the network.");
    case TestStage::Connect:
        return Test::tr("No host accepts a connection. Check the port and the firewall, and that "
                        "the server is running.");
    case TestStage::Tls:
        return error.code == Errc::Storage
            ? Test::tr("A certificate file cannot be used.")
            : Test::tr("The TLS handshake failed. Check that the server supports TLS and that its "
                       "certificate is trusted.");
    case TestStage::Hello:
        return Test::tr("The host does not respond like a MongoDB server. It may require TLS, or "
                        "it may be a different service.");
    case TestStage::Authenticate:
        return error.code == Errc::NotPermitted || error.code == Errc::Server
            ? Test::tr("The server rejects the user. Check the user name, password, mechanism and "
                       "authentication database.")
            : Test::tr("Authentication failed.");
    case TestStage::Privileges:
        break;
    }
    if (!ttl::isRefusal(error)) {
        return Test::tr("The databases could not be listed.");
    }
    return Test::tr("The user may not list the databases. Connect all the same and name them by "
                    "hand: Server, Name Databases.");
}

QString skippedText(TestStage stage)
{
    if (stage == TestStage::Connect) {
        return Test::tr("left to the SSH server");
    }
    return stage == TestStage::Tls ? Test::tr("not requested") : Test::tr("no user name given");
}

} // namespace

// Stages after a failure keep the mark Waiting.
std::vector<TestRow> testRows(const services::ConnectionTest& test)
{
    const services::ConnectionTest::Stages& stages = test.stages();
    const bool tunnel = test.usesTunnel();
    std::vector<TestRow> rows;
    bool ended = false;
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const auto stage = static_cast<TestStage>(i);
        const services::StageState& state = stages.at(i);
        TestRow row{nameOf(stage, tunnel), static_cast<TestMark>(state.mark), {}, {}};
        if (state.mark == StageMark::Passed) {
            row.text = foundText(stage, state.found, tunnel);
        } else if (state.mark == StageMark::Skipped) {
            row.text = skippedText(stage);
        } else if (state.error) {
            row.text = failureText(stage, *state.error);
            if (state.finding) {
                const FailureText cause = findingWords(*state.finding);
                row.text = QStringLiteral("%1 %2").arg(cause.sentence, cause.advice);
            }
            row.details = text(state.error->message);
        } else if (ended) {
            row.text = Test::tr("not tried");
        }
        ended = ended || state.mark == StageMark::Failed;
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace sandglass::presenters
