// SPDX-License-Identifier: GPL-3.0-or-later
// What the menu above the timeline copies and saves: pictures with their caption, and buckets.
#include "app/presenters/forecast/forecast_presenter.h"
#include "tests/support/full_disk.h"
#include "tests/support/test_program.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"
#include "ui/forecast/timeline_panel.h"
#include "widgets/charts/forecast_chart.h"

#include <QAction>
#include <QClipboard>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QGuiApplication>
#include <QLabel>
#include <QMessageBox>
#include <QSignalSpy>

namespace tst_ui_timeline_export {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using tests::need;
using tests::ServiceFixture;

class TestTimelineExport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void thePictureIsCopied();
    void thePictureIsSaved_data();
    void thePictureIsSaved();
    void aPictureThatCannotBeWrittenIsTold();
    void aFullDiskIsReportedAndLeavesNothing_data();
    void aFullDiskIsReportedAndLeavesNothing();
    void theBucketsAreSavedAsCsv();

private:
    widgets::ForecastChart* chart() const
    {
        return need<widgets::ForecastChart>(m_panel.get(), u"timelineChart"_s);
    }

    std::unique_ptr<ServiceFixture> m_fixture;
    std::unique_ptr<presenters::ForecastPresenter> m_presenter;
    std::unique_ptr<ui::TimelinePanel> m_panel;
};

void TestTimelineExport::init()
{
    m_fixture = std::make_unique<ServiceFixture>();
    tests::fillShop(*m_fixture);
    m_fixture->set.settings.setZoneId("UTC");
    QVERIFY(m_fixture->connect());
    m_presenter = std::make_unique<presenters::ForecastPresenter>(
        m_fixture->set, tests::kSessions, presenters::RefreshPacing{20ms, 20ms});
    m_panel = std::make_unique<ui::TimelinePanel>(*m_presenter);
    m_panel->resize(1'000, 400);
    m_panel->show();
    QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
    m_presenter->setVisible(true);
    QTRY_VERIFY(m_presenter->state().phase == presenters::Phase::Ready);
}

void TestTimelineExport::cleanup()
{
    m_panel.reset();
    m_presenter.reset();
    m_fixture.reset();
}

void TestTimelineExport::thePictureIsCopied()
{
    QGuiApplication::clipboard()->clear();
    need<QAction>(m_panel.get(), u"copyPictureAction"_s)->trigger();
    const QPixmap copied = QGuiApplication::clipboard()->pixmap();
    // with its title and the line below it
    QVERIFY(copied.height() > chart()->grabPicture().height());
    QCOMPARE(copied.width(), chart()->grabPicture().width());
}

void TestTimelineExport::thePictureIsSaved_data()
{
    QTest::addColumn<QString>("suffix");
    QTest::addColumn<QByteArray>("begin");
    QTest::newRow("png") << u"png"_s << QByteArray("\x89PNG");
    QTest::newRow("pdf") << u"pdf"_s << QByteArray("%PDF");
    QTest::newRow("svg") << u"svg"_s << QByteArray("<?xml");
    QTest::newRow("in capitals") << u"PDF"_s << QByteArray("%PDF");
}

void TestTimelineExport::thePictureIsSaved()
{
    QFETCH(QString, suffix);
    QFETCH(QByteArray, begin);
    need<QAction>(m_panel.get(), u"savePictureAction"_s)->trigger();
    auto* dialog = need<QFileDialog>(m_panel.get(), u"savePictureDialog"_s);
    QVERIFY(dialog->selectedFiles().value(0).endsWith(u".png"_s));
    const QString path = m_fixture->folder.filePath(u"picture."_s + suffix);
    dialog->selectFile(path);
    static_cast<QDialog*>(dialog)->accept();
    QTRY_VERIFY(QFile::exists(path));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().startsWith(begin));
}

void TestTimelineExport::aPictureThatCannotBeWrittenIsTold()
{
    need<QAction>(m_panel.get(), u"savePictureAction"_s)->trigger();
    auto* dialog = need<QFileDialog>(m_panel.get(), u"savePictureDialog"_s);
    // the folder of the file is gone meanwhile
    Q_EMIT dialog->fileSelected(m_fixture->folder.filePath(u"no/such/folder/picture.png"_s));
    QTRY_VERIFY(need<QWidget>(m_panel.get(), u"forecastErrorBanner"_s)->isVisible());
}

void TestTimelineExport::aFullDiskIsReportedAndLeavesNothing_data()
{
    QTest::addColumn<QString>("suffix");
    for (const char* suffix : {"png", "pdf", "svg", "csv"}) {
        QTest::newRow(suffix) << QString::fromLatin1(suffix);
    }
}

void TestTimelineExport::aFullDiskIsReportedAndLeavesNothing()
{
    QFETCH(QString, suffix);
    const bool csv = suffix == u"csv"_s;
    const QString folder = m_fixture->folder.filePath(u"exports"_s);
    QVERIFY(QDir().mkpath(folder));
    const QString path = folder + u"/timeline."_s + suffix;
    const auto save = [&] {
        need<QAction>(m_panel.get(), csv ? u"saveBucketsAction"_s : u"savePictureAction"_s)
            ->trigger();
        Q_EMIT m_panel->findChildren<QFileDialog*>(csv ? u"exportDialog"_s : u"savePictureDialog"_s)
            .last()
            ->fileSelected(path);
    };
    {
        const tests::FullDisk full(100);
        save();
        const auto isReported = [&] {
            return csv ? m_panel->findChild<QMessageBox*>(u"exportFailedBox"_s) != nullptr
                       : need<QWidget>(m_panel.get(), u"forecastErrorBanner"_s)->isVisible();
        };
        // packing a picture takes a while on a busy machine
        QVERIFY(QTest::qWaitFor(isReported, 30'000));
    }
    QStringList said;
    const auto labels = m_panel->findChildren<QLabel*>();
    for (const QLabel* label : labels) {
        said += label->isVisible() ? label->text() : QString();
    }
    const QString words = said.join(u' ');
    QVERIFY2(words.contains(u"could not be written"_s), qPrintable(words)); // what
    QVERIFY2(words.contains(u"larger than files may be there"_s), qPrintable(words)); // why
    QVERIFY2(words.contains(u"Choose another folder"_s), qPrintable(words)); // what to do
    QVERIFY(QDir(folder).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
    // the page goes on, and what was said stays through its next answers
    const QSignalSpy shown(m_presenter.get(), &presenters::ForecastPresenter::stateChanged);
    m_presenter->setHorizon(presenters::Horizon::All);
    QTRY_VERIFY(!shown.isEmpty() && m_presenter->state().phase == presenters::Phase::Ready);
    QVERIFY(csv || need<QWidget>(m_panel.get(), u"forecastErrorBanner"_s)->isVisible());
    save();
    QVERIFY(QTest::qWaitFor([&] { return QFile::exists(path); }, 30'000));
    QVERIFY(csv || !need<QWidget>(m_panel.get(), u"forecastErrorBanner"_s)->isVisible());
}

void TestTimelineExport::theBucketsAreSavedAsCsv()
{
    need<QAction>(m_panel.get(), u"saveBucketsAction"_s)->trigger();
    auto* dialog = need<QFileDialog>(m_panel.get(), u"exportDialog"_s);
    QVERIFY(dialog->isVisible());
    const QString path = m_fixture->folder.filePath(u"buckets.csv"_s);
    QVERIFY(dialog->selectedFiles().value(0).endsWith(u".csv"_s));
    dialog->selectFile(path);
    static_cast<QDialog*>(dialog)->accept();
    QTRY_VERIFY(QFile::exists(path));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    QCOMPARE(text.count('\n'), chart()->rows().size() + 1);
    QVERIFY(text.startsWith("kind,start,end,start_utc,end_utc,zone,reason,documents,margin,"));
    QVERIFY2(text.contains("overdue,,2026-") || text.contains("overdue,,20"), text.constData());
    QVERIFY2(text.contains("Z,UTC,,5,0,"), text.constData());
    QVERIFY2(text.contains("never,,,,,UTC,no field,1,0,"), text.constData());
}

SANDGLASS_GUI_TEST(TestTimelineExport)
} // namespace tst_ui_timeline_export

#include "tst_ui_timeline_export.moc"
