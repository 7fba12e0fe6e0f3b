// SPDX-License-Identifier: GPL-3.0-or-later
// A history in a process of its own that is killed by SIGKILL at any moment: every step that it
// reported is there, the one under way is there as a whole or not at all, nothing else differs, and
// the next process goes on with what is there. Seeds as in tst_integration_model_writes.cpp; the
// moments of the kills differ from run to run.
#include "tests/integration/model/adoption.h"
#include "tests/integration/model/child_process.h"
#include "tests/integration/model/comparison.h"
#include "tests/integration/model/history.h"
#include "tests/integration/model/play.h"
#include "tests/integration/model/rounds.h"
#include "tests/integration/model/subject.h"
#include "tests/support/null_log.h"

#include <QCoreApplication>
#include <QObject>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

#include <cstdio>
#include <deque>

using namespace sandglass;
using namespace sandglass::tests::model;
using Kind = Step::Kind;

namespace {

constexpr int kSteps = 400; // more than a child gets to do
constexpr int kKills = 4; // in one history

Profile crashProfile()
{
    Profile profile;
    profile.passes = 14;
    profile.storage = 8;
    profile.catalog = 4;
    profile.cursors = 0;
    profile.mostDocuments = 400;
    profile.largestUnit = 120;
    return profile;
}

/// Compactions in the middle of a pass, where the step asks for one.
Subject::BetweenBatches meanwhileOf(Subject& subject, const Step& step)
{
    return [&subject, &step](std::int64_t turn) {
        if (turn != step.amount) {
            return false;
        }
        Step other;
        other.kind = step.meanwhile == Step::Meanwhile::Reclaim ? Kind::Reclaim : Kind::Compact;
        const auto collections = subject.catalog().collections({});
        if (!collections.empty()) {
            other.ns = collections.front()->ns();
        }
        if (step.meanwhile != Step::Meanwhile::Look && !collections.empty()) {
            subject.apply(other, {});
        }
        return false;
    };
}

/// What the killed process does: one byte for each step that is done.
int play(const QStringList& arguments)
{
    const base::Time now{base::Millis(arguments.value(3).toLongLong())};
    Subject subject(arguments.value(2).toStdString(), now);
    Model model = adoptModel(subject.catalog(), now);
    History history(arguments.value(4).toULongLong(), crashProfile());
    for (int i = 0; i < kSteps; ++i) {
        const Step step = history.next(model);
        const Outcome got = subject.apply(step, meanwhileOf(subject, step));
        if (got != model.apply(step)) {
            std::fprintf(stderr, "step %d gives something else: %s\n", i, step.text().c_str());
            return 1;
        }
        if (write(STDOUT_FILENO, ".", 1) != 1) {
            return 1;
        }
    }
    return 0;
}

/// One folder through several processes.
class CrashedFolder
{
public:
    explicit CrashedFolder(unsigned seed)
        : m_random(seed)
    {
        const Subject made(path(), Play::kStart);
    }

    /// Runs a process, kills it and compares; "" or a report.
    std::string killOnce();

private:
    std::int64_t runAndKill(std::uint64_t seed);
    std::string compare(Model& before, const Step& inFlight);
    std::string difference(engine::catalog::Catalog& catalog, const Model& model);
    std::string textOf(const Step& inFlight) const;
    std::string path() const { return m_folder.filePath(QStringLiteral("data")).toStdString(); }

    QTemporaryDir m_folder;
    RandomSource m_random;
    RecordWatch m_watch;
    Model m_model{Play::kStart};
    std::deque<std::string> m_last;
    bool m_failed = false;
};

std::int64_t CrashedFolder::runAndKill(std::uint64_t seed)
{
    ChildProcess child(QCoreApplication::applicationFilePath().toStdString(),
                       {"--play", path(), std::to_string(m_model.now().time_since_epoch().count()),
                        std::to_string(seed)});
    constexpr int kEarlyMicros = 120'000; // while the files are being opened, perhaps
    constexpr int kLateMicros = 4'000;
    const bool early = m_random.oneIn(8);
    if (!early) {
        child.waitForSteps(m_random.upTo(m_random.oneIn(3) ? 200 : 50));
    }
    child.watch(std::chrono::microseconds(m_random.upTo(early ? kEarlyMicros : kLateMicros)));
    const std::int64_t steps = child.kill();
    m_failed = child.hadFailed();
    return steps;
}

std::string CrashedFolder::textOf(const Step& inFlight) const
{
    std::string text;
    for (const std::string& step : m_last) {
        text += "  " + step + "\n";
    }
    return text + "in flight:\n  " + inFlight.text() + "\n";
}

std::string CrashedFolder::killOnce()
{
    const std::uint64_t seed = m_random.seed();
    const std::int64_t done = runAndKill(seed);
    if (m_failed) {
        return "the process ended by itself\n";
    }
    History history(seed, crashProfile());
    constexpr std::size_t kShown = 20;
    m_last.clear();
    for (std::int64_t i = 0; i < done; ++i) {
        const Step step = history.next(m_model);
        m_model.apply(step);
        m_last.push_back(std::to_string(i) + " " + step.text());
        if (m_last.size() > kShown) {
            m_last.pop_front();
        }
    }
    const Step inFlight = done < kSteps ? history.next(m_model) : Step();
    const std::string difference = compare(m_model, inFlight);
    return difference.empty()
        ? difference
        : "after " + std::to_string(done) + " steps: " + difference + "\n" + textOf(inFlight);
}

std::string CrashedFolder::difference(engine::catalog::Catalog& catalog, const Model& model)
{
    return Comparison(catalog, model, m_random, nullptr, false).all();
}

// The step in flight is there or not; of a pass, each document by itself. Then everything that is
// left to be done in the background is done, and nothing may change.
std::string CrashedFolder::compare(Model& before, const Step& inFlight)
{
    Model after = before;
    after.apply(inFlight);
    Subject subject(path(), after.now());
    if (inFlight.kind == Kind::Pass) {
        followPass(subject.catalog(), before);
    }
    const std::string without = difference(subject.catalog(), before);
    const std::string with = without.empty() ? without : difference(subject.catalog(), after);
    if (!with.empty()) {
        return "neither without the step in flight (" + without + ") nor with it (" + with + ")";
    }
    if (!without.empty()) {
        before = std::move(after);
    }
    for (const Kind kind : {Kind::Settle, Kind::Compact}) {
        Step step;
        step.kind = kind;
        subject.apply(step, {});
    }
    if (std::string changed
        = Comparison(subject.catalog(), before, m_random, &m_watch, false).all();
        !changed.empty()) {
        return "after what was left to do: " + changed;
    }
    m_model = adoptModel(subject.catalog(), before.now());
    return {};
}

} // namespace

class TestModelCrash : public QObject
{
    Q_OBJECT

private slots:
    void whatWasAcknowledgedSurvivesEveryKill_data() { addSeeds(8); }
    void whatWasAcknowledgedSurvivesEveryKill()
    {
        QFETCH(unsigned, seed);
        CrashedFolder folder(seed);
        for (int kill = 0; kill < kKills; ++kill) {
            const std::string report = folder.killOnce();
            if (!report.empty()) {
                failWith("SANDGLASS_TEST_SEED=" + std::to_string(seed) + ", kill "
                         + std::to_string(kill) + ": " + report);
                return;
            }
        }
    }

    void aKillDuringTheFirstOpeningLeavesAFolderThatOpens()
    {
        RandomSource random(seedsOf(1).front());
        constexpr int kFolders = 25;
        constexpr int kLongestMicros = 60'000;
        for (int i = 0; i < kFolders; ++i) {
            const QTemporaryDir folder;
            const std::string path = folder.filePath(QStringLiteral("data")).toStdString();
            {
                ChildProcess child(QCoreApplication::applicationFilePath().toStdString(),
                                   {"--play", path, "0", "1"});
                child.watch(std::chrono::microseconds(random.upTo(kLongestMicros)));
            }
            const base::SystemClock clock;
            tests::NullLog log;
            const auto opened = openCatalog(path, clock, log);
            QVERIFY2(opened, opened ? "" : opened.error().message.c_str());
        }
    }
};

int main(int argc, char* argv[])
{
    const QCoreApplication program(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.value(1) == QStringLiteral("--play")) {
        return play(arguments);
    }
    TestModelCrash test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_integration_model_crash.moc"
