// SPDX-License-Identifier: GPL-3.0-or-later
// The window on a desktop of high contrast: it has that desktop's colours, and each text is read.
#include "tests/support/test_program.h"
#include "tests/ui/screens/looks.h"
#include "tests/ui/screens/screens.h"
#include "widgets/style/appearance.h"
#include "widgets/style/colors.h"
#include "widgets/style/high_contrast.h"

#include <QApplication>
#include <QDir>
#include <QPalette>
#include <QPixmap>
#include <QTest>

#include <algorithm>

namespace tst_ui_high_contrast {

using namespace sandglass;
using namespace Qt::StringLiterals;

class TestHighContrast : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_before = QApplication::palette(); }
    void cleanup()
    {
        QApplication::setPalette(m_before);
        widgets::Appearance::instance().apply(widgets::Theme::System);
    }
    void theWindowHasTheColoursOfTheDesktop_data();
    void theWindowHasTheColoursOfTheDesktop();

private:
    QPalette m_before;
};

namespace {

const tests::Screen* screenNamed(const QByteArray& name)
{
    const auto found = std::ranges::find_if(
        tests::allScreens(), [&name](const tests::Screen& each) { return name == each.name; });
    return found == tests::allScreens().end() ? nullptr : &*found;
}

QPalette desktopOf(const QColor& text, const QColor& ground, const QColor& selection)
{
    QPalette palette(ground, ground);
    palette.setColor(QPalette::Base, ground);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        palette.setColor(role, text);
    }
    palette.setColor(QPalette::Highlight, selection);
    palette.setColor(QPalette::HighlightedText, ground);
    return palette;
}

/// The share of pixels in the colour of the desktop's ground, and in those of the ordinary themes'
/// grounds, as far as no text has them.
struct Grounds
{
    double own = 0;
    double ordinary = 0;
};

Grounds groundsIn(const QImage& image, const QPalette& desktop)
{
    const QColor ground = desktop.color(QPalette::Window);
    QVector<QRgb> ordinary;
    for (const bool dark : {false, true}) {
        for (const auto role :
             {widgets::ColorRole::Window, widgets::ColorRole::Base, widgets::ColorRole::Raised}) {
            if (const QColor each = widgets::color(role, dark);
                each != ground && each != desktop.color(QPalette::WindowText)) {
                ordinary += each.rgb();
            }
        }
    }
    Grounds grounds;
    const double one = 1.0 / (static_cast<double>(image.width()) * image.height());
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const QRgb pixel = image.pixel(x, y);
            grounds.own += pixel == ground.rgb() ? one : 0;
            grounds.ordinary += ordinary.contains(pixel) ? one : 0;
        }
    }
    return grounds;
}

} // namespace

void TestHighContrast::theWindowHasTheColoursOfTheDesktop_data()
{
    QTest::addColumn<QByteArray>("screen");
    QTest::addColumn<QPalette>("desktop");
    const QPalette black = desktopOf(Qt::white, Qt::black, QColor(0x1a, 0xeb, 0xff));
    const QPalette white = desktopOf(Qt::black, Qt::white, QColor(0x37, 0, 0x6e));
    const QPalette yellow = desktopOf(QColor(0xff, 0xff, 0), Qt::black, QColor(0xff, 0xff, 0));
    for (const char* each : {"inventory", "collection with indexes", "collection, stale",
                             "inventory, failed", "create", "doctor of a collection", "documents",
                             "what if", "preferences", "connect, tested", "staged purge",
                             "message after a change", "not connected", "several servers"}) {
        const QByteArray name(each);
        QTest::addRow("%s, white on black", each) << name << black;
        QTest::addRow("%s, black on white", each) << name << white;
        if (name == "inventory" || name == "collection with indexes" || name == "create") {
            QTest::addRow("%s, yellow on black", each) << name << yellow;
        }
    }
}

void TestHighContrast::theWindowHasTheColoursOfTheDesktop()
{
    QFETCH(QByteArray, screen);
    QFETCH(QPalette, desktop);
    QApplication::setPalette(desktop);
    widgets::Appearance::instance().apply(widgets::Theme::System);
    QVERIFY(widgets::Appearance::instance().isHighContrast());
    const tests::Screen* wanted = screenNamed(screen);
    QVERIFY2(wanted, "there is no such screen");
    const tests::ShownScreen shown(*wanted);
    QVERIFY2(shown.widget(), "the screen did not come");
    const QPixmap picture = shown.widget()->grab();
    const QString folder = QStringLiteral(SANDGLASS_PICTURES) + u"/high-contrast"_s;
    QVERIFY(QDir().mkpath(folder));
    QVERIFY(
        picture.save(folder + u'/'
                     + QString::fromLatin1(QTest::currentDataTag()).remove(u',').replace(u' ', u'-')
                     + u".png"_s));
    const QStringList faint = tests::faintTexts(shown.widget(), widgets::kHighContrast);
    QVERIFY2(faint.isEmpty(), qPrintable(u'\n' + faint.join(u'\n')));
    const QStringList cut = tests::cutOffTexts(shown.widget());
    QVERIFY2(cut.isEmpty(), qPrintable(u'\n' + cut.join(u'\n')));
    const Grounds grounds = groundsIn(picture.toImage(), desktop);
    QVERIFY2(grounds.own > 0.5, qPrintable(QString::number(grounds.own)));
    QVERIFY2(grounds.ordinary < 0.01, qPrintable(QString::number(grounds.ordinary)));
}

SANDGLASS_GUI_TEST(TestHighContrast)
} // namespace tst_ui_high_contrast

#include "tst_ui_high_contrast.moc"
