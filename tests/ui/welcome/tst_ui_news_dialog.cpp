// SPDX-License-Identifier: GPL-3.0-or-later
// "What is new" on one page.
#include "resources/resources.h"
#include "tests/support/test_program.h"
#include "tests/ui/widget_access.h"
#include "ui/help/help_pages.h"
#include "ui/welcome/news_dialog.h"
#include "widgets/style/appearance.h"

#include <QFile>
#include <QPointer>
#include <QPushButton>
#include <QTextBrowser>

namespace tst_ui_news_dialog {

using namespace sandglass;
using namespace Qt::StringLiterals;
using tests::need;

class TestNewsDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { resources::initResources(); }
    void init();
    void cleanup();
    void thePageExistsInBothLanguages_data();
    void thePageExistsInBothLanguages();
    void itShowsThePageAndBlocksNothing();
    void openingItTwiceShowsOne();
    void escapeAndEnterCloseIt_data();
    void escapeAndEnterCloseIt();
    void itFollowsTheTheme();

private:
    std::unique_ptr<QWidget> m_window;
    QPointer<ui::NewsDialog> m_dialog;
};

void TestNewsDialog::init()
{
    m_window = std::make_unique<QWidget>();
    m_window->show();
    m_dialog = ui::NewsDialog::openOver(m_window.get());
    QVERIFY(QTest::qWaitForWindowActive(m_dialog));
}

void TestNewsDialog::cleanup()
{
    m_window.reset();
    widgets::Appearance::instance().apply(widgets::Theme::System);
}

void TestNewsDialog::thePageExistsInBothLanguages_data()
{
    QTest::addColumn<QString>("language");
    QTest::newRow("English") << u"en"_s;
    QTest::newRow("Chinese") << u"zh_CN"_s;
}

void TestNewsDialog::thePageExistsInBothLanguages()
{
    QFETCH(QString, language);
    const QString file = ui::helpFile(u"whats-new"_s, language);
    QVERIFY(file.contains(language));
    QVERIFY(!ui::helpTitle(file).isEmpty());
    QFile page(file);
    QVERIFY(page.open(QIODevice::ReadOnly));
    // the version that brought the page
    QVERIFY(QString::fromUtf8(page.readAll()).contains(u"1.0.0"_s));
    QVERIFY(ui::helpPages().contains(u"whats-new"_s));
}

void TestNewsDialog::itShowsThePageAndBlocksNothing()
{
    auto* page = need<QTextBrowser>(m_dialog, u"newsTextBrowser"_s);
    QVERIFY(page->toPlainText().contains(u"1.0.0"_s));
    QVERIFY(!page->accessibleName().isEmpty());
    QVERIFY(!m_dialog->isModal());
    QCOMPARE(QApplication::activeModalWidget(), nullptr);
}

void TestNewsDialog::openingItTwiceShowsOne()
{
    QCOMPARE(ui::NewsDialog::openOver(m_window.get()), m_dialog.data());
    QCOMPARE(m_window->findChildren<ui::NewsDialog*>().size(), 1);
}

void TestNewsDialog::escapeAndEnterCloseIt_data()
{
    QTest::addColumn<Qt::Key>("key");
    QTest::newRow("Escape") << Qt::Key_Escape;
    QTest::newRow("Enter") << Qt::Key_Return;
}

void TestNewsDialog::escapeAndEnterCloseIt()
{
    QFETCH(Qt::Key, key);
    QTest::keyClick(m_dialog, key);
    QTRY_VERIFY(m_dialog.isNull());
    m_dialog = ui::NewsDialog::openOver(m_window.get());
    QVERIFY(m_dialog);
}

void TestNewsDialog::itFollowsTheTheme()
{
    auto* page = need<QTextBrowser>(m_dialog, u"newsTextBrowser"_s);
    widgets::Appearance::instance().apply(widgets::Theme::Light);
    const QString light = page->document()->defaultStyleSheet();
    widgets::Appearance::instance().apply(widgets::Theme::Dark);
    QVERIFY(page->document()->defaultStyleSheet() != light);
    QVERIFY(page->toPlainText().contains(u"1.0.0"_s));
}

SANDGLASS_GUI_TEST(TestNewsDialog)
} // namespace tst_ui_news_dialog

#include "tst_ui_news_dialog.moc"
