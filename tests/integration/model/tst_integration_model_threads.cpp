// SPDX-License-Identifier: GPL-3.0-or-later
// Histories while other threads read: the one thread writes, expires and compares with the model as
// in tst_integration_model_expiry.cpp; or one writes, one expires and one compacts, without a
// model. Made for the thread sanitizer, and quick enough to run without it.
#include "tests/integration/model/engine_hooks.h"
#include "tests/integration/model/history.h"
#include "tests/integration/model/play.h"
#include "tests/integration/model/readers.h"
#include "tests/integration/model/rounds.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_integration_model_threads {

using namespace sandglass;
using namespace sandglass::tests::model;

namespace {

constexpr int kReaders = 2;
constexpr int kSteps = 80;

Profile threadProfile()
{
    Profile profile;
    profile.passes = 12;
    profile.storage = 8;
    return profile;
}

/// What other threads do to a catalog besides reading: a pass, or a compaction with all that is
/// dead, over and over.
void expireAndCompact(Subject& subject, const std::stop_token& stop, std::uint64_t seed)
{
    RandomSource random(seed);
    while (!stop.stop_requested()) {
        Step::PassForm form;
        form.deferFrom = random.upTo(2);
        subject.pass(form, [&](std::int64_t) { return stop.stop_requested(); });
        for (const auto& collection : subject.catalog().collections({})) {
            static_cast<void>(hooks::reclaim(subject.catalog(), collection->ns()).has_value());
        }
        if (random.oneIn(4)) {
            static_cast<void>(hooks::compactAll(subject.store()).has_value());
        }
    }
}

} // namespace

class TestModelThreads : public QObject
{
    Q_OBJECT

private slots:
    void readersBesideAHistorySeeNoFault_data() { addSeeds(5); }
    void readersBesideAHistorySeeNoFault()
    {
        QFETCH(unsigned, seed);
        History history(seed, threadProfile());
        Play play(seed);
        std::string difference;
        {
            const Readers readers(play.catalog(), kReaders, seed);
            for (int i = 0; i < kSteps && difference.empty(); ++i) {
                const Step step = history.next(play.model());
                difference = play.perform(step, static_cast<std::uint64_t>(i));
                if (difference.empty()) {
                    difference = readers.problem();
                }
                if (!difference.empty()) {
                    difference = "step " + std::to_string(i) + ", " + step.text() + ": "
                        + difference + "\n";
                }
            }
        }
        failWith(difference);
    }

    void passesBesideWritersAndReadersLeaveIndexesWhole_data() { addSeeds(5); }
    void passesBesideWritersAndReadersLeaveIndexesWhole()
    {
        QFETCH(unsigned, seed);
        const QTemporaryDir folder;
        Subject subject(folder.filePath(QStringLiteral("data")).toStdString(), Play::kStart);
        Model model(Play::kStart); // what the steps are made from; the pass is ahead of it
        History history(seed, threadProfile());
        std::string problem;
        {
            const Readers readers(subject.catalog(), kReaders, seed);
            const std::jthread expiry(
                [&](const std::stop_token& stop) { expireAndCompact(subject, stop, seed); });
            for (int i = 0; i < kSteps; ++i) {
                const Step step = history.next(model);
                model.apply(step);
                if (step.kind != Step::Kind::Pass) {
                    subject.apply(step, {});
                }
            }
            problem = readers.problem();
        }
        for (const auto& collection : subject.catalog().collections({})) {
            RandomSource random(seed);
            if (problem.empty()) {
                problem = readOnce(*collection, random);
            }
        }
        failWith(problem.empty() ? problem : problem + "\n");
    }
};

SANDGLASS_TEST(TestModelThreads)
} // namespace tst_integration_model_threads

#include "tst_integration_model_threads.moc"
