// SPDX-License-Identifier: GPL-3.0-or-later
// Figure tiles and their strip: what they say, how they are reached, what they keep.
#include "resources/resources.h"
#include "tests/support/test_program.h"
#include "widgets/style/appearance.h"
#include "widgets/views/figures_strip.h"

#include <QLineEdit>
#include <QSet>
#include <QTest>
#include <QTextDocument>
#include <QVBoxLayout>

namespace tst_views_figures {

using namespace sandglass::widgets;
using namespace Qt::StringLiterals;

namespace {

Figure figure(const QString& caption, const QString& value)
{
    return {caption, value, u"detail"_s, u"counted"_s, Tone::Normal, false};
}

} // namespace

class TestFigures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { sandglass::resources::initResources(); }
    void init();
    void cleanup() { m_window.reset(); }
    void withoutAValueADashIsShown();
    void theSameFigureIsNotPaintedAgain();
    void withoutADetailTheSentenceEndsEarlier();
    void theToolTipIsPlainText_data();
    void theToolTipIsPlainText();
    void hiddenCharactersAreMarked();
    void everyToneLooksDifferent();
    void anOldFigureIsDimmed();
    void theFocusIsSeen();
    void tabWalksFromTileToTile();
    void aNewValueKeepsTheFocus();
    void moreAndFewerTilesCanBeShown();
    void allTilesAreEquallyWide();
    void aLongValueIsShortenedInsteadOfWidening();
    void aLargerFontNeedsMoreHeight();
    void noTileHasNoSize();
    void inALowWindowEachTileHasOneLine();
    void onOneLineTheToolTipHasTheDetail();

private:
    std::unique_ptr<QWidget> m_window;
    FiguresStrip* m_strip = nullptr; // of the window
};

void TestFigures::init()
{
    Appearance::instance().apply(Theme::Light);
    m_window = std::make_unique<QWidget>();
    auto* column = new QVBoxLayout(m_window.get());
    m_strip = new FiguresStrip(m_window.get());
    column->addWidget(m_strip);
    column->addWidget(new QLineEdit(m_window.get()));
    m_strip->setFigures({figure(u"A"_s, u"1"_s), figure(u"B"_s, u"2"_s), figure(u"C"_s, u"3"_s)});
    m_window->resize(900, 200);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

void TestFigures::withoutAValueADashIsShown()
{
    FigureTile tile;
    tile.setFigure(figure(u"Overdue"_s, {}));
    QCOMPARE(tile.accessibleName(), u"Overdue: \u2013, detail"_s);
}

void TestFigures::theSameFigureIsNotPaintedAgain()
{
    /// Counts what a widget paints.
    struct Paints : QObject
    {
        int count = 0;
        bool eventFilter(QObject*, QEvent* event) override
        {
            count += event->type() == QEvent::Paint ? 1 : 0;
            return false;
        }
    } paints;
    FigureTile* tile = m_strip->tile(0);
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    tile->repaint(); // what is pending is done
    QCoreApplication::processEvents();
    tile->installEventFilter(&paints);
    m_strip->setFigures({figure(u"A"_s, u"1"_s), figure(u"B"_s, u"2"_s), figure(u"C"_s, u"3"_s)});
    QCoreApplication::processEvents();
    QCOMPARE(paints.count, 0);
    m_strip->setFigures({figure(u"A"_s, u"7"_s), figure(u"B"_s, u"2"_s), figure(u"C"_s, u"3"_s)});
    QTRY_VERIFY(paints.count > 0);
}

void TestFigures::withoutADetailTheSentenceEndsEarlier()
{
    FigureTile tile;
    Figure shown = figure(u"Overdue"_s, u"3"_s);
    shown.detail.clear();
    tile.setFigure(shown);
    QCOMPARE(tile.accessibleName(), u"Overdue: 3"_s);
    QCOMPARE(tile.accessibleDescription(), u"counted"_s);
}

void TestFigures::theToolTipIsPlainText_data()
{
    QTest::addColumn<QString>("toolTip");
    QTest::newRow("markup") << u"<b>counted</b>"_s;
    QTest::newRow("ampersand") << u"R&D counts"_s;
    QTest::newRow("entity") << u"a &lt; b"_s;
    QTest::newRow("quotes") << u"\"quoted\""_s;
    QTest::newRow("two lines") << u"one\ntwo"_s;
}

void TestFigures::theToolTipIsPlainText()
{
    QFETCH(QString, toolTip);
    FigureTile tile;
    Figure shown = figure(u"A"_s, u"1"_s);
    shown.toolTip = toolTip;
    tile.setFigure(shown);
    QVERIFY(Qt::mightBeRichText(tile.toolTip()));
    QTextDocument page;
    page.setHtml(tile.toolTip());
    QCOMPARE(page.toPlainText(), toolTip);
}

void TestFigures::hiddenCharactersAreMarked()
{
    FigureTile tile;
    tile.setFigure({u"A"_s, u"1\u202E2"_s, u"x\u200By"_s, {}, Tone::Normal, false});
    QCOMPARE(tile.figure().value, u"1\u2039U+202E\u203A2"_s);
    QCOMPARE(tile.figure().detail, u"x\u2039U+200B\u203Ay"_s);
    QVERIFY(tile.toolTip().isEmpty());
}

void TestFigures::everyToneLooksDifferent()
{
    QVector<QImage> pictures;
    for (const Tone tone : {Tone::Normal, Tone::Ok, Tone::Warning, Tone::Error}) {
        Figure shown = figure(u"A"_s, u"1"_s);
        shown.tone = tone;
        m_strip->setFigures({shown});
        const QImage picture = m_strip->tile(0)->grab().toImage();
        QVERIFY(!pictures.contains(picture));
        pictures << picture;
    }
}

void TestFigures::anOldFigureIsDimmed()
{
    const QImage fresh = m_strip->tile(0)->grab().toImage();
    Figure old = figure(u"A"_s, u"1"_s);
    old.stale = true;
    m_strip->tile(0)->setFigure(old);
    QVERIFY(m_strip->tile(0)->grab().toImage() != fresh);
}

void TestFigures::theFocusIsSeen()
{
    const QImage before = m_strip->tile(1)->grab().toImage();
    m_strip->tile(1)->setFocus();
    QVERIFY(m_strip->tile(1)->grab().toImage() != before);
}

void TestFigures::tabWalksFromTileToTile()
{
    m_strip->tile(0)->setFocus();
    for (int next = 1; next < 3; ++next) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QVERIFY(m_strip->tile(next)->hasFocus());
    }
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    QVERIFY(qobject_cast<QLineEdit*>(QApplication::focusWidget()));
}

void TestFigures::aNewValueKeepsTheFocus()
{
    m_strip->tile(1)->setFocus();
    m_strip->setFigures({figure(u"A"_s, u"9"_s), figure(u"B"_s, u"9"_s), figure(u"C"_s, u"9"_s)});
    QVERIFY(m_strip->tile(1)->hasFocus());
    QCOMPARE(m_strip->tile(1)->figure().value, u"9"_s);
}

void TestFigures::moreAndFewerTilesCanBeShown()
{
    m_strip->setFigures({});
    QCOMPARE(m_strip->count(), 0);
    QCOMPARE(m_strip->tile(0), nullptr);
    QCOMPARE(m_strip->tile(-1), nullptr);
    QVector<Figure> many(12, figure(u"A"_s, u"1"_s));
    m_strip->setFigures(many);
    QCOMPARE(m_strip->count(), 12);
    QSet<QString> names;
    for (int i = 0; i < 12; ++i) {
        names << m_strip->tile(i)->objectName();
    }
    QCOMPARE(names.size(), 12);
}

void TestFigures::allTilesAreEquallyWide()
{
    m_strip->setFigures({figure(u"A"_s, u"1"_s), figure(u"a longer caption"_s, u"2"_s),
                         figure(u"C"_s, u"1 284 310"_s)});
    QTRY_VERIFY(m_strip->tile(2)->isVisible());
    QTRY_VERIFY(qAbs(m_strip->tile(0)->width() - m_strip->tile(1)->width()) <= 1);
    QVERIFY(qAbs(m_strip->tile(0)->width() - m_strip->tile(2)->width()) <= 1);
}

void TestFigures::aLongValueIsShortenedInsteadOfWidening()
{
    const int before = m_strip->minimumSizeHint().width();
    m_strip->setFigures({figure(u"x"_s.repeated(500), u"9"_s.repeated(500)), figure(u"B"_s, u"2"_s),
                         figure(u"C"_s, u"3"_s)});
    QCOMPARE(m_strip->minimumSizeHint().width(), before);
    // the whole text is still in the accessible name
    QVERIFY(m_strip->tile(0)->accessibleName().contains(u"9"_s.repeated(500)));
}

void TestFigures::aLargerFontNeedsMoreHeight()
{
    const int before = m_strip->tile(0)->sizeHint().height();
    QFont larger = m_strip->font();
    larger.setPointSizeF(larger.pointSizeF() * 2);
    m_strip->tile(0)->setFont(larger);
    QVERIFY(m_strip->tile(0)->sizeHint().height() > before * 3 / 2);
    QCOMPARE(m_strip->tile(0)->minimumSizeHint().height(), m_strip->tile(0)->sizeHint().height());
}

void TestFigures::noTileHasNoSize()
{
    const FigureTile tile;
    QVERIFY(tile.sizeHint().isValid() && tile.minimumSizeHint().width() > 0);
}

void TestFigures::inALowWindowEachTileHasOneLine()
{
    m_window->resize(1'200, 2'000);
    QTRY_VERIFY(!m_strip->isCompact());
    const int usual = m_strip->sizeHint().height();
    m_window->resize(1'200, 300);
    QTRY_VERIFY(m_strip->isCompact());
    QVERIFY(m_strip->sizeHint().height() * 2 < usual);
    // the sentence for screen readers is the same
    QVERIFY(m_strip->tile(0)->accessibleName().contains(u"detail"_s));
    // tiles that come later, too
    const int lines = m_strip->tile(0)->sizeHint().height();
    m_strip->setFigures(QVector<Figure>(7, figure(u"A"_s, u"1"_s)));
    QCOMPARE(m_strip->tile(6)->sizeHint().height(), lines);
    // caption and value are drawn differently: neither hides the other
    const QImage before = m_strip->tile(0)->grab().toImage();
    m_strip->setFigures(QVector<Figure>(7, figure(u"B"_s, u"1"_s)));
    QVERIFY(m_strip->tile(0)->grab().toImage() != before);
}

// Without room for it, "catches up in 42 min" could be read nowhere.
void TestFigures::onOneLineTheToolTipHasTheDetail()
{
    const auto toolTip = [](const FigureTile& tile) {
        QTextDocument page;
        page.setHtml(tile.toolTip());
        return page.toPlainText();
    };
    FigureTile tile;
    tile.setFigure(figure(u"A"_s, u"1"_s));
    QCOMPARE(toolTip(tile), u"counted"_s);
    tile.setCompact(true);
    QCOMPARE(toolTip(tile), u"detail\ncounted"_s);
    Figure other = figure(u"A"_s, u"1"_s);
    other.detail = u"later"_s;
    tile.setFigure(other);
    QCOMPARE(toolTip(tile), u"later\ncounted"_s);
    other.detail.clear();
    tile.setFigure(other);
    QCOMPARE(toolTip(tile), u"counted"_s);
    other.toolTip.clear();
    tile.setFigure(other);
    QVERIFY(tile.toolTip().isEmpty());
}

SANDGLASS_GUI_TEST(TestFigures)
} // namespace tst_views_figures

#include "tst_views_figures.moc"
