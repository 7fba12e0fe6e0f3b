// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/duration_text.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <limits>

namespace tst_base_duration_text {

class BaseDurationTextTest : public QObject
{
    Q_OBJECT

private slots:
    void durationsReadShort_data()
    {
        QTest::addColumn<qint64>("seconds");
        QTest::addColumn<QString>("text");
        QTest::newRow("nothing") << qint64{0} << QStringLiteral("0 s");
        QTest::newRow("seconds") << qint64{45} << QStringLiteral("45 s");
        QTest::newRow("one minute") << qint64{60} << QStringLiteral("1 min");
        QTest::newRow("minutes") << qint64{1800} << QStringLiteral("30 min");
        QTest::newRow("below two minutes") << qint64{90} << QStringLiteral("90 s");
        QTest::newRow("minutes and seconds") << qint64{150} << QStringLiteral("2 min 30 s");
        QTest::newRow("hours") << qint64{7200} << QStringLiteral("2 h");
        QTest::newRow("below two hours") << qint64{5400} << QStringLiteral("90 min");
        QTest::newRow("below two days") << qint64{129600} << QStringLiteral("36 h");
        QTest::newRow("days") << qint64{7776000} << QStringLiteral("90 d");
        QTest::newRow("days and hours") << qint64{187200} << QStringLiteral("2 d 4 h");
        QTest::newRow("the rest is cut") << qint64{187200 + 59} << QStringLiteral("2 d 4 h");
        QTest::newRow("no empty part") << qint64{172801} << QStringLiteral("2 d");
        QTest::newRow("negative") << qint64{-5400} << QStringLiteral("-90 min");
        QTest::newRow("largest TTL") << qint64{2147483647} << QStringLiteral("24855 d 3 h");
        QTest::newRow("smallest number")
            << std::numeric_limits<qint64>::min() << QStringLiteral("-106751991167300 d 15 h");
    }

    void durationsReadShort()
    {
        QFETCH(qint64, seconds);
        QFETCH(QString, text);
        QCOMPARE(QString::fromStdString(sandglass::base::durationText(seconds)), text);
    }
};

SANDGLASS_PLAIN_TEST(BaseDurationTextTest)
} // namespace tst_base_duration_text

#include "tst_base_duration_text.moc"
