// SPDX-License-Identifier: GPL-3.0-or-later
// A client of the accessibility bus counts the children of a scroll area and asks for each, while
// windows come and go and scroll bars with them.
#include "tests/support/test_program.h"
#include "widgets/views/scroll_area_access.h"

#include <QAccessible>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QTableWidget>
#include <QTest>

#include <memory>

namespace tst_views_scroll_area_access {

using namespace sandglass::widgets;

class TestScrollAreaAccess : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_area.reset(); }
    void aChildThatHasGoneIsNull();
    void everyChildKnowsItsPlace();
    void aPointIsInTheViewport();
    void anAreaThatIsDestroyedIsInvalid();
    void tablesKeepTheirOwn();

private:
    QAccessibleInterface* access() const
    {
        return QAccessible::queryAccessibleInterface(m_area.get());
    }

    std::unique_ptr<QScrollArea> m_area;
};

void TestScrollAreaAccess::init()
{
    installScrollAreaAccess();
    installScrollAreaAccess(); // twice is once
    m_area = std::make_unique<QScrollArea>();
    auto* content = new QLabel(QStringLiteral("content"));
    content->setMinimumSize(300, 300);
    m_area->setWidget(content);
    m_area->resize(100, 100);
    m_area->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_area.get()));
}

// Qt's own interface reads past the end of its list here, and the program crashes.
void TestScrollAreaAccess::aChildThatHasGoneIsNull()
{
    const int before = access()->childCount();
    QCOMPARE(before, 3); // viewport and two bars
    m_area->resize(400, 400);
    QTRY_VERIFY(!m_area->verticalScrollBar()->isVisible());
    QCOMPARE(access()->childCount(), 1);
    for (const int index : {1, 2, before, 1'000, -1}) {
        QVERIFY(!access()->child(index));
    }
    QVERIFY(access()->child(0));
}

void TestScrollAreaAccess::everyChildKnowsItsPlace()
{
    for (int i = 0; i < access()->childCount(); ++i) {
        QAccessibleInterface* child = access()->child(i);
        QVERIFY(child && child->isValid());
        QCOMPARE(access()->indexOfChild(child), i);
        QCOMPARE(child->parent(), access());
    }
    QCOMPARE(access()->indexOfChild(nullptr), -1);
    QCOMPARE(access()->indexOfChild(access()), -1);
}

void TestScrollAreaAccess::aPointIsInTheViewport()
{
    const QPoint inside = m_area->viewport()->mapToGlobal(QPoint(5, 5));
    QCOMPARE(access()->childAt(inside.x(), inside.y()), access()->child(0));
    QVERIFY(!access()->childAt(inside.x() + 5'000, inside.y()));
    m_area->hide();
    QVERIFY(!access()->childAt(inside.x(), inside.y()));
}

void TestScrollAreaAccess::anAreaThatIsDestroyedIsInvalid()
{
    const QAccessible::Id id = QAccessible::uniqueId(access());
    bool asked = false;
    connect(m_area->widget(), &QObject::destroyed, this, [&] {
        // the area is in its destructor
        QAccessibleInterface* left = QAccessible::accessibleInterface(id);
        asked = !left || !left->isValid();
    });
    m_area.reset();
    QVERIFY(asked);
    QVERIFY(!QAccessible::accessibleInterface(id));
}

void TestScrollAreaAccess::tablesKeepTheirOwn()
{
    QTableWidget table(2, 2);
    QVERIFY(QAccessible::queryAccessibleInterface(&table)->tableInterface());
}

SANDGLASS_GUI_TEST(TestScrollAreaAccess)
} // namespace tst_views_scroll_area_access

#include "tst_views_scroll_area_access.moc"
