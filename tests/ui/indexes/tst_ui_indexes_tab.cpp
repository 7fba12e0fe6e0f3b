// SPDX-License-Identifier: GPL-3.0-or-later
// The table of indexes: of when it is, and while what it shows is out of date.
#include "app/presenters/indexes/index_list_presenter.h"
#include "tests/support/test_program.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"
#include "ui/indexes/indexes_tab.h"
#include "widgets/views/elided_label.h"
#include "widgets/views/table_view.h"

#include <QPushButton>

namespace tst_ui_indexes_tab {

using namespace sandglass;
using namespace Qt::StringLiterals;
using tests::click;
using tests::need;
using tests::ServiceFixture;

class TestIndexesTab : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void theCaptionAndTheTableSayWhenTheIndexesWereRead();
    void afterALossTheIndexesAreDimmedAndSayOfWhenTheyAre();
    void afterAFailedRefreshTheyAreDimmedUntilTheNextReading();

private:
    widgets::TableView* table() const
    {
        return need<widgets::TableView>(m_tab.get(), u"indexesTableView"_s);
    }
    QString caption() const
    {
        return need<widgets::ElidedLabel>(m_tab.get(), u"indexesCaptionLabel"_s)->accessibleName();
    }

    std::unique_ptr<ServiceFixture> m_fixture;
    std::unique_ptr<presenters::IndexListPresenter> m_presenter;
    std::unique_ptr<ui::IndexesTab> m_tab;
};

void TestIndexesTab::init()
{
    m_fixture = std::make_unique<ServiceFixture>();
    tests::fillShop(*m_fixture);
    QVERIFY(m_fixture->connect());
    m_presenter
        = std::make_unique<presenters::IndexListPresenter>(m_fixture->set, tests::kSessions);
    m_tab = std::make_unique<ui::IndexesTab>(*m_presenter);
    m_tab->resize(900, 400);
    m_tab->show();
    QVERIFY(QTest::qWaitForWindowActive(m_tab.get()));
    QTRY_COMPARE(m_presenter->state().phase, presenters::Phase::Ready);
}

void TestIndexesTab::cleanup()
{
    m_tab.reset();
    m_presenter.reset();
    m_fixture.reset();
}

void TestIndexesTab::theCaptionAndTheTableSayWhenTheIndexesWereRead()
{
    QVERIFY(!table()->isDimmed());
    const QString asOf = m_presenter->state().asOfText;
    QVERIFY(asOf.startsWith(u"as of "_s));
    QVERIFY2(caption().endsWith(u" · "_s + asOf), qPrintable(caption()));
    QVERIFY2(table()->accessibleDescription().contains(asOf),
             qPrintable(table()->accessibleDescription()));
    m_fixture->clock.advance(std::chrono::minutes(1));
    m_presenter->refresh();
    QTRY_VERIFY(m_presenter->state().asOfText != asOf);
    QVERIFY(table()->accessibleDescription().contains(m_presenter->state().asOfText));
    QVERIFY(!table()->accessibleDescription().contains(asOf));
}

void TestIndexesTab::afterALossTheIndexesAreDimmedAndSayOfWhenTheyAre()
{
    QCOMPARE(table()->model()->rowCount(), 2);
    QVERIFY(!table()->isDimmed());
    const QString fresh = caption();
    QVERIFY(fresh.contains(u" · as of "_s));
    m_fixture->clock.advance(std::chrono::minutes(1));
    m_fixture->set.connections.disconnectNow();
    QVERIFY(table()->isDimmed());
    QCOMPARE(table()->model()->rowCount(), 2);
    QCOMPARE(caption(), fresh);
    QVERIFY(table()->accessibleDescription().contains(u"as of "_s));
    QVERIFY(!need<QPushButton>(m_tab.get(), u"createIndexButton"_s)->isEnabled());
}

void TestIndexesTab::afterAFailedRefreshTheyAreDimmedUntilTheNextReading()
{
    const QString fresh = caption();
    m_fixture->server->fail("indexes", base::failure(Errc::NotPermitted, "no"));
    m_presenter->refresh();
    auto* banner = need<QWidget>(m_tab.get(), u"indexesErrorBanner"_s);
    QTRY_VERIFY(banner->isVisible());
    QVERIFY(table()->isDimmed());
    QVERIFY(caption().contains(u"as of "_s));
    m_fixture->server->fail("indexes", std::nullopt);
    QVERIFY(click(need<QPushButton>(banner, u"actionButton"_s)));
    QTRY_VERIFY(!table()->isDimmed());
    QCOMPARE(caption(), fresh);
}

SANDGLASS_GUI_TEST(TestIndexesTab)
} // namespace tst_ui_indexes_tab

#include "tst_ui_indexes_tab.moc"
