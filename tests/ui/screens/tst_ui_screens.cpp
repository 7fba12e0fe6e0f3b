// SPDX-License-Identifier: GPL-3.0-or-later
// Takes a picture of every screen in both themes, writes it below the folder given by --pictures
// for people to look at, and checks what a machine can tell of a picture. --language takes a code,
// --size a screen, such as 1920x1080, --theme light or dark, for one of them.
#include "app/presenters/settings/preferences_presenter.h"
#include "resources/languages.h"
#include "tests/ui/screens/looks.h"
#include "tests/ui/screens/screens.h"
#include "tests/ui/window_fixture.h"

#include <QApplication>
#include <QDir>
#include <QPixmap>
#include <QPushButton>
#include <QTest>

#include <vector>

using namespace sandglass;
using namespace Qt::StringLiterals;

class TestScreens : public QObject
{
    Q_OBJECT

public:
    /// `theme`: "light" or "dark"; empty: both.
    TestScreens(const QString& folder, const QString& theme)
        : m_folder(folder)
        , m_theme(theme)
    {
    }

private Q_SLOTS:
    void initTestCase();
    void everyPictureIsWritten_data() { looks(); }
    void everyPictureIsWritten();
    void noPictureIsBlank_data() { looks(); }
    void noPictureIsBlank();
    void everyScreenFitsTheSmallestSize_data() { looks(); }
    void everyScreenFitsTheSmallestSize();
    void noTextIsCutOff_data() { looks(); }
    void noTextIsCutOff();
    void noControlIsBeyondTheWindow_data() { looks(); }
    void noControlIsBeyondTheWindow();
    void theIndexCaptionIsWhole_data() { looks(); }
    void theIndexCaptionIsWhole();
    void nothingScrollsSideways_data() { looks(); }
    void nothingScrollsSideways();
    void noTextIsFaint_data() { looks(); }
    void noTextIsFaint();
    void noAreaIsLeftInTheOtherTheme_data() { looks(); }
    void noAreaIsLeftInTheOtherTheme();
    void aControlBeyondTheWindowIsFound();

private:
    static constexpr int kManyColors = 16;
    /// Of a PNG: written three times as fast as with the usual one.
    static constexpr int kQuickQuality = 80;

    /// What was seen of one screen in one theme.
    struct Look
    {
        QByteArray name;
        QString file;
        bool came = false;
        int colors = 0; ///< counted up to kManyColors
        double otherTheme = 0; ///< share of the picture that is as light, or as dark, as the other
        QSize size; ///< in pixels that do not depend on the device
        QStringList cutOff;
        QStringList beyond;
        QStringList shortened;
        QStringList sideways;
        QStringList faint;
        bool written = false;
    };

    Look take(const tests::Screen& screen, bool dark) const;
    void looks() const;
    const Look& look() const;

    const QString m_folder;
    const QString m_theme;
    std::vector<Look> m_looks;
};

void TestScreens::initTestCase()
{
    for (const bool dark : {false, true}) {
        if (!m_theme.isEmpty() && m_theme != (dark ? u"dark"_s : u"light"_s)) {
            continue;
        }
        QVERIFY(QDir(m_folder).mkpath(dark ? u"dark"_s : u"light"_s));
        for (const tests::Screen& screen : tests::allScreens()) {
            m_looks.push_back(take(screen, dark));
        }
    }
    QVERIFY2(!m_looks.empty(), qPrintable(m_theme));
}

TestScreens::Look TestScreens::take(const tests::Screen& screen, bool dark) const
{
    Look look;
    look.name = QByteArray(screen.name) + (dark ? ", dark" : ", light");
    look.file = m_folder + (dark ? u"/dark/"_s : u"/light/"_s)
        + QString::fromLatin1(screen.name).remove(u',').replace(u' ', u'-') + u".png"_s;
    const tests::ShownScreen shown(screen,
                                   dark ? presenters::Theme::Dark : presenters::Theme::Light);
    if (!shown.widget()) {
        return look;
    }
    look.cutOff = tests::cutOffTexts(shown.widget());
    look.beyond = tests::controlsBeyondWindow(shown.widget());
    look.shortened = tests::shortenedLabels(shown.widget()).filter(u"indexesCaptionLabel"_s);
    look.sideways = tests::sidewaysScrolling(shown.widget());
    look.faint = tests::faintTexts(shown.widget());
    look.size = shown.widget()->size();
    const QPixmap picture = shown.widget()->grab();
    look.written = picture.save(look.file, nullptr, kQuickQuality);
    const QImage image = picture.toImage();
    look.came = true;
    look.colors = tests::colorsIn(image, kManyColors);
    look.otherTheme
        = dark ? tests::shareOfLightness(image, 0.8, 1) : tests::shareOfLightness(image, 0, 0.3);
    return look;
}

void TestScreens::looks() const
{
    QTest::addColumn<int>("look");
    for (std::size_t i = 0; i < m_looks.size(); ++i) {
        QTest::newRow(m_looks[i].name.constData()) << static_cast<int>(i);
    }
}

const TestScreens::Look& TestScreens::look() const
{
    return m_looks.at(
        static_cast<std::size_t>(*static_cast<int*>(QTest::qData("look", QMetaType::Int))));
}

void TestScreens::everyPictureIsWritten()
{
    QVERIFY2(look().came, "the screen did not come");
    QVERIFY2(look().written, qPrintable(look().file));
}

void TestScreens::noPictureIsBlank()
{
    QVERIFY(look().colors >= kManyColors);
}

void TestScreens::everyScreenFitsTheSmallestSize()
{
    const QSize size = look().size;
    const QSize screen = tests::smallestWindow();
    QVERIFY2(size.width() <= screen.width() && size.height() <= screen.height(),
             qPrintable(u"%1 x %2"_s.arg(size.width()).arg(size.height())));
}

void TestScreens::noTextIsCutOff()
{
    QVERIFY2(look().cutOff.isEmpty(), qPrintable(u'\n' + look().cutOff.join(u'\n')));
}

void TestScreens::noControlIsBeyondTheWindow()
{
    QVERIFY2(look().beyond.isEmpty(), qPrintable(u'\n' + look().beyond.join(u'\n')));
}

void TestScreens::theIndexCaptionIsWhole()
{
    QVERIFY2(look().shortened.isEmpty(), qPrintable(u'\n' + look().shortened.join(u'\n')));
}

// Source: ui/DESIGN.md, The main window.
void TestScreens::nothingScrollsSideways()
{
    QVERIFY2(look().sideways.isEmpty(), qPrintable(u'\n' + look().sideways.join(u'\n')));
}

void TestScreens::noTextIsFaint()
{
    QVERIFY2(look().faint.isEmpty(), qPrintable(u'\n' + look().faint.join(u'\n')));
}

void TestScreens::noAreaIsLeftInTheOtherTheme()
{
    QVERIFY2(look().otherTheme < 0.15, qPrintable(u"%1 %"_s.arg(look().otherTheme * 100)));
}

void TestScreens::aControlBeyondTheWindowIsFound()
{
    QWidget window;
    window.resize(200, 100);
    auto* button = new QPushButton(u"Close"_s, &window);
    button->setGeometry(10, 10, 80, 24);
    window.show();
    QVERIFY(tests::controlsBeyondWindow(&window).isEmpty());
    button->move(150, 10);
    QCOMPARE(tests::controlsBeyondWindow(&window).size(), 1);
}

namespace {

/// The word after an option of ours, taken out of the arguments.
QString takeOption(QStringList& arguments, const QString& option, const QString& otherwise)
{
    const qsizetype at = arguments.indexOf(option);
    if (at < 0 || at + 1 >= arguments.size()) {
        return otherwise;
    }
    const QString value = arguments.at(at + 1);
    arguments.remove(at, 2);
    return value;
}

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    QStringList arguments = QApplication::arguments();
    const QString folder = takeOption(arguments, u"--pictures"_s, u"screens"_s);
    const QStringList size = takeOption(arguments, u"--size"_s, {}).split(u'x');
    if (size.size() == 2) {
        tests::screenOfTest = QSize(size[0].toInt(), size[1].toInt());
    }
    resources::initResources();
    resources::installLanguage(takeOption(arguments, u"--language"_s, u"en"_s));
    TestScreens test(folder, takeOption(arguments, u"--theme"_s, {}));
    return QTest::qExec(&test, arguments);
}

#include "tst_ui_screens.moc"
