// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/connections/connection_book.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QObject>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace tst_services_connection_book {

using namespace sandglass;
using namespace sandglass::services;
using namespace Qt::StringLiterals;

class TestConnectionBook : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void whatIsSavedIsThereAfterARestart();
    void noSecretReachesTheFile();
    void aStringThatCannotBeReadIsNotSaved();
    void savingAgainChangesTheSameOne();
    void aCopyStandsBehindItsOriginal();
    void removingAndMovingKeepTheRest();
    void aBrokenFileIsPutAside();
    void aPasswordPutIntoTheFileByHandIsLeftOut();
    void whenTheFileCannotBeWrittenNothingChanges();
    void theFileIsReadableByItsOwnerOnly();

private:
    QString file() const { return m_folder->filePath(u"connections.json"_s); }
    QStringList names(const ConnectionBook& book) const;
    QByteArray content() const;

    std::unique_ptr<QTemporaryDir> m_folder;
};

QStringList TestConnectionBook::names(const ConnectionBook& book) const
{
    QStringList names;
    for (const SavedConnection& each : book.connections()) {
        names << each.name;
    }
    return names;
}

QByteArray TestConnectionBook::content() const
{
    QFile saved(file());
    return saved.open(QIODevice::ReadOnly) ? saved.readAll() : QByteArray();
}

void TestConnectionBook::whatIsSavedIsThereAfterARestart()
{
    SavedConnection connection{{},
                               u"Shop"_s,
                               u"#d55e00"_s,
                               u"production"_s,
                               u"mongodb://joe@host/?w=1"_s,
                               ttl::Product::CosmosDb,
                               true,
                               true};
    ConnectionBook book(m_folder->path());
    const QSignalSpy changes(&book, &ConnectionBook::changed);
    connection.id = book.save(connection).value();
    QCOMPARE(changes.count(), 1);
    const ConnectionBook again(m_folder->path());
    QVERIFY(*again.find(connection.id) == connection);
}

void TestConnectionBook::noSecretReachesTheFile()
{
    ConnectionBook book(m_folder->path());
    QVERIFY(book.save({{},
                       u"x"_s,
                       {},
                       {},
                       u"mongodb://joe:hunter2@h/?authMechanismProperties=TOKEN:tip&w=1"_s,
                       {},
                       false,
                       false}));
    QVERIFY(content().contains("mongodb://joe@h/?w=1"));
    QVERIFY(!content().contains("hunter2"));
    QVERIFY(!content().contains("tip"));
}

void TestConnectionBook::aStringThatCannotBeReadIsNotSaved()
{
    ConnectionBook book(m_folder->path());
    const auto saved = book.save({{}, u"x"_s, {}, {}, u"mongodb://joe:a/b@h"_s, {}, false, false});
    QCOMPARE(saved.error().code, Errc::InvalidInput);
    QVERIFY(!QFile::exists(file()));
}

void TestConnectionBook::savingAgainChangesTheSameOne()
{
    ConnectionBook book(m_folder->path());
    const QString id = book.save({{}, u"a"_s, {}, {}, u"mongodb://h"_s, {}, false, false}).value();
    QCOMPARE(book.save({id, u"b"_s, {}, {}, u"mongodb://h"_s, {}, false, false}).value(), id);
    QCOMPARE(names(book), QStringList{u"b"_s});
}

void TestConnectionBook::aCopyStandsBehindItsOriginal()
{
    ConnectionBook book(m_folder->path());
    const QString id = book.save({{}, u"a"_s, {}, {}, u"mongodb://h"_s, {}, false, false}).value();
    QVERIFY(book.save({{}, u"z"_s, {}, {}, u"mongodb://h"_s, {}, false, false}));
    const QString copy = book.duplicate(id, u"a2"_s).value();
    QVERIFY(copy != id);
    QCOMPARE(names(book), (QStringList{u"a"_s, u"a2"_s, u"z"_s}));
    QCOMPARE(book.duplicate(u"nobody"_s, u"x"_s).error().code, Errc::NotFound);
}

void TestConnectionBook::removingAndMovingKeepTheRest()
{
    ConnectionBook book(m_folder->path());
    QStringList ids;
    for (const QString& name : {u"a"_s, u"b"_s, u"c"_s}) {
        ids << book.save({{}, name, {}, {}, u"mongodb://h"_s, {}, false, false}).value();
    }
    QVERIFY(book.move(ids[2], -1));
    QCOMPARE(names(book), (QStringList{u"a"_s, u"c"_s, u"b"_s}));
    QVERIFY(book.move(ids[0], -1));
    QCOMPARE(names(book).first(), u"a"_s);
    QVERIFY(book.remove(ids[2]));
    QCOMPARE(names(ConnectionBook(m_folder->path())), (QStringList{u"a"_s, u"b"_s}));
    QCOMPARE(book.remove(ids[2]).error().code, Errc::NotFound);
}

void TestConnectionBook::aBrokenFileIsPutAside()
{
    QFile broken(file());
    QVERIFY(broken.open(QIODevice::WriteOnly));
    broken.write("{half");
    broken.close();
    const ConnectionBook book(m_folder->path());
    QVERIFY(book.connections().empty());
    QVERIFY(QFile::exists(file() + u".broken"_s));
}

void TestConnectionBook::aPasswordPutIntoTheFileByHandIsLeftOut()
{
    QFile written(file());
    QVERIFY(written.open(QIODevice::WriteOnly));
    written.write(R"({"connections":[{"id":"0b5a8c1e-6f7d-4d62-9a53-0c1f7e5b2a11","name":"x",
                      "uri":"mongodb://joe:hunter2@h"},{"id":"../x","uri":"mongodb://h"},7]})");
    written.close();
    const ConnectionBook book(m_folder->path());
    QCOMPARE(book.connections().size(), std::size_t{1});
    QCOMPARE(book.connections().front().uri, u"mongodb://joe@h"_s);
}

void TestConnectionBook::whenTheFileCannotBeWrittenNothingChanges()
{
    ConnectionBook book(m_folder->filePath(u"missing"_s));
    const auto saved = book.save({{}, u"a"_s, {}, {}, u"mongodb://h"_s, {}, false, false});
    QCOMPARE(saved.error().code, Errc::Storage);
    QVERIFY(book.connections().empty());
}

void TestConnectionBook::theFileIsReadableByItsOwnerOnly()
{
    ConnectionBook book(m_folder->path());
    QVERIFY(book.save({{}, u"a"_s, {}, {}, u"mongodb://h"_s, {}, false, false}));
    QVERIFY(!(QFile::permissions(file())
              & (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther)));
}

SANDGLASS_TEST(TestConnectionBook)
} // namespace tst_services_connection_book

#include "tst_services_connection_book.moc"
