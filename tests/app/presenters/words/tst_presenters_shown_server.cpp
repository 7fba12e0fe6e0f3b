// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/words/shown_server.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_presenters_shown_server {

using namespace Qt::StringLiterals;
using sandglass::presenters::ShownServer;

class PresentersShownServerTest : public QObject
{
    Q_OBJECT

private slots:
    void theSameServerIsNoChange()
    {
        ShownServer shown(u"local"_s);
        QVERIFY(!shown.change(u"local"_s));
        QCOMPARE(shown.name(), u"local"_s);
    }

    void anotherServerIsAChangeOnce()
    {
        ShownServer shown(u"local"_s);
        QVERIFY(shown.change(u"mongodb://a.example"_s));
        QVERIFY(!shown.change(u"mongodb://a.example"_s));
        QCOMPARE(shown.name(), u"mongodb://a.example"_s);
        QVERIFY(shown.change(u"local"_s)); // back again
    }

    void theFirstServerIsAChange()
    {
        ShownServer shown;
        QVERIFY(shown.name().isEmpty());
        QVERIFY(shown.change(u"local"_s));
    }
};

SANDGLASS_PLAIN_TEST(PresentersShownServerTest)
} // namespace tst_presenters_shown_server

#include "tst_presenters_shown_server.moc"
