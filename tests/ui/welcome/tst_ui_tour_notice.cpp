// SPDX-License-Identifier: GPL-3.0-or-later
// The bar that offers the tour once.
#include "tests/support/test_program.h"
#include "tests/ui/welcome/first_start.h"
#include "tests/ui/widget_access.h"
#include "ui/welcome/tour_notice.h"

#include <QApplication>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace tst_ui_tour_notice {

using namespace sandglass;
using namespace Qt::StringLiterals;
using tests::click;
using tests::FirstStart;
using tests::need;

class TestTourNotice : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void itIsHiddenUntilSampleDataIsLoaded();
    void itStartsTheTourAndGoes();
    void itIsDismissedByKeyboard();
    void itsTextIsSpoken();

private:
    bool offer();
    QPushButton* button(const QString& name) const { return need<QPushButton>(m_notice, name); }

    std::unique_ptr<FirstStart> m_fixture;
    std::unique_ptr<QWidget> m_window;
    ui::TourNotice* m_notice = nullptr;
};

void TestTourNotice::init()
{
    m_fixture = std::make_unique<FirstStart>();
    m_window = std::make_unique<QWidget>();
    m_notice = new ui::TourNotice(m_fixture->tour);
    auto* column = new QVBoxLayout(m_window.get());
    column->addWidget(m_notice);
    column->addStretch(1);
    m_window->resize(900, 200);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

void TestTourNotice::cleanup()
{
    m_window.reset();
    m_fixture.reset();
}

bool TestTourNotice::offer()
{
    m_fixture->tour.allowOffer();
    m_fixture->server->addIndex({"shop", "visits"}, "at", 60);
    return m_fixture->load() && QTest::qWaitFor([this] {
               return m_notice->isVisible() && !m_fixture->set.catalog.catalog().databases.empty();
           });
}

void TestTourNotice::itIsHiddenUntilSampleDataIsLoaded()
{
    QVERIFY(!m_notice->isVisible());
    QVERIFY(offer());
    QVERIFY(!need<QLabel>(m_notice, u"tourNoticeLabel"_s)->text().isEmpty());
}

void TestTourNotice::itStartsTheTourAndGoes()
{
    QVERIFY(offer());
    QVERIFY(click(button(u"startTourButton"_s)));
    QVERIFY(m_fixture->tour.state().running);
    QVERIFY(!m_notice->isVisible());
}

void TestTourNotice::itIsDismissedByKeyboard()
{
    QVERIFY(offer());
    button(u"startTourButton"_s)->setFocus();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    QCOMPARE(QApplication::focusWidget(), button(u"declineTourButton"_s));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    QVERIFY(!m_notice->isVisible());
    QVERIFY(!m_fixture->tour.state().running);
}

void TestTourNotice::itsTextIsSpoken()
{
    QVERIFY(offer());
    QCOMPARE(m_notice->accessibleName(), need<QLabel>(m_notice, u"tourNoticeLabel"_s)->text());
    for (const QPushButton* each : m_notice->findChildren<QPushButton*>()) {
        QVERIFY(!each->accessibleName().contains(u'&') && !each->accessibleName().isEmpty());
    }
}

SANDGLASS_GUI_TEST(TestTourNotice)
} // namespace tst_ui_tour_notice

#include "tst_ui_tour_notice.moc"
