// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "widgets/inputs/field_path_edit.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QTest>

namespace tst_inputs_field_path_edit {

using namespace sandglass::widgets;

class TestFieldPathEdit : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_edit.reset(); }
    void typingOffersCandidatesWithTheirNotes();
    void anyPartOfAPathMatches();
    void arrowDownOffersAll();
    void choosingWritesThePathWithoutTheNote();
    void theNoteOfTheCurrentPathIsKnown();

private:
    QStringList offered() const;

    std::unique_ptr<FieldPathEdit> m_edit;
};

void TestFieldPathEdit::init()
{
    m_edit = std::make_unique<FieldPathEdit>();
    m_edit->setCandidates({{QStringLiteral("createdAt"), QStringLiteral("date 99.2 %")},
                           {QStringLiteral("session.lastUse"), QStringLiteral("date 100 %")},
                           {QStringLiteral("user\u202Eemarc"), QString()}});
    m_edit->show();
    m_edit->setFocus();
    QVERIFY(QTest::qWaitForWindowActive(m_edit.get()));
}

QStringList TestFieldPathEdit::offered() const
{
    QStringList texts;
    const QAbstractItemModel* model = m_edit->completer()->popup()->model();
    for (int row = 0; row < model->rowCount(); ++row) {
        texts += model->index(row, 0).data().toString();
    }
    return texts;
}

void TestFieldPathEdit::typingOffersCandidatesWithTheirNotes()
{
    QTest::keyClicks(m_edit.get(), QStringLiteral("crea"));
    QTRY_VERIFY(m_edit->completer()->popup()->isVisible());
    QCOMPARE(offered(), QStringList{QStringLiteral("createdAt \u2014 date 99.2 %")});
}

void TestFieldPathEdit::anyPartOfAPathMatches()
{
    QTest::keyClicks(m_edit.get(), QStringLiteral("LASTU"));
    QTRY_VERIFY(m_edit->completer()->popup()->isVisible());
    QCOMPARE(offered(), QStringList{QStringLiteral("session.lastUse \u2014 date 100 %")});
}

void TestFieldPathEdit::arrowDownOffersAll()
{
    QTest::keyClick(m_edit.get(), Qt::Key_Down);
    QTRY_VERIFY(m_edit->completer()->popup()->isVisible());
    QCOMPARE(offered().size(), 3);
    QCOMPARE(offered().last(), QStringLiteral("user\u2039U+202E\u203Aemarc"));
}

void TestFieldPathEdit::choosingWritesThePathWithoutTheNote()
{
    QTest::keyClicks(m_edit.get(), QStringLiteral("sess"));
    auto* popup = m_edit->completer()->popup();
    QTRY_VERIFY(popup->isVisible());
    QTest::keyClick(popup, Qt::Key_Down);
    QTest::keyClick(popup, Qt::Key_Return);
    QCOMPARE(m_edit->text(), QStringLiteral("session.lastUse"));
}

void TestFieldPathEdit::theNoteOfTheCurrentPathIsKnown()
{
    m_edit->setText(QStringLiteral("createdAt"));
    QCOMPARE(m_edit->currentNote(), QStringLiteral("date 99.2 %"));
    m_edit->setText(QStringLiteral("created"));
    QCOMPARE(m_edit->currentNote(), QString());
}

SANDGLASS_GUI_TEST(TestFieldPathEdit)
} // namespace tst_inputs_field_path_edit

#include "tst_inputs_field_path_edit.moc"
