// SPDX-License-Identifier: GPL-3.0-or-later
// As tst_integration_model_writes.cpp, with a standby on the same files: at each moment that it has
// reached it shows what the model was then.
#include "tests/integration/model/rounds.h"
#include "tests/support/test_program.h"

#include <QDebug>
#include <QObject>
#include <QTest>

namespace tst_integration_model_standby {

using namespace sandglass::tests::model;

class TestModelStandby : public QObject
{
    Q_OBJECT

private slots:
    void aStandbyShowsTheMomentThatItHasReached_data() { addSeeds(12); }
    void aStandbyShowsTheMomentThatItHasReached()
    {
        QFETCH(unsigned, seed);
        Profile profile;
        profile.passes = 10;
        profile.storage = 10;
        profile.copies = 1;
        profile.standby = 14;
        constexpr int kSteps = 70;
        failWith(playHistory(seed, profile, kSteps));
    }

    void cleanupTestCase() { qInfo() << qPrintable(playedSoFar()); }
};

SANDGLASS_TEST(TestModelStandby)
} // namespace tst_integration_model_standby

#include "tst_integration_model_standby.moc"
