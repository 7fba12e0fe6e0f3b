// SPDX-License-Identifier: GPL-3.0-or-later
// The inspector by itself: what it says of an index, a collection and a document.
#include "app/presenters/explorer/inspector_presenter.h"
#include "resources/resources.h"
#include "tests/support/test_program.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"
#include "ui/explorer/inspector_view.h"
#include "widgets/style/appearance.h"
#include "widgets/style/colors.h"

#include <QApplication>
#include <QLabel>
#include <QPlainTextEdit>
#include <QSet>
#include <QSignalSpy>

namespace tst_ui_inspector {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using tests::need;
using tests::ServiceFixture;

namespace {

const ttl::IndexRef kLastSeen{tests::kSessions, "lastSeen_1"};

} // namespace

class TestInspector : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { resources::initResources(); }
    void init();
    void cleanup();
    void nothingSelectedSaysWhatToSelect();
    void anIndexIsExplainedWithItsFacts();
    void anOrdinaryIndexExpiresNothing();
    void aHiddenIndexIsMarkedAsDeleting();
    void anUnusableValueIsMarked();
    void aCollectionListsItsRules();
    void aDocumentIsJudgedByTheRule_data();
    void aDocumentIsJudgedByTheRule();
    void theCountdownFollowsTheClock();
    void factsOfTheSelectionBeforeDoNotStay();
    void theSourceIsShownOnlyWhereThereIsOne();
    void aDroppedIndexIsGoneHereToo();
    void anotherServerShowsNothingOfTheFirst();
    void theSelectionOutlivesARefresh();
    void hostileNamesAreShownAsTheyAre();
    void hostileDocumentsAreShownAsTheyAre();
    void aLongNameDoesNotWidenTheDock();
    void everyTextIsPlain();
    void tabLeavesTheSource();
    void textsCanBeSelectedWithTheKeyboard();
    void valuesAreReachedByTab();
    void aFailureIsShownWithItsAdvice();
    void theFactsFollowTheTheme();

private:
    bool connectShop();
    QString title() const { return textOf(u"inspectorTitleLabel"_s); }
    QString explanation() const { return textOf(u"inspectorExplanationLabel"_s); }
    QString textOf(const QString& label) const { return need<QLabel>(m_view.get(), label)->text(); }
    QPlainTextEdit* source() const
    {
        return need<QPlainTextEdit>(m_view.get(), u"inspectorSourceEdit"_s);
    }
    /// The lines of the form that can be seen: "name: value".
    QStringList facts() const;
    /// The label with the value of a fact; null when it is not there.
    QLabel* valueOf(const QString& fact) const;
    void showDocument(bson::Document document)
    {
        m_presenter->showDocument(tests::kSessions, document);
    }

    std::unique_ptr<ServiceFixture> m_fixture;
    std::unique_ptr<presenters::InspectorPresenter> m_presenter;
    std::unique_ptr<ui::InspectorView> m_view;
};

void TestInspector::init()
{
    widgets::Appearance::instance().apply(widgets::Theme::Light);
    m_fixture = std::make_unique<ServiceFixture>();
    m_presenter = std::make_unique<presenters::InspectorPresenter>(m_fixture->set);
    m_view = std::make_unique<ui::InspectorView>(*m_presenter);
    m_view->resize(320, 600);
    m_view->show();
    QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
}

void TestInspector::cleanup()
{
    m_view.reset();
    m_presenter.reset();
    m_fixture.reset();
}

bool TestInspector::connectShop()
{
    m_fixture->set.settings.setZoneId("UTC");
    tests::fillShop(*m_fixture);
    return m_fixture->connect();
}

QStringList TestInspector::facts() const
{
    QStringList lines;
    for (int i = 0; const auto* value = m_view->findChild<QLabel*>(u"factValueLabel%1"_s.arg(i));
         ++i) {
        if (value->isVisible()) {
            lines << textOf(u"factNameLabel%1"_s.arg(i)) + u": "_s + value->text();
        }
    }
    return lines;
}

QLabel* TestInspector::valueOf(const QString& fact) const
{
    for (int i = 0; auto* name = m_view->findChild<QLabel*>(u"factNameLabel%1"_s.arg(i)); ++i) {
        if (name->text() == fact) {
            return need<QLabel>(m_view.get(), u"factValueLabel%1"_s.arg(i));
        }
    }
    return nullptr;
}

void TestInspector::nothingSelectedSaysWhatToSelect()
{
    QVERIFY(!title().isEmpty());
    QVERIFY(!textOf(u"inspectorSubtitleLabel"_s).isEmpty());
    QVERIFY(facts().isEmpty());
    QVERIFY(!source()->isVisible());
}

void TestInspector::anIndexIsExplainedWithItsFacts()
{
    QVERIFY(connectShop());
    m_presenter->showIndex(kLastSeen);
    QCOMPARE(title(), u"lastSeen_1"_s);
    QVERIFY(textOf(u"inspectorSubtitleLabel"_s).contains(u"shop.sessions"_s));
    QVERIFY(explanation().contains(u"1 h"_s) && explanation().contains(u"lastSeen"_s));
    QVERIFY(valueOf(u"Seconds"_s));
    QCOMPARE(valueOf(u"Seconds"_s)->text().remove(u','), u"3600"_s);
    QVERIFY(source()->toPlainText().contains(u"\"expireAfterSeconds\""_s));
}

void TestInspector::anOrdinaryIndexExpiresNothing()
{
    QVERIFY(connectShop());
    m_presenter->showIndex({tests::kOrders, "placedAt_1"});
    QVERIFY(!valueOf(u"Expires"_s));
    QVERIFY(!valueOf(u"Seconds"_s));
    QVERIFY(!explanation().isEmpty());
}

// Source: app/ttl/SEMANTICS.md: a hidden TTL index goes on deleting.
void TestInspector::aHiddenIndexIsMarkedAsDeleting()
{
    m_fixture->server->addIndex(tests::kSessions, "seen", 60);
    m_fixture->server->collection(tests::kSessions).indexes.back().hidden = true;
    QVERIFY(connectShop());
    m_presenter->showIndex({tests::kSessions, "seen_1"});
    QLabel* hidden = valueOf(u"Hidden"_s);
    QVERIFY(hidden);
    QCOMPARE(hidden->palette().color(QPalette::WindowText),
             widgets::color(widgets::ColorRole::WarningText));
}

void TestInspector::anUnusableValueIsMarked()
{
    QVERIFY(connectShop());
    ttl::IndexSpec& index = m_fixture->server->collection(tests::kSessions).indexes.back();
    index.expireAfterSeconds.reset();
    index.expiryValueInvalid = true;
    m_fixture->set.catalog.refresh();
    m_presenter->showIndex(kLastSeen);
    QTRY_VERIFY(valueOf(u"Expires"_s)
                && valueOf(u"Expires"_s)->palette().color(QPalette::WindowText)
                    == widgets::color(widgets::ColorRole::ErrorText));
}

void TestInspector::aCollectionListsItsRules()
{
    m_fixture->server->addIndex(tests::kSessions, "made", 0);
    QVERIFY(connectShop());
    m_presenter->showCollection(tests::kSessions);
    QVERIFY(valueOf(u"lastSeen_1"_s));
    QVERIFY(valueOf(u"made_1"_s));
    QVERIFY(!explanation().isEmpty());
    // the bare 0 is never shown: it stands for "at the stored date"
    QVERIFY(!valueOf(u"made_1"_s)->text().contains(u'0'));
}

void TestInspector::aDocumentIsJudgedByTheRule_data()
{
    QTest::addColumn<int>("ageMinutes"); // below zero: the field holds a text
    QTest::addColumn<bool>("marked");
    QTest::newRow("overdue") << 120 << true;
    QTest::newRow("due now") << 60 << true;
    QTest::newRow("due in 10 min") << 50 << false;
    QTest::newRow("never: a text") << -1 << true;
}

void TestInspector::aDocumentIsJudgedByTheRule()
{
    QFETCH(int, ageMinutes);
    QFETCH(bool, marked);
    QVERIFY(connectShop());
    showDocument(ageMinutes < 0 ? bson::makeDocument("_id", 7, "lastSeen", "yesterday")
                                : tests::agedDocument(*m_fixture, 7, "lastSeen",
                                                      std::chrono::minutes(ageMinutes)));
    QCOMPARE(title(), u"7"_s);
    QLabel* verdict = valueOf(u"lastSeen_1"_s);
    QVERIFY(verdict && !verdict->text().isEmpty());
    const QColor warning = widgets::color(widgets::ColorRole::WarningText);
    QCOMPARE(verdict->palette().color(QPalette::WindowText) == warning, marked);
}

void TestInspector::theCountdownFollowsTheClock()
{
    QVERIFY(connectShop());
    showDocument(tests::agedDocument(*m_fixture, 7, "lastSeen", 50min));
    const QString before = explanation();
    m_fixture->clock.advance(5min);
    QTRY_VERIFY(explanation() != before);
}

void TestInspector::factsOfTheSelectionBeforeDoNotStay()
{
    QVERIFY(connectShop());
    m_presenter->showIndex(kLastSeen);
    QTRY_VERIFY(facts().size() > 2);
    const qsizetype many = facts().size();
    m_presenter->showCollection(tests::kNotes);
    QVERIFY(facts().size() < many);
    QVERIFY(!valueOf(u"Seconds"_s));
    m_presenter->showIndex(kLastSeen);
    QTRY_COMPARE(facts().size(), many);
    m_presenter->clear();
    QVERIFY(facts().isEmpty());
}

void TestInspector::theSourceIsShownOnlyWhereThereIsOne()
{
    QVERIFY(connectShop());
    m_presenter->showIndex(kLastSeen);
    QVERIFY(source()->isVisible());
    m_presenter->showCollection(tests::kSessions);
    QVERIFY(!source()->isVisible());
}

void TestInspector::aDroppedIndexIsGoneHereToo()
{
    QVERIFY(connectShop());
    m_presenter->showIndex(kLastSeen);
    m_fixture->server->collection(tests::kSessions).indexes.pop_back();
    m_fixture->set.catalog.refresh();
    QTRY_VERIFY(facts().isEmpty());
    QCOMPARE(title(), u"lastSeen_1"_s);
    QVERIFY(!explanation().isEmpty());
    QVERIFY(!source()->isVisible());
}

void TestInspector::anotherServerShowsNothingOfTheFirst()
{
    QVERIFY(connectShop());
    m_presenter->showIndex(kLastSeen);
    const bson::Document drop = bson::makeDocument("dropDatabase", 1);
    QVERIFY(m_fixture->server->runCommand("shop", drop, {}));
    QVERIFY(m_fixture->connect(false));
    QTRY_VERIFY(facts().isEmpty());
    QVERIFY(!source()->isVisible());
}

void TestInspector::theSelectionOutlivesARefresh()
{
    QVERIFY(connectShop());
    m_presenter->showIndex(kLastSeen);
    source()->selectAll();
    const QSignalSpy shown(m_presenter.get(), &presenters::InspectorPresenter::stateChanged);
    m_fixture->set.catalog.refresh();
    QTRY_VERIFY(shown.count() > 0);
    QVERIFY(source()->textCursor().hasSelection()); // for Ctrl+C
}

void TestInspector::hostileNamesAreShownAsTheyAre()
{
    const std::string name = "<b>a</b>\u202Eb";
    m_fixture->server->addIndex(tests::kNotes, "made", 60);
    m_fixture->server->collection(tests::kNotes).indexes.back().name = name;
    QVERIFY(connectShop());
    const QString shown = u"<b>a</b>\u2039U+202E\u203Ab"_s;
    m_presenter->showIndex({tests::kNotes, name});
    QCOMPARE(title(), shown);
    m_presenter->showCollection(tests::kNotes);
    QVERIFY2(valueOf(shown), qPrintable(facts().join(u'\n')));
}

void TestInspector::hostileDocumentsAreShownAsTheyAre()
{
    QVERIFY(connectShop());
    showDocument(bson::makeDocument("_id", "<i>x</i>\n\u202E\"", "lastSeen", 1));
    QVERIFY2(title().contains(u"<i>x</i>"_s), qPrintable(title()));
    QVERIFY(!title().contains(QChar(0x202E)));
    QVERIFY(!title().contains(u'\n'));
}

void TestInspector::aLongNameDoesNotWidenTheDock()
{
    QVERIFY(connectShop());
    showDocument(bson::makeDocument("_id", std::string(10'000, 'x'), "lastSeen", 1));
    QVERIFY(source()->toPlainText().size() > 10'000);
    QVERIFY2(m_view->minimumSizeHint().width() <= 20 * QFontInfo(m_view->font()).pixelSize(),
             qPrintable(QString::number(m_view->minimumSizeHint().width())));
}

void TestInspector::everyTextIsPlain()
{
    QVERIFY(connectShop());
    m_presenter->showIndex(kLastSeen);
    const auto labels = m_view->findChildren<QLabel*>();
    QVERIFY(labels.size() > 6);
    for (const QLabel* label : labels) {
        QVERIFY2(label->textFormat() == Qt::PlainText, qPrintable(label->objectName()));
    }
}

void TestInspector::tabLeavesTheSource()
{
    QVERIFY(connectShop());
    m_presenter->showIndex(kLastSeen);
    const QString before = source()->toPlainText();
    source()->setFocus();
    QTest::keyClick(source(), Qt::Key_Tab);
    QTest::keyClicks(source(), u"x"_s);
    QCOMPARE(source()->toPlainText(), before);
    QVERIFY(source()->tabChangesFocus());
    QVERIFY(!source()->accessibleName().isEmpty());
}

void TestInspector::textsCanBeSelectedWithTheKeyboard()
{
    QVERIFY(connectShop());
    m_presenter->showIndex(kLastSeen);
    auto* heading = need<QLabel>(m_view.get(), u"inspectorTitleLabel"_s);
    heading->setFocus();
    QVERIFY(heading->hasFocus());
    QTest::keyClick(heading, Qt::Key_A, Qt::ControlModifier);
    QCOMPARE(heading->selectedText(), u"lastSeen_1"_s);
}

void TestInspector::valuesAreReachedByTab()
{
    QVERIFY(connectShop());
    m_presenter->showIndex(kLastSeen);
    QLabel* seconds = valueOf(u"Seconds"_s);
    QVERIFY(seconds);
    source()->setFocus();
    QSet<QWidget*> reached;
    while (QWidget* focused = QApplication::focusWidget()) {
        if (reached.contains(focused)) {
            break;
        }
        reached.insert(focused);
        QTest::keyClick(focused, Qt::Key_Tab);
    }
    QVERIFY(reached.contains(seconds));
    QVERIFY2(seconds->accessibleName().contains(u"Seconds"_s),
             qPrintable(seconds->accessibleName()));
    seconds->setFocus();
    QTest::keyClick(seconds, Qt::Key_A, Qt::ControlModifier);
    QCOMPARE(seconds->selectedText(), seconds->text());
}

void TestInspector::aFailureIsShownWithItsAdvice()
{
    m_fixture->server->fail(
        "indexes",
        base::serverError(
            13, "Unauthorized",
            R"(not authorized on shop to execute command { listIndexes: "sessions" })"));
    QVERIFY(connectShop());
    m_presenter->showCollection(tests::kSessions);
    QTRY_VERIFY(m_presenter->state().failure);
    const presenters::FailureText& failure = *m_presenter->state().failure;
    QVERIFY2(explanation().contains(failure.sentence), qPrintable(explanation()));
    QVERIFY2(explanation().contains(failure.advice), qPrintable(explanation()));
}

void TestInspector::theFactsFollowTheTheme()
{
    QVERIFY(connectShop());
    m_presenter->showIndex(kLastSeen);
    QLabel* state = valueOf(u"State"_s);
    QVERIFY(state);
    widgets::Appearance::instance().apply(widgets::Theme::Dark);
    QTRY_COMPARE(valueOf(u"State"_s)->palette().color(QPalette::WindowText),
                 widgets::color(widgets::ColorRole::OkText, true));
    widgets::Appearance::instance().apply(widgets::Theme::Light);
}

SANDGLASS_GUI_TEST(TestInspector)
} // namespace tst_ui_inspector

#include "tst_ui_inspector.moc"
