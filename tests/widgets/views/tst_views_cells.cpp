// SPDX-License-Identifier: GPL-3.0-or-later
// How a table shows cells whose text a server chose, and what leaves it for a spreadsheet.
#include "tests/support/test_program.h"
#include "widgets/style/appearance.h"
#include "widgets/views/csv_text.h"
#include "widgets/views/table_view.h"
#include "widgets/views/visible_text.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QHelpEvent>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTest>
#include <QTextDocument>
#include <QToolTip>

namespace tst_views_cells {

using namespace sandglass::widgets;
using namespace Qt::StringLiterals;

class TestCells : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_view.reset(); }
    void hiddenCharactersAreDrawn_data();
    void hiddenCharactersAreDrawn();
    void aToolTipIsPlainText_data();
    void aToolTipIsPlainText();
    void aCellWithoutAToolTipHasNone();
    void aToolTipTextIsReadBackAsItWas_data();
    void aToolTipTextIsReadBackAsItWas();
    void enterActivatesTheCurrentRowOnce();
    void escapeAndTabAreLeftToTheWindow();
    void rowsAreCopiedInTheOrderOfTheTable();
    void movedColumnsAreCopiedAsTheyStand();
    void copiedCellsCannotBecomeFormulas();
    void aFileHoldsNumbersWithoutGroups();
    void rowsAndColumnsGrowWithTheFont();
    void fittedColumnsHaveALimit();
    void aLongCellIsWholeWhereThereIsRoom();
    void aLongNameIsCutInItsMiddle();
    void aWidthOfTheUserStays();
    void theSmallestTableShowsARow();

private:
    void fill(const QStringList& texts);
    QModelIndex at(int row) const { return m_model->index(row, 0); }
    QImage picture(int row) const
    {
        return m_view->viewport()->grab(m_view->visualRect(at(row))).toImage();
    }

    std::unique_ptr<QStandardItemModel> m_model;
    std::unique_ptr<TableView> m_view;
};

void TestCells::init()
{
    Appearance::instance().apply(Theme::Light);
    m_model = std::make_unique<QStandardItemModel>(0, 2);
    m_model->setHorizontalHeaderLabels({u"Name"_s, u"Count"_s});
    m_view = std::make_unique<TableView>();
    m_view->setModel(m_model.get());
    m_view->setSortingEnabled(false);
    m_view->setAlternatingRowColors(false);
    m_view->resize(500, 300);
    m_view->show();
    QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
}

void TestCells::fill(const QStringList& texts)
{
    for (const QString& text : texts) {
        m_model->appendRow({new QStandardItem(text), new QStandardItem(u"1"_s)});
    }
}

void TestCells::hiddenCharactersAreDrawn_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("right to left") << u"a\u202Eb"_s;
    QTest::newRow("zero width") << u"a\u200Bb"_s;
    QTest::newRow("two lines") << u"a\nb"_s;
    QTest::newRow("tab") << u"a\tb"_s;
    QTest::newRow("escape") << u"a\u001Bb"_s;
}

void TestCells::hiddenCharactersAreDrawn()
{
    QFETCH(QString, text);
    fill({text, visibleText(text), u"ab"_s});
    QCOMPARE(picture(0), picture(1));
    QVERIFY(picture(0) != picture(2));
}

void TestCells::aToolTipIsPlainText_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("read");
    QTest::newRow("markup") << u"<b>x</b>"_s << u"<b>x</b>"_s;
    QTest::newRow("a picture") << u"<img src=\"file:///etc/passwd\">"_s
                               << u"<img src=\"file:///etc/passwd\">"_s;
    QTest::newRow("ampersand") << u"R&D"_s << u"R&D"_s;
    QTest::newRow("right to left") << u"a\u202Eb"_s << u"a\u2039U+202E\u203Ab"_s;
}

void TestCells::aToolTipIsPlainText()
{
    QFETCH(QString, text);
    QFETCH(QString, read);
    fill({u"cell"_s});
    m_model->setData(at(0), text, Qt::ToolTipRole);
    const QPoint place = m_view->visualRect(at(0)).center();
    QHelpEvent hovers(QEvent::ToolTip, place, m_view->viewport()->mapToGlobal(place));
    QApplication::sendEvent(m_view->viewport(), &hovers);
    QTextDocument page;
    page.setHtml(QToolTip::text());
    QCOMPARE(page.toPlainText(), read);
    QToolTip::hideText();
}

void TestCells::aCellWithoutAToolTipHasNone()
{
    fill({u"cell"_s});
    const QPoint place = m_view->visualRect(at(0)).center();
    QHelpEvent hovers(QEvent::ToolTip, place, m_view->viewport()->mapToGlobal(place));
    QApplication::sendEvent(m_view->viewport(), &hovers);
    QVERIFY(!QToolTip::isVisible() || QToolTip::text().isEmpty());
}

void TestCells::aToolTipTextIsReadBackAsItWas_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("words") << u"some words"_s;
    QTest::newRow("markup") << u"<h1>x</h1>"_s;
    QTest::newRow("entity") << u"&lt;b&gt; & &amp;"_s;
    QTest::newRow("lines") << u"one\ntwo"_s;
    QTest::newRow("Chinese") << u"过期索引"_s;
}

void TestCells::aToolTipTextIsReadBackAsItWas()
{
    QFETCH(QString, text);
    QVERIFY(Qt::mightBeRichText(toolTipText(text))); // Qt must not guess
    QTextDocument page;
    page.setHtml(toolTipText(text));
    QCOMPARE(page.toPlainText(), text);
    QCOMPARE(toolTipText({}), QString());
}

void TestCells::enterActivatesTheCurrentRowOnce()
{
    fill({u"a"_s, u"b"_s});
    const QSignalSpy activated(m_view.get(), &TableView::activated);
    QTest::keyClick(m_view.get(), Qt::Key_Return);
    QCOMPARE(activated.count(), 0); // no row is the current one
    m_view->setCurrentIndex(at(1));
    QTest::keyClick(m_view.get(), Qt::Key_Return);
    QTest::keyClick(m_view.get(), Qt::Key_Enter);
    QCOMPARE(activated.count(), 2);
    QCOMPARE(activated.front().front().toModelIndex().row(), 1);
}

void TestCells::escapeAndTabAreLeftToTheWindow()
{
    fill({u"a"_s, u"b"_s});
    m_view->setCurrentIndex(at(0));
    QTest::keyClick(m_view.get(), Qt::Key_Tab);
    QCOMPARE(m_view->currentIndex(), at(0));
    QKeyEvent escape(QEvent::KeyPress, Qt::Key_Escape, Qt::NoModifier);
    QApplication::sendEvent(m_view.get(), &escape);
    QVERIFY(!escape.isAccepted()); // a dialog closes by it
}

void TestCells::rowsAreCopiedInTheOrderOfTheTable()
{
    fill({u"a"_s, u"b"_s, u"c"_s});
    const auto select = [this](int row) {
        m_view->selectionModel()->select(at(row),
                                         QItemSelectionModel::Select | QItemSelectionModel::Rows);
    };
    select(2);
    select(0);
    QCOMPARE(m_view->selectionAsTsv(), u"Name\tCount\na\t1\nc\t1\n"_s);
}

void TestCells::movedColumnsAreCopiedAsTheyStand()
{
    fill({u"a"_s});
    m_view->horizontalHeader()->moveSection(1, 0);
    m_view->selectAll();
    QCOMPARE(m_view->selectionAsTsv(), u"Count\tName\n1\ta\n"_s);
}

void TestCells::copiedCellsCannotBecomeFormulas()
{
    fill({u"=1+1"_s, u"@x"_s, u"-5"_s, u"-x"_s});
    m_view->selectAll();
    m_view->setFocus();
    QTest::keyClick(m_view.get(), Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(),
             u"Name\tCount\n'=1+1\t1\n'@x\t1\n-5\t1\n'-x\t1\n"_s);
}

void TestCells::aFileHoldsNumbersWithoutGroups()
{
    auto* number = new QStandardItem(u"12,345"_s);
    m_model->appendRow({new QStandardItem(u"a\r\nb"_s), number});
    QCOMPARE(csvText(*m_model), u"Name,Count\r\n\"a\r\nb\",\"12,345\"\r\n"_s);
    number->setData(12'345, Qt::EditRole);
    QCOMPARE(csvText(*m_model), u"Name,Count\r\n\"a\r\nb\",12345\r\n"_s);
    m_model->removeRows(0, 1);
    QCOMPARE(csvText(*m_model), u"Name,Count\r\n"_s);
}

void TestCells::rowsAndColumnsGrowWithTheFont()
{
    fill({u"a"_s});
    const int row = m_view->rowHeight(0);
    QFont larger = m_view->font();
    larger.setPointSizeF(larger.pointSizeF() * 2);
    m_view->setFont(larger);
    QTRY_VERIFY(m_view->rowHeight(0) > row * 3 / 2);
    TableView fresh;
    const int usual = fresh.horizontalHeader()->defaultSectionSize();
    fresh.setFont(larger);
    QVERIFY(fresh.horizontalHeader()->defaultSectionSize() > usual * 3 / 2);
}

void TestCells::fittedColumnsHaveALimit()
{
    fill({u"x"_s.repeated(1'000)});
    m_view->fitColumns(10);
    // the rest of the view, and no more: the other column is whole
    QCOMPARE(m_view->columnWidth(0) + m_view->columnWidth(1), m_view->viewport()->width());
    m_view->resize(100, 300);
    QTRY_VERIFY(m_view->columnWidth(0) < 20 * m_view->fontMetrics().height());
    QVERIFY(m_view->columnWidth(0) > 5 * m_view->fontMetrics().averageCharWidth());
}

void TestCells::aLongCellIsWholeWhereThereIsRoom()
{
    const QString key = u"{ tenant: 1, createdAt: -1, status: 1 }"_s;
    fill({key});
    m_view->fitColumns(5);
    QVERIFY(m_view->columnWidth(0) > m_view->fontMetrics().horizontalAdvance(key));
}

// Of "database.collection" both parts must be told apart.
void TestCells::aLongNameIsCutInItsMiddle()
{
    const QString middle(60, u'x');
    fill({u"eu"_s + middle + u".orders"_s, u"eu"_s + middle + u".carts"_s,
          u"us"_s + middle + u".orders"_s});
    m_view->clearSelection();
    m_view->setCurrentIndex({});
    m_view->setColumnWidth(0, 120);
    QCOMPARE(picture(0), picture(1));
    m_view->setNameColumn(0);
    QVERIFY(picture(0) != picture(1)); // collections
    QVERIFY(picture(0) != picture(2)); // databases
    m_view->model()->setData(at(2), at(0).data());
    QCOMPARE(picture(0), picture(2));
}

void TestCells::aWidthOfTheUserStays()
{
    fill({u"x"_s.repeated(1'000)});
    m_view->fitColumns(10);
    QHeaderView* header = m_view->horizontalHeader();
    const QPoint edge(header->sectionViewportPosition(1) - 1, header->height() / 2);
    const auto drag = [&](QEvent::Type type, const QPoint& at, Qt::MouseButtons held) {
        QMouseEvent event(type, at, header->viewport()->mapToGlobal(at),
                          type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton, held, {});
        QApplication::sendEvent(header->viewport(), &event);
    };
    drag(QEvent::MouseButtonPress, edge, Qt::LeftButton);
    drag(QEvent::MouseMove, edge - QPoint(100, 0), Qt::LeftButton);
    drag(QEvent::MouseMove, edge - QPoint(200, 0), Qt::LeftButton);
    drag(QEvent::MouseButtonRelease, edge - QPoint(200, 0), Qt::NoButton);
    const int chosen = m_view->columnWidth(0);
    QVERIFY(chosen < edge.x());
    m_view->fitColumns(10);
    m_view->resize(700, 300);
    QTest::qWait(0);
    QCOMPARE(m_view->columnWidth(0), chosen);
}

void TestCells::theSmallestTableShowsARow()
{
    const int needed = m_view->horizontalHeader()->sizeHint().height()
        + m_view->verticalHeader()->defaultSectionSize();
    QVERIFY(m_view->minimumSizeHint().height() >= needed);
    QVERIFY(m_view->minimumSizeHint().height() < 3 * needed);
}

SANDGLASS_GUI_TEST(TestCells)
} // namespace tst_views_cells

#include "tst_views_cells.moc"
