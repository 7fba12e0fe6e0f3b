// SPDX-License-Identifier: GPL-3.0-or-later
// Groups of saved connections, their import and export, the SSH tab, and strings that are refused.
#include "tests/support/test_program.h"
#include "widgets/inputs/verdict_label.h"

#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QToolButton>

#include "connect_fixture.h"

namespace tst_ui_connection_groups {

using namespace sandglass;
using namespace Qt::StringLiterals;
using services::SavedConnection;
using tests::click;
using tests::ConnectFixture;

class TestConnectionGroups : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_fixture = std::make_unique<ConnectFixture>(); }
    void cleanup() { m_fixture.reset(); }
    void groupsHaveHeadings();
    void aHeadingCannotBeChosen();
    void theGroupOfTheFormIsSaved();
    void movingStaysWithinTheGroup();
    void theSshServerIsSaved();
    void aFileIsImported();
    void aFileThatCannotBeReadIsReported();
    void theExportHasNoPassword();
    void plainWithoutTlsIsRefusedInWords();
    void unknownOptionsAreNamed();

private:
    QString save(const QString& name, const QString& group)
    {
        SavedConnection connection;
        connection.name = name;
        connection.uri = u"mongodb://h/"_s;
        connection.group = group;
        return m_fixture->save(connection);
    }
    const services::ConnectionBook& book() const { return m_fixture->set.book; }
    QString note() const { return m_fixture->part<QLabel>(u"exchangeNoteLabel"_s)->text(); }

    std::unique_ptr<ConnectFixture> m_fixture;
};

void TestConnectionGroups::groupsHaveHeadings()
{
    save(u"a"_s, u"Munich"_s);
    save(u"b"_s, {});
    save(u"c"_s, u"Berlin"_s);
    save(u"d"_s, u"Munich"_s);
    QVERIFY(m_fixture->open());
    QCOMPARE(m_fixture->listed(),
             (QStringList{u"b"_s, u"Berlin"_s, u"c"_s, u"Munich"_s, u"a"_s, u"d"_s}));
}

void TestConnectionGroups::aHeadingCannotBeChosen()
{
    const QString id = save(u"c"_s, u"Berlin"_s);
    QVERIFY(m_fixture->open());
    QVERIFY(!(m_fixture->list()->item(0)->flags() & Qt::ItemIsSelectable));
    QVERIFY(m_fixture->choose(1));
    QCOMPARE(m_fixture->form.state().currentId, id);
    QCOMPARE(m_fixture->form.state().traits.group, u"Berlin"_s);
    QCOMPARE(m_fixture->part<QComboBox>(u"connectionGroupComboBox"_s)->currentText(), u"Berlin"_s);
}

void TestConnectionGroups::theGroupOfTheFormIsSaved()
{
    QVERIFY(m_fixture->open());
    QLineEdit* group = m_fixture->part<QComboBox>(u"connectionGroupComboBox"_s)->lineEdit();
    QTest::keyClicks(group, u"Berlin"_s);
    QVERIFY(click(m_fixture->button(u"saveConnectionButton"_s)));
    QCOMPARE(book().connections().front().group, u"Berlin"_s);
}

void TestConnectionGroups::movingStaysWithinTheGroup()
{
    save(u"a"_s, u"Munich"_s);
    save(u"b"_s, u"Berlin"_s);
    save(u"c"_s, u"Munich"_s);
    QVERIFY(m_fixture->open());
    QVERIFY(m_fixture->choose(4)); // c
    auto* up = m_fixture->part<QToolButton>(u"connectionUpButton"_s);
    auto* down = m_fixture->part<QToolButton>(u"connectionDownButton"_s);
    QVERIFY(up->isEnabled());
    QVERIFY(!down->isEnabled());
    QVERIFY(click(up));
    QCOMPARE(m_fixture->listed(), (QStringList{u"Berlin"_s, u"b"_s, u"Munich"_s, u"c"_s, u"a"_s}));
    QVERIFY(!up->isEnabled()); // a heading is above it
}

void TestConnectionGroups::theSshServerIsSaved()
{
    QVERIFY(m_fixture->open());
    QTest::keyClicks(m_fixture->part<QLineEdit>(u"sshServerEdit"_s), u"joe@bastion"_s);
    m_fixture->part<QSpinBox>(u"sshPortSpinBox"_s)->setValue(2222);
    QTest::keyClicks(m_fixture->part<QLineEdit>(u"sshKeyFileEdit"_s), u"/key"_s);
    QTest::keyClicks(m_fixture->part<QLineEdit>(u"sshJumpHostsEdit"_s), u"a, b"_s);
    QVERIFY(m_fixture->button(u"testConnectionButton"_s)->isEnabled());
    QVERIFY(click(m_fixture->button(u"saveConnectionButton"_s)));
    const services::SshSettings wanted{u"joe@bastion"_s, 2222, u"/key"_s, u"a,b"_s};
    QCOMPARE(book().connections().front().ssh, wanted);
    m_fixture->form.startNew();
    QVERIFY(m_fixture->part<QLineEdit>(u"sshServerEdit"_s)->text().isEmpty());
    QVERIFY(m_fixture->choose(0));
    QCOMPARE(m_fixture->part<QSpinBox>(u"sshPortSpinBox"_s)->value(), 2222);
}

void TestConnectionGroups::aFileIsImported()
{
    const QString path = m_fixture->folder.filePath(u"list.txt"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("mongodb://joe:hunter2@a.example/\nmongodb://b.example/\nnonsense\n");
    file.close();
    QVERIFY(m_fixture->open());
    m_fixture->form.importFile(path);
    QCOMPARE(m_fixture->listed(), (QStringList{u"a.example"_s, u"b.example"_s}));
    QVERIFY2(note().startsWith(u"2 connection"_s), qPrintable(note()));
    QVERIFY(note().contains(u"Password left out: 1."_s));
    QVERIFY(note().contains(u"Not readable: 1."_s));
    m_fixture->form.importFile(path);
    QCOMPARE(m_fixture->list()->count(), 2);
}

void TestConnectionGroups::aFileThatCannotBeReadIsReported()
{
    QVERIFY(m_fixture->open());
    m_fixture->form.importFile(u"/nowhere/x.json"_s);
    QVERIFY(m_fixture->form.state().failure);
    QVERIFY(note().isEmpty());
}

void TestConnectionGroups::theExportHasNoPassword()
{
    save(u"a"_s, u"Munich"_s);
    QVERIFY(m_fixture->open());
    QVERIFY(m_fixture->choose(1));
    QTRY_VERIFY(m_fixture->form.state().canConnect); // the keychain has answered
    m_fixture->form.setUser(u"joe"_s);
    m_fixture->form.setPassword(u"hunter2"_s);
    QVERIFY(click(m_fixture->button(u"saveConnectionButton"_s)));
    for (const int format : {0, 1, 2}) {
        const QString path = m_fixture->folder.filePath(u"out"_s);
        m_fixture->form.exportFile(path, format);
        QVERIFY(!m_fixture->form.state().failure);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        QVERIFY(text.contains("joe@h"));
        QVERIFY(!text.contains("hunter2"));
    }
    QVERIFY(note().startsWith(u"1 connection"_s));
}

void TestConnectionGroups::plainWithoutTlsIsRefusedInWords()
{
    QVERIFY(m_fixture->open());
    m_fixture->form.setUri(u"mongodb://joe:hunter2@h/?authMechanism=PLAIN"_s);
    QVERIFY(!m_fixture->form.state().canConnect);
    QVERIFY(m_fixture->part<widgets::VerdictLabel>(u"uriVerdictLabel"_s)
                ->text()
                .contains(u"unencrypted"_s));
    m_fixture->form.connectNow();
    QCOMPARE(m_fixture->factory->connects(), 0);
    m_fixture->form.setOption(u"tls"_s, u"true"_s);
    QVERIFY(m_fixture->form.state().canConnect);
}

void TestConnectionGroups::unknownOptionsAreNamed()
{
    QVERIFY(m_fixture->open());
    m_fixture->form.setUri(u"mongodb://h/?conectTimeoutMS=1"_s);
    QVERIFY(m_fixture->form.state().canConnect);
    QVERIFY(m_fixture->part<widgets::VerdictLabel>(u"uriVerdictLabel"_s)
                ->text()
                .contains(u"conectTimeoutMS"_s));
}

SANDGLASS_GUI_TEST(TestConnectionGroups)
} // namespace tst_ui_connection_groups

#include "tst_ui_connection_groups.moc"
