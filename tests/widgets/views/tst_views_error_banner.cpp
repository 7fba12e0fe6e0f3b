// SPDX-License-Identifier: GPL-3.0-or-later
#include "resources/resources.h"
#include "tests/support/test_program.h"
#include "widgets/style/appearance.h"
#include "widgets/views/error_banner.h"

#include <QClipboard>
#include <QDialog>
#include <QGuiApplication>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>

namespace tst_views_error_banner {

using namespace sandglass::widgets;
using namespace Qt::StringLiterals;

class TestErrorBanner : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { sandglass::resources::initResources(); }
    void init();
    void cleanup() { m_window.reset(); }
    void onlyWhatIsGivenTakesRoom();
    void theNextErrorReplacesEveryPart();
    void openDetailsStayOpenForTheNextError();
    void detailsKeepTheirLines();
    void hostileTextIsShownAsItIs();
    void theActionIsNamedWithoutItsAccessKey();
    void theActionIsTriggeredByMouseAndKeyboard();
    void noButtonIsFilledInADialogWithoutOneOfItsOwn();
    void closingHidesAndEmitsOnce();
    void clearingEmitsNothing();
    void theCopyHoldsEverythingThatWasSaid();
    void tabGoesThroughTheButtons();
    void theIconFollowsToneAndTheme();
    void aLongSentenceIsWrapped();

private:
    template <typename Part>
    Part* part(const char* name) const
    {
        return m_banner->findChild<Part*>(QString::fromLatin1(name));
    }
    QImage icon() const { return part<QLabel>("toneLabel")->pixmap().toImage(); }

    std::unique_ptr<QWidget> m_window;
    ErrorBanner* m_banner = nullptr; // of the window
};

void TestErrorBanner::init()
{
    Appearance::instance().apply(Theme::Light);
    m_window = std::make_unique<QWidget>();
    m_banner = new ErrorBanner(m_window.get());
    (new QVBoxLayout(m_window.get()))->addWidget(m_banner);
    m_window->resize(700, 300);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

void TestErrorBanner::onlyWhatIsGivenTakesRoom()
{
    m_banner->showError({u"It failed."_s, {}, {}, {}, {}, Tone::Error});
    QVERIFY(part<QLabel>("whatLabel")->isVisible());
    for (const char* name : {"whyLabel", "adviceLabel", "detailsButton", "actionButton"}) {
        QVERIFY2(!part<QWidget>(name)->isVisible(), name);
    }
    QVERIFY(part<QWidget>("closeButton")->isVisible());
}

void TestErrorBanner::theNextErrorReplacesEveryPart()
{
    m_banner->showError({u"A"_s, u"B"_s, u"C"_s, u"D"_s, u"&E"_s, Tone::Error});
    m_banner->showError({u"Other"_s, {}, {}, {}, {}, Tone::Warning});
    QCOMPARE(part<QLabel>("whatLabel")->text(), u"Other"_s);
    for (const char* name : {"whyLabel", "adviceLabel", "detailsButton", "actionButton"}) {
        QVERIFY2(!part<QWidget>(name)->isVisible(), name);
    }
    QCOMPARE(m_banner->accessibleName(), u"Other"_s);
    QCOMPARE(m_banner->accessibleDescription(), QString());
}

void TestErrorBanner::openDetailsStayOpenForTheNextError()
{
    m_banner->showError({u"A"_s, {}, {}, u"first"_s, {}, Tone::Error});
    part<QToolButton>("detailsButton")->click();
    m_banner->showError({u"B"_s, {}, {}, u"second"_s, {}, Tone::Error});
    QVERIFY(part<QWidget>("detailsEdit")->isVisible());
    QCOMPARE(part<QPlainTextEdit>("detailsEdit")->toPlainText(), u"second"_s);
    m_banner->showError({u"C"_s, {}, {}, {}, {}, Tone::Error});
    QVERIFY(!part<QWidget>("detailsEdit")->isVisible());
    m_banner->clear();
    m_banner->showError({u"D"_s, {}, {}, u"third"_s, {}, Tone::Error});
    QVERIFY(!part<QWidget>("detailsEdit")->isVisible()); // another occasion
}

void TestErrorBanner::detailsKeepTheirLines()
{
    m_banner->showError({u"A"_s, {}, {}, u"Unauthorized (13)\nnot for you"_s, {}, Tone::Error});
    QCOMPARE(part<QPlainTextEdit>("detailsEdit")->toPlainText().split(u'\n').size(), 2);
    QVERIFY(part<QPlainTextEdit>("detailsEdit")->isReadOnly());
}

void TestErrorBanner::hostileTextIsShownAsItIs()
{
    const QString hostile = u"<b>x</b>\u202E%1"_s;
    const QString shown = u"<b>x</b>\u2039U+202E\u203A%1"_s;
    m_banner->showError({hostile, hostile, hostile, hostile, {}, Tone::Error});
    for (const char* name : {"whatLabel", "whyLabel", "adviceLabel"}) {
        QCOMPARE(part<QLabel>(name)->text(), shown);
        QCOMPARE(part<QLabel>(name)->textFormat(), Qt::PlainText);
    }
    QCOMPARE(part<QPlainTextEdit>("detailsEdit")->toPlainText(), shown);
}

void TestErrorBanner::theActionIsNamedWithoutItsAccessKey()
{
    m_banner->showError({u"A"_s, {}, {}, {}, u"&Try now"_s, Tone::Error});
    QCOMPARE(part<QPushButton>("actionButton")->accessibleName(), u"Try now"_s);
    QCOMPARE(part<QPushButton>("actionButton")->text(), u"&Try now"_s);
}

void TestErrorBanner::theActionIsTriggeredByMouseAndKeyboard()
{
    m_banner->showError({u"A"_s, {}, {}, {}, u"&Try now"_s, Tone::Error});
    const QSignalSpy used(m_banner, &ErrorBanner::actionTriggered);
    auto* button = part<QPushButton>("actionButton");
    QTest::mouseClick(button, Qt::LeftButton);
    button->setFocus();
    QTest::keyClick(button, Qt::Key_Space);
    QCOMPARE(used.count(), 2);
    QVERIFY(m_banner->isVisible()); // the page that acts on it removes it
}

// "Read again" stood out as what the dialog is for.
void TestErrorBanner::noButtonIsFilledInADialogWithoutOneOfItsOwn()
{
    QDialog dialog;
    auto* banner = new ErrorBanner(&dialog);
    (new QVBoxLayout(&dialog))->addWidget(banner);
    banner->showError({u"A"_s, {}, {}, u"details"_s, u"&Read again"_s, Tone::Error});
    dialog.resize(700, 300);
    dialog.show();
    QVERIFY(QTest::qWaitForWindowActive(&dialog));
    banner->findChild<QToolButton*>(u"detailsButton"_s)->click();
    for (const QString& name : {u"actionButton"_s, u"copyButton"_s}) {
        auto* button = banner->findChild<QPushButton*>(name);
        button->setFocus();
        QVERIFY(button->isDefault()); // Enter presses it
        const QImage picture = button->grab().toImage();
        // beside the text and inside the border
        const QColor fill = picture.pixelColor(4, picture.height() / 2);
        QVERIFY2(fill.lightnessF() > 0.9, qPrintable(fill.name()));
    }
}

void TestErrorBanner::closingHidesAndEmitsOnce()
{
    m_banner->showError({u"A"_s, {}, {}, {}, {}, Tone::Error});
    const QSignalSpy dismissed(m_banner, &ErrorBanner::dismissed);
    QTest::mouseClick(part<QToolButton>("closeButton"), Qt::LeftButton);
    QVERIFY(!m_banner->isVisible());
    QCOMPARE(dismissed.count(), 1);
}

void TestErrorBanner::clearingEmitsNothing()
{
    m_banner->showError({u"A"_s, {}, {}, {}, {}, Tone::Error});
    const QSignalSpy dismissed(m_banner, &ErrorBanner::dismissed);
    m_banner->clear();
    m_banner->clear();
    QCOMPARE(dismissed.count(), 0);
    QVERIFY(!m_banner->isVisible());
}

void TestErrorBanner::theCopyHoldsEverythingThatWasSaid()
{
    m_banner->showError(
        {u"It failed."_s, u"Not allowed."_s, u"Ask."_s, u"one\ntwo"_s, {}, Tone::Error});
    part<QToolButton>("detailsButton")->click();
    part<QPushButton>("copyButton")->click();
    const QString copied = QGuiApplication::clipboard()->text();
    for (const QString& text : {u"It failed."_s, u"Not allowed."_s, u"one\ntwo"_s}) {
        QVERIFY2(copied.contains(text), qPrintable(copied));
    }
}

void TestErrorBanner::tabGoesThroughTheButtons()
{
    m_banner->showError({u"A"_s, {}, {}, u"details"_s, u"&Try"_s, Tone::Error});
    part<QToolButton>("detailsButton")->click();
    QStringList visited;
    part<QToolButton>("detailsButton")->setFocus();
    for (int i = 0; i < 5; ++i) {
        visited << QApplication::focusWidget()->objectName();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    }
    visited.sort();
    QCOMPARE(visited,
             (QStringList{u"actionButton"_s, u"closeButton"_s, u"copyButton"_s, u"detailsButton"_s,
                          u"detailsEdit"_s}));
}

void TestErrorBanner::theIconFollowsToneAndTheme()
{
    m_banner->showError({u"A"_s, {}, {}, {}, {}, Tone::Error});
    const QImage error = icon();
    m_banner->showError({u"A"_s, {}, {}, {}, {}, Tone::Warning});
    QVERIFY(icon() != error);
    const QImage light = icon();
    Appearance::instance().apply(Theme::Dark);
    QTRY_VERIFY(icon() != light);
    Appearance::instance().apply(Theme::Light);
    QTRY_COMPARE(icon(), light);
}

void TestErrorBanner::aLongSentenceIsWrapped()
{
    m_banner->showError({u"some words "_s.repeated(100), {}, {}, {}, u"&Try"_s, Tone::Error});
    QVERIFY(m_banner->minimumSizeHint().width() < 500);
    auto* sentence = part<QLabel>("whatLabel");
    QTRY_VERIFY(sentence->height() >= sentence->heightForWidth(sentence->width()));
}

SANDGLASS_GUI_TEST(TestErrorBanner)
} // namespace tst_views_error_banner

#include "tst_views_error_banner.moc"
