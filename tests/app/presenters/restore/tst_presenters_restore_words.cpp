// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/restore/restore_words.h"
#include "app/protocol/server_code.h"
#include "app/services/restore/restore_folder.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QSet>
#include <QTest>

namespace tst_presenters_restore_words {

using namespace sandglass;
using namespace Qt::StringLiterals;
using presenters::causeWords;
using presenters::rehearsalProblem;
using presenters::restoreProblem;
using services::RestoreReason;

class TestRestoreWords : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyCauseHasItsWords();
    void aHostileCollectionIsNamedAsItIs();
    void aFullDiskIsSaidInOurWords();
    void aRefusalIsSaidInOurWords();
};

void TestRestoreWords::everyCauseHasItsWords()
{
    const protocol::Namespace carts{"shop", "carts"};
    const QString byHand = causeWords({RestoreReason::ByHand, {}, {}});
    const QString change = causeWords({RestoreReason::BeforeChange, carts, {}});
    const QString several = causeWords({RestoreReason::BeforeChange, {}, {}});
    const QString purge = causeWords({RestoreReason::BeforePurge, carts, {}});
    const QString restore = causeWords({RestoreReason::BeforeRestore, {}, {}});
    const QSet<QString> all{byHand, change, several, purge, restore};
    QCOMPARE(all.size(), 5);
    QVERIFY(!all.contains(QString()));
    QVERIFY(change.contains(u"shop.carts"_s) && purge.contains(u"shop.carts"_s));
    QVERIFY(!several.contains(u"%1"_s) && !several.contains(u'.'));
}

void TestRestoreWords::aHostileCollectionIsNamedAsItIs()
{
    const services::RestoreCause cause{RestoreReason::BeforePurge, {"a", "%1\n\"x\" <b>"}, {}};
    QVERIFY(causeWords(cause).endsWith(u"a.%1\n\"x\" <b>"_s));
}

void TestRestoreWords::aFullDiskIsSaidInOurWords()
{
    const Error full
        = protocol::commandError(protocol::ServerCode::OutOfDiskSpace, "ENOSPC in MANIFEST");
    for (const QString& words : {restoreProblem(full), rehearsalProblem(full)}) {
        QVERIFY2(words.contains(u"disk"_s), qPrintable(words));
        QVERIFY(!words.contains(u"MANIFEST"_s));
    }
}

void TestRestoreWords::aRefusalIsSaidInOurWords()
{
    const Error refused
        = protocol::commandError(protocol::ServerCode::Unauthorized, "not authorized on %1");
    for (const QString& words : {restoreProblem(refused), rehearsalProblem(refused)}) {
        QVERIFY2(!words.contains(u"not authorized on"_s), qPrintable(words));
        QVERIFY2(words.contains(u"not permitted"_s) || words.contains(u"privilege"_s),
                 qPrintable(words));
    }
    // what we say of a file names it
    const Error file = base::failure(Errc::Storage, "Cannot create the folder /x/%1");
    QVERIFY(restoreProblem(file).endsWith(u"Cannot create the folder /x/%1"_s));
}

SANDGLASS_TEST(TestRestoreWords)
} // namespace tst_presenters_restore_words

#include "tst_presenters_restore_words.moc"
