// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "widgets/style/appearance.h"
#include "widgets/style/colors.h"
#include "widgets/style/high_contrast.h"
#include "widgets/views/table_view.h"

#include <QApplication>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QScrollBar>
#include <QStandardItemModel>
#include <QTest>

#include <algorithm>

namespace tst_views_table_view {

using namespace sandglass::widgets;

class TestTableView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void copiesSelectedRowsWithHeaders();
    void hiddenColumnsAreNotCopied();
    void whatIsShownShortenedIsCopiedWhole();
    void tabsInCellsDoNotBreakTheLine();
    void nothingSelectedCopiesNothing();
    void anEmptyTableSaysWhy();
    void paintingLeavesTheDescriptionAlone();
    void headersStandAsTheirCellsDo();
    void theArrowOfAnEmptyTableIsNotOverItsTitle();
    void newRowsAboveDoNotMoveTheVisibleOnes();
    void atItsTopTheTableShowsNewRows();
    void dimmedRowsAreFaintAndSelectedOnesAreNot();
    void aColourOfTheModelIsFaintAsWell();
    void dimmedRowsSayOfWhenTheyAre();
    void onAHighContrastDesktopDimmedRowsAreRead();

private:
    /// A row as painted.
    QImage picture(int row) const
    {
        const QRect line = m_view->visualRect(m_model->index(row, 0))
                               .united(m_view->visualRect(m_model->index(row, 1)));
        return m_view->viewport()->grab(line).toImage();
    }
    /// The contrast of the strongest pixel of a row to what is behind its text.
    double strongest(int row) const;

    std::unique_ptr<QStandardItemModel> m_model;
    std::unique_ptr<TableView> m_view;
};

void TestTableView::init()
{
    m_model = std::make_unique<QStandardItemModel>(3, 2);
    m_model->setHorizontalHeaderLabels({QStringLiteral("A"), QStringLiteral("B")});
    for (int row = 0; row < 3; ++row) {
        m_model->setData(m_model->index(row, 0), QStringLiteral("a%1").arg(row));
        m_model->setData(m_model->index(row, 1), QStringLiteral("b%1").arg(row));
    }
    m_view = std::make_unique<TableView>();
    m_view->setModel(m_model.get());
    m_view->show();
}

void TestTableView::cleanup()
{
    m_view.reset();
}

void TestTableView::copiesSelectedRowsWithHeaders()
{
    m_view->selectRow(1);
    QTest::keyClick(m_view.get(), Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("A\tB\na1\tb1\n"));
}

void TestTableView::hiddenColumnsAreNotCopied()
{
    m_view->hideColumn(0);
    m_view->selectAll();
    QCOMPARE(m_view->selectionAsTsv(), QStringLiteral("B\nb0\nb1\nb2\n"));
}

void TestTableView::whatIsShownShortenedIsCopiedWhole()
{
    m_view->setCopyRole(Qt::UserRole);
    m_model->setData(m_model->index(0, 0), QStringLiteral("all of it"), Qt::UserRole);
    m_view->selectRow(0);
    QCOMPARE(m_view->selectionAsTsv(), QStringLiteral("A\tB\nall of it\t\n"));
}

void TestTableView::tabsInCellsDoNotBreakTheLine()
{
    m_model->setData(m_model->index(0, 0), QStringLiteral("x\ty\nz"));
    m_model->setData(m_model->index(0, 1), QStringLiteral("=1"));
    m_view->selectRow(
        m_model->match(m_model->index(0, 0), Qt::DisplayRole, QStringLiteral("x\ty\nz"))
            .first()
            .row());
    QCOMPARE(m_view->selectionAsTsv(), QStringLiteral("A\tB\nx y z\t'=1\n"));
}

void TestTableView::nothingSelectedCopiesNothing()
{
    QGuiApplication::clipboard()->setText(QStringLiteral("before"));
    m_view->clearSelection();
    m_view->copySelection();
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("before"));
}

void TestTableView::anEmptyTableSaysWhy()
{
    m_view->setPlaceholderText(QStringLiteral("Nothing here"));
    const QImage full = m_view->viewport()->grab().toImage();
    QCOMPARE(m_view->accessibleDescription(), QString()); // there are rows
    m_view->setPlaceholderText({});
    QCOMPARE(m_view->viewport()->grab().toImage(), full);
    m_model->removeRows(0, m_model->rowCount());
    const QImage blank = m_view->viewport()->grab().toImage();
    m_view->setPlaceholderText(QStringLiteral("Nothing here"));
    QVERIFY(m_view->viewport()->grab().toImage() != blank);
    QCOMPARE(m_view->accessibleDescription(), QStringLiteral("Nothing here"));
}

void TestTableView::paintingLeavesTheDescriptionAlone()
{
    m_view->setPlaceholderText(QStringLiteral("Nothing here"));
    m_view->sortByColumn(1, Qt::AscendingOrder);
    const QString sorted = m_view->accessibleDescription();
    QVERIFY2(sorted.contains(QStringLiteral("B")), qPrintable(sorted));
    m_view->grab();
    QCOMPARE(m_view->accessibleDescription(), sorted);
}

void TestTableView::headersStandAsTheirCellsDo()
{
    const QImage left = m_view->horizontalHeader()->grab().toImage();
    m_model->setData(m_model->index(0, 0), QVariant(Qt::AlignRight), Qt::TextAlignmentRole);
    QVERIFY(m_view->horizontalHeader()->grab().toImage() != left);
}

// Without rows, the arrow of a column of numbers covered the end of its title.
void TestTableView::theArrowOfAnEmptyTableIsNotOverItsTitle()
{
    const QVariant right = static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    m_model->setHeaderData(0, Qt::Horizontal, right, Qt::TextAlignmentRole);
    for (int row = 0; row < m_model->rowCount(); ++row) {
        m_model->setData(m_model->index(row, 0), right, Qt::TextAlignmentRole);
    }
    m_view->sortByColumn(0, Qt::AscendingOrder);
    const QImage filled = m_view->horizontalHeader()->grab().toImage();
    m_model->removeRows(0, m_model->rowCount());
    QCOMPARE(m_view->horizontalHeader()->grab().toImage(), filled);
}

void TestTableView::newRowsAboveDoNotMoveTheVisibleOnes()
{
    for (int row = 3; row < 200; ++row) {
        m_model->appendRow({new QStandardItem(QStringLiteral("a%1").arg(row)),
                            new QStandardItem(QStringLiteral("b"))});
    }
    m_view->resize(300, 200);
    m_view->scrollTo(m_model->index(100, 0), QAbstractItemView::PositionAtTop);
    const QString shown = m_view->indexAt(QPoint(0, 0)).data().toString();
    QCOMPARE(shown, QStringLiteral("a100"));
    const int scrolled = m_view->verticalScrollBar()->value();
    m_model->insertRows(5, 3);
    QTRY_VERIFY(m_view->verticalScrollBar()->value() > scrolled);
    QCOMPARE(m_view->indexAt(QPoint(0, 0)).data().toString(), shown);
    m_model->removeRows(1, 7);
    QTRY_VERIFY(m_view->verticalScrollBar()->value() < scrolled);
    QCOMPARE(m_view->indexAt(QPoint(0, 0)).data().toString(), shown);
}

void TestTableView::atItsTopTheTableShowsNewRows()
{
    for (int row = 3; row < 200; ++row) {
        m_model->appendRow(new QStandardItem(QStringLiteral("a%1").arg(row)));
    }
    m_view->resize(300, 200);
    m_model->insertRow(0, new QStandardItem(QStringLiteral("new")));
    QCoreApplication::processEvents();
    QCOMPARE(m_view->indexAt(QPoint(0, 0)).data().toString(), QStringLiteral("new"));
}

double TestTableView::strongest(int row) const
{
    const QImage line = picture(row);
    const QColor ground = m_view->palette().color(QPalette::Base);
    double most = 1;
    for (int y = 0; y < line.height(); ++y) {
        for (int x = 0; x < line.width(); ++x) {
            most = std::max(most, contrastRatio(line.pixelColor(x, y), ground));
        }
    }
    return most;
}

void TestTableView::dimmedRowsAreFaintAndSelectedOnesAreNot()
{
    m_view->selectRow(1);
    const QImage plain = picture(0);
    const QImage selected = picture(1);
    m_view->setDimmed(true);
    QVERIFY(m_view->isDimmed());
    QVERIFY(picture(0) != plain);
    QCOMPARE(picture(1), selected);
    m_view->setDimmed(false);
    QCOMPARE(picture(0), plain);
}

void TestTableView::aColourOfTheModelIsFaintAsWell()
{
    m_view->clearSelection();
    m_view->setCurrentIndex({});
    m_view->setDimmed(true);
    const QImage faint = picture(0);
    m_model->setData(m_model->index(0, 0), QColor(Qt::red), Qt::ForegroundRole);
    QCOMPARE(picture(0), faint);
}

void TestTableView::dimmedRowsSayOfWhenTheyAre()
{
    m_view->sortByColumn(1, Qt::AscendingOrder);
    const QString sorted = m_view->accessibleDescription();
    m_view->setDimmed(true, QStringLiteral("as of 12:04:31"));
    QVERIFY(m_view->accessibleDescription().startsWith(sorted));
    QVERIFY(m_view->accessibleDescription().endsWith(QStringLiteral("as of 12:04:31")));
    m_view->setDimmed(false, QStringLiteral("as of 12:04:31"));
    QCOMPARE(m_view->accessibleDescription(), sorted);
}

void TestTableView::onAHighContrastDesktopDimmedRowsAreRead()
{
    DesktopLook desktop;
    desktop.dark = true;
    desktop.highContrast = true;
    Appearance::instance().setDesktop(desktop);
    Appearance::instance().apply(Theme::System);
    const bool contrast = Appearance::instance().isHighContrast();
    QFont large = m_view->font();
    large.setPointSizeF(40); // strokes of several pixels
    m_view->setFont(large);
    m_view->resize(600, 400);
    m_view->clearSelection();
    m_view->setCurrentIndex({});
    const double full = strongest(0);
    m_view->setDimmed(true);
    const double faint = strongest(0);
    Appearance::instance().setDesktop({});
    Appearance::instance().apply(Theme::System);
    QVERIFY(contrast);
    QVERIFY2(faint >= kHighContrast, qPrintable(QString::number(faint)));
    QVERIFY2(faint < full, qPrintable(QString::number(full)));
}

SANDGLASS_GUI_TEST(TestTableView)
} // namespace tst_views_table_view

#include "tst_views_table_view.moc"
