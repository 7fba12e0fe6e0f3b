// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "widgets/views/table_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QStandardItemModel>
#include <QTest>

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
    void tabsInCellsDoNotBreakTheLine();
    void nothingSelectedCopiesNothing();
    void anEmptyTableSaysWhy();
    void headersStandAsTheirCellsDo();

private:
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
    m_view->setPlaceholderText({});
    QCOMPARE(m_view->viewport()->grab().toImage(), full);
    m_model->removeRows(0, m_model->rowCount());
    const QImage blank = m_view->viewport()->grab().toImage();
    m_view->setPlaceholderText(QStringLiteral("Nothing here"));
    QVERIFY(m_view->viewport()->grab().toImage() != blank);
    QCOMPARE(m_view->accessibleDescription(), QStringLiteral("Nothing here"));
}

void TestTableView::headersStandAsTheirCellsDo()
{
    const QImage left = m_view->horizontalHeader()->grab().toImage();
    m_model->setData(m_model->index(0, 0), QVariant(Qt::AlignRight), Qt::TextAlignmentRole);
    QVERIFY(m_view->horizontalHeader()->grab().toImage() != left);
}

SANDGLASS_GUI_TEST(TestTableView)
} // namespace tst_views_table_view

#include "tst_views_table_view.moc"
