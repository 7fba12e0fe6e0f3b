// SPDX-License-Identifier: GPL-3.0-or-later
// The small widgets that tell something: banner, overlay, empty state, figures, shortened label.
#include "tests/support/test_program.h"
#include "widgets/views/busy_overlay.h"
#include "widgets/views/elided_label.h"
#include "widgets/views/empty_state.h"
#include "widgets/views/error_banner.h"
#include "widgets/views/figures_strip.h"
#include "widgets/views/notice_banner.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

namespace tst_views_notices {

using namespace sandglass::widgets;

namespace {

template <typename Widget>
Widget* child(const QWidget& parent, const char* name)
{
    return parent.findChild<Widget*>(QString::fromLatin1(name));
}

} // namespace

class TestNotices : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aBannerFoldsItsDetailsAway();
    void aBannerCopiesItsDetails();
    void anOverlayIsNotSeenForShortWork();
    void anOverlayOffersCancelWhereAsked();
    void anEmptyStateOffersItsAction();
    void aFigureIsOneSentenceForScreenReaders();
    void tilesAreKeptWhenFiguresChange();
    void aShortenedLabelShowsItsWholeText();
    void aNoticeShowsItsTextAndNamesItsButtons();
};

void TestNotices::aBannerFoldsItsDetailsAway()
{
    ErrorBanner banner;
    QVERIFY(banner.isHidden());
    banner.showError(
        {QStringLiteral("It failed."), {}, {}, QStringLiteral("Unauthorized"), {}, Tone::Error});
    QVERIFY(!banner.isHidden());
    auto* details = child<QWidget>(banner, "detailsEdit");
    QVERIFY(!details->isVisible());
    child<QToolButton>(banner, "detailsButton")->click();
    QVERIFY(details->isVisible());
    banner.clear();
    QVERIFY(banner.isHidden());
}

void TestNotices::aBannerCopiesItsDetails()
{
    ErrorBanner banner;
    banner.showError({QStringLiteral("It failed."),
                      QStringLiteral("Not allowed."),
                      {},
                      QStringLiteral("Unauthorized (13)"),
                      {},
                      Tone::Error});
    child<QPushButton>(banner, "copyButton")->click();
    QCOMPARE(QGuiApplication::clipboard()->text(),
             QStringLiteral("It failed.\nNot allowed.\nUnauthorized (13)"));
}

void TestNotices::anOverlayIsNotSeenForShortWork()
{
    QWidget page;
    BusyOverlay overlay(&page);
    page.show();
    overlay.start(QStringLiteral("Counting"));
    QVERIFY(overlay.isBusy());
    QVERIFY(!overlay.isVisible());
    overlay.stop();
    overlay.start(QStringLiteral("Counting"));
    QTRY_VERIFY(overlay.isVisible());
    QCOMPARE(overlay.geometry(), page.rect());
    overlay.stop();
    QVERIFY(!overlay.isVisible());
}

void TestNotices::anOverlayOffersCancelWhereAsked()
{
    QWidget page;
    BusyOverlay overlay(&page);
    page.show();
    overlay.setCancellable(true);
    overlay.start(QStringLiteral("Counting"));
    QTRY_VERIFY(overlay.isVisible());
    const QSignalSpy cancelled(&overlay, &BusyOverlay::cancelRequested);
    QTest::mouseClick(child<QPushButton>(overlay, "cancelButton"), Qt::LeftButton);
    QCOMPARE(cancelled.size(), 1);
}

void TestNotices::anEmptyStateOffersItsAction()
{
    EmptyState state;
    state.setTitle(QStringLiteral("Nothing here"));
    auto* button = child<QPushButton>(state, "actionButton");
    QVERIFY(button->isHidden());
    state.setActionText(QStringLiteral("&Load"));
    QVERIFY(!button->isHidden());
    QCOMPARE(button->accessibleName(), QStringLiteral("Load"));
    const QSignalSpy used(&state, &EmptyState::actionTriggered);
    button->click();
    QCOMPARE(used.size(), 1);
}

void TestNotices::aFigureIsOneSentenceForScreenReaders()
{
    FigureTile tile;
    tile.setFigure({QStringLiteral("Overdue now"), QStringLiteral("12"),
                    QStringLiteral("oldest 3 h"), QStringLiteral("<i>counted</i>"), Tone::Warning,
                    false});
    QCOMPARE(tile.accessibleName(), QStringLiteral("Overdue now: 12, oldest 3 h"));
    QVERIFY(tile.toolTip().contains(QStringLiteral("&lt;i&gt;")));
}

void TestNotices::tilesAreKeptWhenFiguresChange()
{
    FiguresStrip strip;
    strip.setFigures({{QStringLiteral("A"), QStringLiteral("1"), {}, {}, Tone::Normal, false},
                      {QStringLiteral("B"), QStringLiteral("2"), {}, {}, Tone::Normal, false}});
    FigureTile* first = strip.tile(0);
    QCOMPARE(first->objectName(), QStringLiteral("figureTile0"));
    strip.setFigures({{QStringLiteral("A"), QString(), {}, {}, Tone::Normal, false}});
    QCOMPARE(strip.count(), 1);
    QCOMPARE(strip.tile(0), first);
    QCOMPARE(first->figure().value, QStringLiteral("\u2013"));
}

void TestNotices::aShortenedLabelShowsItsWholeText()
{
    ElidedLabel label;
    label.setText(QStringLiteral("a_very_long_collection_name_<b>"));
    label.resize(40, 20);
    label.show();
    QTRY_VERIFY(label.isElided());
    QVERIFY(label.toolTip().contains(QStringLiteral("&lt;b&gt;")));
    QCOMPARE(label.accessibleName(), label.text());
    label.resize(label.sizeHint());
    QTRY_VERIFY(!label.isElided());
    QVERIFY(label.toolTip().isEmpty());
}

void TestNotices::aNoticeShowsItsTextAndNamesItsButtons()
{
    NoticeBanner banner(QStringLiteral("banner"), QStringLiteral("label"),
                        {QStringLiteral("warning"), ColorRole::WarningText});
    const QPushButton* button
        = banner.addButton(QStringLiteral("Go &on…"), QStringLiteral("goOnButton"));
    // hostile: a name from a server that turns the line round
    banner.setText(QStringLiteral("a") + QChar(0x202E) + QStringLiteral("<b>"));
    QCOMPARE(banner.objectName(), QStringLiteral("banner"));
    const auto* label = child<QLabel>(banner, "label");
    QVERIFY(!label->text().contains(QChar(0x202E)));
    QCOMPARE(label->textFormat(), Qt::PlainText);
    QCOMPARE(button->accessibleName(), QStringLiteral("Go on"));
    banner.resize(400, 60);
    const QColor stripe = banner.grab().toImage().pixelColor(1, 20);
    QCOMPARE(stripe, color(ColorRole::WarningText));
}

SANDGLASS_GUI_TEST(TestNotices)
} // namespace tst_views_notices

#include "tst_views_notices.moc"
