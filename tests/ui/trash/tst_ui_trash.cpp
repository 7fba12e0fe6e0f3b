// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/json.h"
#include "app/presenters/trash/trash_presenter.h"
#include "resources/resources.h"
#include "tests/support/need.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"
#include "tests/ui/widget_access.h"
#include "ui/trash/trash_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>

#include <algorithm>

namespace tst_ui_trash {

using namespace sandglass;
using namespace Qt::StringLiterals;
using tests::click;
using tests::ServiceFixture;

class TestTrashDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { resources::initResources(); }
    void init();
    void cleanup();
    void documentsAreListedWithWhatIsKept();
    void aFilterWithAFaultIsMarkedAndNotSent();
    void timesCountOnlyWhenTheyAreTicked();
    void puttingBackAsksFirstAndCancelChangesNothing();
    void theSelectedOnesArePutBack();
    void limitsAreApplied();
    void aZeroSaysWhatItMeans();
    void whatIsNotKnownIsNoNumber();
    void anotherServerEmptiesTheDialog();
    void aSecondDialogSearchesForNothing();
    void aRefusalIsShownAndNothingCanBePutBack();

private:
    void open();
    void answer(const std::string& command, std::string_view json)
    {
        m_fixture->server->answer(command, tests::need(bson::fromJson(json)));
    }
    template <typename Wanted>
    Wanted* part(const QString& name) const
    {
        return tests::need<Wanted>(m_dialog, name);
    }
    /// How many commands of that name were sent.
    std::size_t sent(std::string_view name) const
    {
        const auto commands = m_fixture->server->commands();
        return static_cast<std::size_t>(std::ranges::count_if(
            commands, [&](const bson::Document& each) { return each.contains(name); }));
    }

    std::unique_ptr<ServiceFixture> m_fixture;
    std::unique_ptr<presenters::TrashPresenter> m_presenter;
    QPointer<QDialog> m_dialog;
};

void TestTrashDialog::init()
{
    m_fixture = std::make_unique<ServiceFixture>();
    answer("getParameter", R"({"sandglassTrashDays":7,"sandglassTrashBytes":0})");
    answer("find", R"({"cursor":{"firstBatch":[
        {"_id":2,"ns":"app.c","index":"t_1","deletedAt":{"$date":{"$numberLong":"6000"}},
         "document":{"_id":"y"}},
        {"_id":1,"ns":"app.c","index":"t_1","deletedAt":{"$date":{"$numberLong":"5000"}},
         "document":{"_id":"x"}}]}})");
    answer("count", R"({"n":2})");
    answer("aggregate", R"({"cursor":{"firstBatch":[
        {"_id":{"ns":"app.c","pass":{"$date":{"$numberLong":"4000"}}},"documents":2}]}})");
    answer("sandglassPutBack", R"({"nMatched":1,"nPutBack":1,"nRefused":0,"refused":[]})");
    answer("setParameter", R"({"ok":1})");
    QVERIFY(m_fixture->connect());
}

void TestTrashDialog::cleanup()
{
    delete m_dialog;
    m_presenter.reset();
    m_fixture.reset();
}

void TestTrashDialog::open()
{
    m_presenter = std::make_unique<presenters::TrashPresenter>(m_fixture->set);
    m_dialog = new ui::TrashDialog(*m_presenter);
    m_dialog->show();
    QVERIFY(QTest::qWaitForWindowActive(m_dialog));
    QTRY_VERIFY(m_presenter->state().phase != presenters::Phase::Loading);
}

void TestTrashDialog::documentsAreListedWithWhatIsKept()
{
    open();
    QCOMPARE(part<QTableView>(u"trashTableView"_s)->model()->rowCount(), 2);
    QVERIFY(part<QLabel>(u"trashLimitsLabel"_s)->text().contains(u"7"_s));
    QCOMPARE(part<QSpinBox>(u"trashDaysSpinBox"_s)->value(), 7);
    QCOMPARE(part<QComboBox>(u"trashCollectionComboBox"_s)->count(), 2);
    QCOMPARE(part<QComboBox>(u"trashPassComboBox"_s)->count(), 2);
    QVERIFY(!part<QPushButton>(u"trashNextPageButton"_s)->isEnabled());
    QVERIFY(!part<QPushButton>(u"trashApplyLimitsButton"_s)->isEnabled());
}

void TestTrashDialog::aFilterWithAFaultIsMarkedAndNotSent()
{
    open();
    const std::size_t asked = sent("find");
    auto* filter = part<QLineEdit>(u"trashFilterEdit"_s);
    tests::type(filter, u"{state:"_s);
    QTest::keyClick(filter, Qt::Key_Return);
    QVERIFY(!m_presenter->state().filterProblem.isEmpty());
    QVERIFY(!filter->accessibleDescription().isEmpty());
    QCOMPARE(sent("find"), asked);
    tests::type(filter, u"{state: \"open\"}"_s);
    QTest::keyClick(filter, Qt::Key_Return);
    QTRY_COMPARE(sent("find"), asked + 1);
    QTRY_COMPARE(m_presenter->state().phase, presenters::Phase::Ready);
    // Enter only searches
    QCOMPARE(sent("sandglassPutBack"), std::size_t{0});
    QVERIFY(m_dialog->isVisible());
}

void TestTrashDialog::timesCountOnlyWhenTheyAreTicked()
{
    open();
    QVERIFY(!part<QWidget>(u"trashFromEdit"_s)->isEnabled());
    QVERIFY(click(part<QCheckBox>(u"trashFromCheckBox"_s)));
    QVERIFY(part<QWidget>(u"trashFromEdit"_s)->isEnabled());
    QTRY_VERIFY(m_fixture->server->commands().size() > 4);
    QTRY_VERIFY(std::ranges::any_of(m_fixture->server->commands(), [](const bson::Document& each) {
        return each["filter"].asDocument().contains("deletedAt");
    }));
}

void TestTrashDialog::puttingBackAsksFirstAndCancelChangesNothing()
{
    open();
    auto* button = part<QPushButton>(u"putBackButton"_s);
    QTRY_VERIFY(button->isEnabled());
    QVERIFY(click(button));
    QTRY_VERIFY(m_dialog->findChild<QMessageBox*>(u"putBackBox"_s));
    QCOMPARE(sent("sandglassPutBack"), std::size_t{1}); // a dry run
    auto* box = tests::need<QMessageBox>(m_dialog, u"putBackBox"_s);
    QVERIFY(click(tests::need<QPushButton>(box, u"cancelPutBackButton"_s)));
    QCOMPARE(sent("sandglassPutBack"), std::size_t{1});
}

void TestTrashDialog::theSelectedOnesArePutBack()
{
    open();
    auto* table = part<QTableView>(u"trashTableView"_s);
    QVERIFY(tests::clickRow(table, table->model()->index(1, 0)));
    auto* button = part<QPushButton>(u"putBackButton"_s);
    QTRY_VERIFY(button->isEnabled());
    QVERIFY(click(button));
    QTRY_VERIFY(m_dialog->findChild<QMessageBox*>(u"putBackBox"_s));
    auto* box = tests::need<QMessageBox>(m_dialog, u"putBackBox"_s);
    QVERIFY(click(tests::need<QPushButton>(box, u"confirmPutBackButton"_s)));
    QTRY_COMPARE(sent("sandglassPutBack"), std::size_t{2});
    QTRY_VERIFY(part<QLabel>(u"trashMessageLabel"_s)->text().contains(u"1 document"_s));
    for (const bson::Document& each : m_fixture->server->commands()) {
        if (each.contains("sandglassPutBack")) {
            QCOMPARE(each.view().at("filter._id.$in.0").toInt64(), std::int64_t{1});
        }
    }
}

void TestTrashDialog::limitsAreApplied()
{
    open();
    auto* days = part<QSpinBox>(u"trashDaysSpinBox"_s);
    days->setFocus();
    days->setValue(30);
    QVERIFY(click(part<QPushButton>(u"trashApplyLimitsButton"_s)));
    QTRY_COMPARE(sent("setParameter"), std::size_t{1});
}

// Beside another limit 0 is none; with 0 in both, nothing is kept.
void TestTrashDialog::aZeroSaysWhatItMeans()
{
    open();
    auto* days = part<QSpinBox>(u"trashDaysSpinBox"_s);
    auto* size = part<QSpinBox>(u"trashSizeSpinBox"_s);
    QCOMPARE(days->text(), u"7"_s);
    QCOMPARE(size->text(), u"an unlimited number of"_s);
    days->setValue(0);
    QCOMPARE(days->text(), u"0"_s);
    QCOMPARE(size->text(), u"0"_s);
    size->setValue(512);
    QCOMPARE(days->text(), u"an unlimited number of"_s);
    QCOMPARE(size->text(), u"512"_s);
}

void TestTrashDialog::whatIsNotKnownIsNoNumber()
{
    m_fixture->server->fail("runCommand", base::failure(Errc::NotPermitted, "not authorized"));
    open();
    for (const QString& name : {u"trashDaysSpinBox"_s, u"trashSizeSpinBox"_s}) {
        QVERIFY(!part<QSpinBox>(name)->isEnabled());
        QCOMPARE(part<QSpinBox>(name)->text(), u"–"_s);
    }
}

void TestTrashDialog::anotherServerEmptiesTheDialog()
{
    open();
    QVERIFY(click(part<QCheckBox>(u"trashFromCheckBox"_s)));
    QTRY_COMPARE(m_presenter->state().phase, presenters::Phase::Ready);
    auto* filter = part<QLineEdit>(u"trashFilterEdit"_s);
    tests::type(filter, u"{state: \"open\"}"_s);
    QTest::keyClick(filter, Qt::Key_Return);
    QTRY_COMPARE(m_presenter->state().phase, presenters::Phase::Ready);
    m_fixture->set.connections.connectTo(u"mongodb://other.example/"_s, {}, false);
    const auto* rows = part<QTableView>(u"trashTableView"_s)->model();
    QCOMPARE(rows->rowCount(), 0);
    QVERIFY(filter->text().isEmpty());
    QVERIFY(!part<QCheckBox>(u"trashFromCheckBox"_s)->isChecked());
    QVERIFY(!part<QWidget>(u"trashFromEdit"_s)->isEnabled());
    QVERIFY(!part<QPushButton>(u"putBackButton"_s)->isEnabled());
    QCOMPARE(part<QSpinBox>(u"trashDaysSpinBox"_s)->text(), u"–"_s);
    // those of the other one follow
    QTRY_COMPARE(rows->rowCount(), 2);
}

void TestTrashDialog::aSecondDialogSearchesForNothing()
{
    open();
    auto* filter = part<QLineEdit>(u"trashFilterEdit"_s);
    tests::type(filter, u"{state: \"open\"}"_s);
    QTest::keyClick(filter, Qt::Key_Return);
    QTRY_COMPARE(m_presenter->state().phase, presenters::Phase::Ready);
    QVERIFY(!m_presenter->state().filterText.isEmpty());
    delete m_dialog;
    m_dialog = new ui::TrashDialog(*m_presenter);
    m_dialog->show();
    QTRY_COMPARE(m_presenter->state().phase, presenters::Phase::Ready);
    QVERIFY(part<QLineEdit>(u"trashFilterEdit"_s)->text().isEmpty());
    QVERIFY(m_presenter->state().filterText.isEmpty());
}

void TestTrashDialog::aRefusalIsShownAndNothingCanBePutBack()
{
    m_fixture->server->fail("runCommand", base::failure(Errc::NotPermitted, "not authorized"));
    open();
    QTRY_VERIFY(part<QWidget>(u"trashErrorBanner"_s)->isVisible());
    QVERIFY(!part<QPushButton>(u"putBackButton"_s)->isEnabled());
    QVERIFY(part<QLabel>(u"trashCountLabel"_s)->text().isEmpty());
}

SANDGLASS_GUI_TEST(TestTrashDialog)
} // namespace tst_ui_trash

#include "tst_ui_trash.moc"
