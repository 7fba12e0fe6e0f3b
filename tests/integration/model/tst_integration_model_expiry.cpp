// SPDX-License-Identifier: GPL-3.0-or-later
// As tst_integration_model_writes.cpp, with many passes of expiry, copies of the files, and
// collections large enough for numbers of documents by blocks of dates.
#include "tests/integration/model/rounds.h"
#include "tests/support/test_program.h"

#include <QDebug>
#include <QObject>
#include <QTest>

namespace tst_integration_model_expiry {

using namespace sandglass::tests::model;

class TestModelExpiry : public QObject
{
    Q_OBJECT

private slots:
    void whatExpiresGoesAndNothingElse_data() { addSeeds(25); }
    void whatExpiresGoesAndNothingElse()
    {
        QFETCH(unsigned, seed);
        Profile profile;
        profile.writes = 35;
        profile.passes = 14;
        profile.storage = 10;
        profile.cursors = 10;
        profile.copies = 3;
        constexpr int kSteps = 90;
        failWith(playHistory(seed, profile, kSteps));
    }

    void largeCollectionsExpireLikeSmallOnes_data() { addSeeds(6); }
    void largeCollectionsExpireLikeSmallOnes()
    {
        QFETCH(unsigned, seed);
        Profile profile;
        profile.passes = 10;
        profile.storage = 8;
        profile.copies = 2;
        profile.largestUnit = 700;
        profile.mostDocuments = 2500;
        constexpr int kSteps = 60;
        failWith(playHistory(seed, profile, kSteps));
    }

    void cleanupTestCase() { qInfo() << qPrintable(playedSoFar()); }
};

SANDGLASS_TEST(TestModelExpiry)
} // namespace tst_integration_model_expiry

#include "tst_integration_model_expiry.moc"
