// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/connections/connect_finding_words.h"
#include "app/services/connections/connection_service.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QSet>
#include <QTest>

namespace tst_presenters_connect_finding_words {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace Qt::StringLiterals;
using services::ConnectFinding;
using services::ConnectTrouble;

namespace {

constexpr auto kLast = static_cast<int>(ConnectTrouble::Password);

ConnectFinding findingOf(ConnectTrouble trouble)
{
    ConnectFinding finding;
    finding.trouble = trouble;
    finding.host = u"db1.example:27017"_s;
    finding.asked = u"asked"_s;
    finding.found = u"found"_s;
    finding.at = QDateTime(QDate(2026, 3, 1), QTime(12, 30), Qt::UTC);
    finding.reading.fault = protocol::ConnectionFault::Scheme;
    return finding;
}

} // namespace

class TestConnectFindingWords : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyTroubleHasItsOwnSentenceAndAdvice();
    void namesAreInTheSentence_data();
    void namesAreInTheSentence();
    void aClientCertificateIsMissingOrRefused();
    void namesWithPlaceholdersStay();
    void theCauseTakesThePlaceOfTheGeneralWords();
    void withoutACauseTheErrorSpeaks();
};

void TestConnectFindingWords::everyTroubleHasItsOwnSentenceAndAdvice()
{
    QSet<QString> sentences;
    for (int i = 1; i <= kLast; ++i) {
        const FailureText words = findingWords(findingOf(static_cast<ConnectTrouble>(i)));
        QVERIFY2(!words.sentence.isEmpty(), qPrintable(QString::number(i)));
        QVERIFY2(!words.advice.isEmpty(), qPrintable(QString::number(i)));
        QVERIFY2(!words.sentence.contains(u'%'), qPrintable(words.sentence));
        QVERIFY2(!sentences.contains(words.sentence), qPrintable(words.sentence));
        sentences.insert(words.sentence);
    }
    QVERIFY(findingWords(findingOf(ConnectTrouble::None)).sentence.isEmpty());
}

void TestConnectFindingWords::namesAreInTheSentence_data()
{
    QTest::addColumn<int>("trouble");
    QTest::addColumn<QStringList>("names");
    const auto row = [](const char* name, ConnectTrouble trouble, const QStringList& names) {
        QTest::newRow(name) << static_cast<int>(trouble) << names;
    };
    row("host name", ConnectTrouble::HostNameMismatch, {u"asked"_s, u"found"_s});
    row("issuer", ConnectTrouble::Untrusted, {u"found"_s, u"db1.example:27017"_s});
    row("date", ConnectTrouble::CertificateExpired, {u"2026"_s, u"UTC"_s});
    row("set", ConnectTrouble::SetName, {u"asked"_s, u"found"_s});
    row("mechanism", ConnectTrouble::Mechanism, {u"asked"_s});
    row("password", ConnectTrouble::Password, {u"asked"_s, u"found"_s});
    row("CA file", ConnectTrouble::CaFileMissing, {u"asked"_s});
    row("refused", ConnectTrouble::Refused, {u"db1.example:27017"_s});
}

void TestConnectFindingWords::namesAreInTheSentence()
{
    QFETCH(int, trouble);
    QFETCH(QStringList, names);
    const QString sentence = findingWords(findingOf(static_cast<ConnectTrouble>(trouble))).sentence;
    for (const QString& name : names) {
        QVERIFY2(sentence.contains(name), qPrintable(sentence));
    }
}

void TestConnectFindingWords::aClientCertificateIsMissingOrRefused()
{
    ConnectFinding finding = findingOf(ConnectTrouble::ClientCertificate);
    finding.asked = u"/home/joe/key.pem"_s;
    finding.found = u"Old CA"_s;
    finding.at = QDateTime::currentDateTimeUtc().addDays(1);
    const FailureText refused = findingWords(finding);
    QVERIFY2(refused.sentence.contains(u"/home/joe/key.pem"_s)
                 && refused.sentence.contains(u"\"Old CA\""_s),
             qPrintable(refused.sentence));
    finding.at = QDateTime(QDate(2026, 3, 1), QTime(12, 30), Qt::UTC);
    QVERIFY(findingWords(finding).advice.contains(u"expired"_s));
    finding.asked.clear();
    finding.at = {};
    const FailureText missing = findingWords(finding);
    QVERIFY(missing.sentence != refused.sentence);
    QVERIFY(missing.advice != refused.advice);
}

void TestConnectFindingWords::namesWithPlaceholdersStay()
{
    ConnectFinding finding = findingOf(ConnectTrouble::HostNameMismatch);
    finding.found = u"%2"_s;
    QVERIFY(findingWords(finding).sentence.contains(u"for %2, not for asked"_s));
}

void TestConnectFindingWords::theCauseTakesThePlaceOfTheGeneralWords()
{
    services::LinkState link;
    link.error = base::failure(Errc::NotPermitted, "Authentication failed.");
    link.finding = findingOf(ConnectTrouble::Password);
    const auto failure = linkFailure(link);
    QVERIFY(failure);
    QVERIFY(failure->sentence.contains(u"does not accept the user \"asked\""_s));
    QVERIFY(!failure->advice.contains(u"Unlock"_s));
    QCOMPARE(failure->details, u"Authentication failed."_s);
    QVERIFY(!failure->notPermitted);
}

void TestConnectFindingWords::withoutACauseTheErrorSpeaks()
{
    services::LinkState link;
    QVERIFY(!linkFailure(link));
    link.error = base::failure(Errc::Network, "No suitable servers found");
    QCOMPARE(linkFailure(link)->sentence, describe(*link.error).sentence);
}

SANDGLASS_TEST(TestConnectFindingWords)
} // namespace tst_presenters_connect_finding_words

#include "tst_presenters_connect_finding_words.moc"
