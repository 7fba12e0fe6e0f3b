// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline in a dialog is copied and saved like that of a page, and says what it shows.
#include "tests/support/test_program.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"
#include "tests/ui/window_fixture.h"
#include "ui/indexes/effect_view.h"
#include "widgets/charts/forecast_chart.h"
#include "widgets/views/error_banner.h"

#include <QAction>
#include <QClipboard>
#include <QDialog>
#include <QFile>
#include <QFileDialog>
#include <QGuiApplication>
#include <QTableView>
#include <QToolButton>

namespace tst_ui_dialog_pictures {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using tests::need;

class TestDialogPictures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_fixture.reset(); }
    void thePreviewIsCopiedWithItsCaption();
    void theSavedPreviewNamesServerRangeAndZone();
    void aFileThatCannotBeWrittenIsTold();
    void withoutATimelineNothingIsOffered();

private:
    /// Opens the dialog that changes the index of the sessions, and waits for its timeline.
    QDialog* openChange() const;

    std::unique_ptr<tests::WindowFixture> m_fixture;
};

void TestDialogPictures::init()
{
    m_fixture = std::make_unique<tests::WindowFixture>();
    tests::fillShop(*m_fixture);
    QVERIFY(m_fixture->open());
}

QDialog* TestDialogPictures::openChange() const
{
    ui::MainWindow* window = m_fixture->window.get();
    if (!m_fixture->openPage(u"shop.sessions"_s)) {
        return nullptr;
    }
    auto* table = need<QTableView>(window, u"indexesTableView"_s);
    const bool opened = QTest::qWaitFor([table] { return table->model()->rowCount() == 2; })
        && tests::clickRow(table, tests::rowNamed(table, u"lastSeen_1"_s))
        && m_fixture->trigger(u"changeExpiryAction"_s);
    auto* dialog = opened ? need<QDialog>(window, u"changeIndexDialog"_s) : nullptr;
    auto* chart = dialog ? need<QWidget>(dialog, u"effectChart"_s) : nullptr;
    return chart && QTest::qWaitFor([chart] { return chart->isVisible(); }) ? dialog : nullptr;
}

void TestDialogPictures::thePreviewIsCopiedWithItsCaption()
{
    const QDialog* dialog = openChange();
    QVERIFY(dialog);
    QTRY_VERIFY(need<QToolButton>(dialog, u"effectExportButton"_s)->isVisible());
    QGuiApplication::clipboard()->clear();
    need<QAction>(dialog, u"copyPictureAction"_s)->trigger();
    const QPixmap copied = QGuiApplication::clipboard()->pixmap();
    const auto* chart = need<widgets::ForecastChart>(dialog, u"effectChart"_s);
    QVERIFY(copied.height() > chart->grabPicture().height());
}

void TestDialogPictures::theSavedPreviewNamesServerRangeAndZone()
{
    const QDialog* dialog = openChange();
    QVERIFY(dialog);
    need<QAction>(dialog, u"savePictureAction"_s)->trigger();
    auto* files = need<QFileDialog>(dialog, u"savePictureDialog"_s);
    const QString proposed = files->selectedFiles().value(0);
    QVERIFY2(proposed.contains(u"shop.sessions"_s) && proposed.endsWith(u".png"_s),
             qPrintable(proposed));
    const QString path = m_fixture->folder.filePath(u"preview.svg"_s);
    files->selectFile(path);
    static_cast<QDialog*>(files)->accept();
    QTRY_VERIFY(QFile::exists(path));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString text = QString::fromUtf8(file.readAll());
    for (const QString& wanted : {u"Expirations of shop.sessions after the change"_s,
                                  m_fixture->workspace.serverName(), u"time zone"_s}) {
        QVERIFY2(text.contains(wanted), qPrintable(wanted));
    }
}

void TestDialogPictures::aFileThatCannotBeWrittenIsTold()
{
    const QDialog* dialog = openChange();
    QVERIFY(dialog);
    need<QAction>(dialog, u"savePictureAction"_s)->trigger();
    Q_EMIT need<QFileDialog>(dialog, u"savePictureDialog"_s)
        ->fileSelected(m_fixture->folder.filePath(u"no/such/folder/a.png"_s));
    QTRY_VERIFY(need<widgets::ErrorBanner>(dialog, u"effectErrorBanner"_s)->isVisible());
}

void TestDialogPictures::withoutATimelineNothingIsOffered()
{
    ui::EffectView view;
    view.show();
    const auto* button = need<QToolButton>(&view, u"effectExportButton"_s);
    presenters::PreviewState preview;
    preview.edges = {base::Time(1h), base::Time(2h)};
    view.setPreview(preview);
    QVERIFY(!button->isVisible()); // nobody knows what to write above it
    view.setCaption([](const presenters::PreviewState&) { return presenters::PictureCaption(); });
    QVERIFY(button->isVisible());
    view.setPreview({});
    QVERIFY(!button->isVisible());
}

SANDGLASS_GUI_TEST(TestDialogPictures)
} // namespace tst_ui_dialog_pictures

#include "tst_ui_dialog_pictures.moc"
