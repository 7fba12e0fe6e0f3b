// SPDX-License-Identifier: GPL-3.0-or-later
// The icons are one family: the same grid, the same pen, the colour of the text.
#include "resources/resources.h"
#include "tests/support/test_program.h"
#include "widgets/style/appearance.h"
#include "widgets/style/colors.h"
#include "widgets/style/icon.h"

#include <QDir>
#include <QFile>
#include <QIcon>
#include <QImage>
#include <QRegularExpression>
#include <QTest>
#include <QXmlStreamReader>

#include <algorithm>

namespace tst_style_icons {

using namespace sandglass::widgets;
using namespace Qt::StringLiterals;

class TestIcons : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyIconIsDrawnOnTheSameGridWithTheSamePen_data() { icons(); }
    void everyIconIsDrawnOnTheSameGridWithTheSamePen();
    void noIconHasAColourOfItsOwn_data() { icons(); }
    void noIconHasAColourOfItsOwn();
    void everyIconIsSeenInBothThemes_data() { icons(); }
    void everyIconIsSeenInBothThemes();
    void noIconTouchesItsEdge_data() { icons(); }
    void noIconTouchesItsEdge();

private:
    void icons() const;

    QStringList m_names;
};

namespace {

/// The attributes of the outermost element.
QXmlStreamAttributes attributesOf(const QString& name)
{
    QFile file(u":/icons/%1.svg"_s.arg(name));
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    QXmlStreamReader reader(&file);
    return reader.readNextStartElement() ? reader.attributes() : QXmlStreamAttributes();
}

/// Alpha of a pixel: 0 where nothing is drawn, 255 in the middle of a line.
int inkAt(const QImage& image, int x, int y)
{
    return qAlpha(image.pixel(x, y));
}

/// The pixel with most ink, over that background.
QColor darkestInk(const QImage& image, const QColor& ground)
{
    QRgb best = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            if (qAlpha(image.pixel(x, y)) > qAlpha(best)) {
                best = image.pixel(x, y);
            }
        }
    }
    const double share = qAlpha(best) / 255.0;
    const auto mixed = [share](int ink, int paper) {
        return static_cast<int>(ink * share + paper * (1 - share));
    };
    return {mixed(qRed(best), ground.red()), mixed(qGreen(best), ground.green()),
            mixed(qBlue(best), ground.blue())};
}

} // namespace

void TestIcons::initTestCase()
{
    sandglass::resources::initResources();
    // the mark of the program and the ticks of check boxes are pictures, not icons
    const QStringList pictures{u"sandglass"_s, u"check-dark"_s, u"check-light"_s};
    const QStringList files = QDir(u":/icons"_s).entryList({u"*.svg"_s});
    for (const QString& file : files) {
        if (const QString name = file.chopped(4); !pictures.contains(name)) {
            m_names << name;
        }
    }
    QVERIFY(m_names.size() > 40);
}

void TestIcons::icons() const
{
    QTest::addColumn<QString>("name");
    for (const QString& name : m_names) {
        QTest::newRow(qPrintable(name)) << name;
    }
}

void TestIcons::everyIconIsDrawnOnTheSameGridWithTheSamePen()
{
    QFETCH(QString, name);
    const QXmlStreamAttributes attributes = attributesOf(name);
    QCOMPARE(attributes.value(u"viewBox"_s), u"0 0 24 24"_s);
    QCOMPARE(attributes.value(u"fill"_s), u"none"_s);
    QCOMPARE(attributes.value(u"stroke-width"_s), u"1.75"_s);
    QCOMPARE(attributes.value(u"stroke-linecap"_s), u"round"_s);
    QCOMPARE(attributes.value(u"stroke-linejoin"_s), u"round"_s);
}

void TestIcons::noIconHasAColourOfItsOwn()
{
    QFETCH(QString, name);
    QCOMPARE(attributesOf(name).value(u"stroke"_s), u"currentColor"_s);
    QFile file(u":/icons/%1.svg"_s.arg(name));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString inner = QString::fromUtf8(file.readAll()).section(u"<svg"_s, 1).section(u'>', 1);
    static const QRegularExpression kOwnPen(u"(stroke|stroke-width|fill|opacity|style)=\""_s);
    const QRegularExpressionMatch own = kOwnPen.match(inner);
    QVERIFY2(!own.hasMatch(), qPrintable(own.captured()));
}

void TestIcons::everyIconIsSeenInBothThemes()
{
    QFETCH(QString, name);
    for (const Theme theme : {Theme::Light, Theme::Dark}) {
        Appearance::instance().apply(theme);
        for (const int side : {16, 32}) {
            const QImage image = icon(name).pixmap(QSize(side, side)).toImage();
            QCOMPARE(image.size(), QSize(side, side));
            for (const ColorRole ground : {ColorRole::Window, ColorRole::Base, ColorRole::Raised}) {
                QVERIFY(contrastRatio(darkestInk(image, color(ground)), color(ground)) >= 4.5);
            }
        }
    }
}

void TestIcons::noIconTouchesItsEdge()
{
    QFETCH(QString, name);
    const QImage image = icon(name).pixmap(QSize(96, 96)).toImage();
    for (int i = 0; i < 96; ++i) {
        for (int rim = 0; rim < 5; ++rim) {
            QVERIFY(std::max({inkAt(image, i, rim), inkAt(image, i, 95 - rim), inkAt(image, rim, i),
                              inkAt(image, 95 - rim, i)})
                    == 0);
        }
    }
}

SANDGLASS_GUI_TEST(TestIcons)
} // namespace tst_style_icons

#include "tst_style_icons.moc"
