// SPDX-License-Identifier: GPL-3.0-or-later
// Long random histories on the engine's catalog beside a plain model of it; every way to read is
// compared after every step. SANDGLASS_TEST_SEED=<n> plays that history alone,
// SANDGLASS_TEST_ROUNDS=<n> as many fresh ones; SANDGLASS_TEST_SHRINK=1 shortens one that fails.
#include "tests/integration/model/rounds.h"
#include "tests/support/test_program.h"

#include <QDebug>
#include <QObject>
#include <QTest>

namespace tst_integration_model_writes {

using namespace sandglass::tests::model;

class TestModelWrites : public QObject
{
    Q_OBJECT

private slots:
    void everyReadAgreesWithTheModelAfterEveryWrite_data() { addSeeds(30); }
    void everyReadAgreesWithTheModelAfterEveryWrite()
    {
        QFETCH(unsigned, seed);
        Profile profile;
        profile.writes = 60;
        profile.passes = 4;
        profile.indexes = 16;
        profile.copies = 1;
        constexpr int kSteps = 120;
        failWith(playHistory(seed, profile, kSteps));
    }

    void cleanupTestCase() { qInfo() << qPrintable(playedSoFar()); }
};

SANDGLASS_TEST(TestModelWrites)
} // namespace tst_integration_model_writes

#include "tst_integration_model_writes.moc"
