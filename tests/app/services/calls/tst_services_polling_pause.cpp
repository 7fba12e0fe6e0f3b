// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/calls/polling_pause.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_services_polling_pause {

using namespace sandglass;
using namespace std::chrono_literals;
using services::pollingPause;

class TestPollingPause : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aFastServerIsAskedAtTheInterval() { QCOMPARE(pollingPause(60s, 2s), 60'000ms); }
    void aSlowServerIsAskedForATwentiethOfTheTime() { QCOMPARE(pollingPause(60s, 5s), 100'000ms); }
    void noPauseIsLongerThanTenMinutes() { QCOMPARE(pollingPause(60s, 1h), 600'000ms); }
    void aLongerIntervalStays() { QCOMPARE(pollingPause(1h, 1h), 3'600'000ms); }
};

SANDGLASS_TEST(TestPollingPause)
} // namespace tst_services_polling_pause

#include "tst_services_polling_pause.moc"
