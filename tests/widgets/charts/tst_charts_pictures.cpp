// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the widgets with made-up numbers and writes them below the folder given by --pictures, for
// people to look at. What a program can tell of a picture (that something is drawn, and in which
// colours) is checked.
#include "resources/resources.h"
#include "widgets/charts/forecast_chart.h"
#include "widgets/inputs/duration_edit.h"
#include "widgets/inputs/field_path_edit.h"
#include "widgets/inputs/verdict_label.h"
#include "widgets/style/appearance.h"
#include "widgets/style/icon.h"
#include "widgets/style/metrics.h"
#include "widgets/views/busy_overlay.h"
#include "widgets/views/empty_state.h"
#include "widgets/views/error_banner.h"
#include "widgets/views/figures_strip.h"
#include "widgets/views/table_view.h"

#include <QApplication>
#include <QDir>
#include <QFormLayout>
#include <QGridLayout>
#include <QLabel>
#include <QStandardItemModel>
#include <QTest>

#include <cmath>

using namespace sandglass::widgets;

namespace {

constexpr qint64 kNowMs = 1'763'814'871'000; // 2025-11-22 12:34:31 UTC
constexpr qint64 kMinuteMs = 60'000;
constexpr qint64 kHourMs = 60 * kMinuteMs;

QString g_folder;

double wave(int i, double height)
{
    const double hill = std::exp(-std::pow((i - 62) / 9.0, 2)) * 2.2;
    return std::round(height * (0.55 + 0.35 * std::sin(i / 7.0) + 0.1 * std::sin(i * 1.7) + hill));
}

ChartModel dayModel()
{
    ChartModel model;
    model.series = {{QStringLiteral("Scheduled"), ColorRole::Scheduled}};
    const qint64 start = kNowMs - kNowMs % (15 * kMinuteMs);
    for (int i = 0; i < 96; ++i) {
        Bar bar;
        bar.fromMs = start + i * 15 * kMinuteMs;
        bar.toMs = bar.fromMs + 15 * kMinuteMs;
        bar.values = {i > 80 && i < 86 ? 0.0 : wave(i, 420)};
        bar.bytes = bar.count() * 512;
        model.bars += bar;
    }
    model.overdue = {kNowMs - 3 * kHourMs, kNowMs, {310}, 0, -1, true};
    model.later = {model.bars.last().toMs, model.bars.last().toMs, {18'400}, 0, -1, true};
    model.never = {{QStringLiteral("no field"), 4200},
                   {QStringLiteral("not a date"), 1900},
                   {QStringLiteral("outside the filter"), 260}};
    for (int i = 0; i < 60; ++i) {
        const qint64 from = kNowMs - kHourMs + i * kMinuteMs;
        model.deletions += Bar{from, from + kMinuteMs, {std::round(wave(i, 24))}, 0, -1, true};
    }
    return model;
}

ChartModel stackedModel()
{
    ChartModel model = dayModel();
    model.series.clear();
    const QStringList names{
        QStringLiteral("shop.carts"),       QStringLiteral("auth.authLog"),
        QStringLiteral("auth.tokenLog"),    QStringLiteral("web.pageCache"),
        QStringLiteral("log.events"),       QStringLiteral("app.events"),
        QStringLiteral("help.tickets"),     QStringLiteral("weather.weather24h"),
        QStringLiteral("other collections")};
    for (int i = 0; i < names.size(); ++i) {
        model.series += {names.at(i), seriesRole(i)};
    }
    for (int i = 0; i < model.bars.size(); ++i) {
        QVector<double> values;
        for (int s = 0; s < names.size(); ++s) {
            values += std::round(wave(i + s * 13, 300.0 / (s + 1)));
        }
        model.bars[i].values = values;
    }
    model.later.values = {900, 400, 300, 120, 80, 60, 40, 20, 10};
    model.deletions.clear();
    return model;
}

ChartModel sampledModel()
{
    ChartModel model = dayModel();
    for (Bar& bar : model.bars) {
        bar.exact = false;
        bar.error = bar.count() * 0.07;
    }
    model.never = {{QStringLiteral("no field"), 120}};
    return model;
}

ChartModel whatIfModel()
{
    ChartModel model = dayModel();
    // what is new is pink, and what is now an outline
    model.series = {{QStringLiteral("what if 30 d"), ColorRole::WhatIf}};
    Outline outline;
    outline.name = QStringLiteral("today: 90 d");
    for (int i = 0; i < model.bars.size(); ++i) {
        Bar bar = model.bars.at(i);
        bar.values = {wave(i - 20, 380)};
        outline.bars += bar;
    }
    outline.overdue = 120;
    outline.later = 700;
    model.outline = outline;
    model.overdue.values = {640};
    return model;
}

ChartModel daysModel()
{
    ChartModel model = dayModel();
    model.bars.clear();
    const qint64 midnight = 1'763'766'000'000; // 2025-11-22 00:00 in Berlin
    for (int i = 0; i < 90; ++i) {
        const qint64 from = midnight + i * 24 * kHourMs;
        model.bars += Bar{from, from + 24 * kHourMs, {wave(i, 91'000)}, 0, -1, true};
    }
    model.overdue.values = {1'284'310};
    return model;
}

QString themeName(bool dark)
{
    return dark ? QStringLiteral("dark") : QStringLiteral("light");
}

QWidget* newStrip(QWidget* parent)
{
    const auto figure = [](const char* caption, const char* value, const char* detail, Tone tone) {
        return Figure{QString::fromLatin1(caption),
                      QString::fromLatin1(value),
                      QString::fromLatin1(detail),
                      QStringLiteral("counted per index"),
                      tone,
                      false};
    };
    Figure stale = figure("Deletions per minute", "71", "arrivals 1 970 per minute", Tone::Normal);
    stale.stale = true;
    auto* strip = new FiguresStrip(parent);
    strip->setFigures({figure("Overdue now", "1 284 310", "oldest 3 h 12 min", Tone::Warning),
                       figure("Due in the next hour", "12 400", "96 200 in 24 h", Tone::Normal),
                       stale, figure("Keeping up", "Falling behind", "by 1 900/min", Tone::Error),
                       figure("TTL monitor", "Running", "last pass 12 s ago", Tone::Ok)});
    return strip;
}

QWidget* newBanner(QWidget* parent)
{
    auto* banner = new ErrorBanner(parent);
    banner->showError(
        {QStringLiteral("The index could not be changed."),
         QStringLiteral("The user may not run collMod on shop.carts."),
         QStringLiteral("Ask for the role dbAdmin on shop."),
         QStringLiteral("Unauthorized (13)\nnot authorized on shop to execute command"),
         QStringLiteral("&Retry"), Tone::Error});
    return banner;
}

QLayout* newForm(QWidget* parent)
{
    const auto verdict = [parent](Tone tone, const char* text) {
        auto* label = new VerdictLabel(parent);
        label->setVerdict(tone, QString::fromLatin1(text));
        return label;
    };
    auto* field = new FieldPathEdit(parent);
    field->setText(QStringLiteral("createdAt"));
    auto* duration = new DurationEdit(parent);
    duration->setSeconds(7'776'000);
    auto* form = new QFormLayout;
    form->addRow(QStringLiteral("Field"), field);
    form->addRow(QString(),
                 verdict(Tone::Warning, "0.8 % of the values are strings: they never expire."));
    form->addRow(QStringLiteral("Expire after"), duration);
    form->addRow(QString(), verdict(Tone::Ok, "Nothing is deleted at once."));
    form->addRow(QString(), verdict(Tone::Error, "A TTL index has one field."));
    return form;
}

TableView* newTable(QWidget* parent)
{
    auto* table = new TableView(parent);
    auto* rows = new QStandardItemModel(6, 3, table);
    rows->setHorizontalHeaderLabels(
        {QStringLiteral("Index"), QStringLiteral("Expires after"), QStringLiteral("Documents")});
    for (int r = 0; r < 6; ++r) {
        const QString name = QStringLiteral("lastUse_%1").arg(r);
        rows->setItem(r, 0, new QStandardItem(icon(QStringLiteral("hourglass")), name));
        rows->setItem(r, 1, new QStandardItem(QStringLiteral("90 d")));
        rows->setItem(r, 2, new QStandardItem(QString::number(r * 1000)));
    }
    table->setModel(rows);
    table->fitColumns();
    return table;
}

QWidget* newEmptyState(QWidget* parent)
{
    auto* empty = new EmptyState(parent);
    empty->setIconName(QStringLiteral("hourglass"));
    empty->setTitle(QStringLiteral("No TTL index here"));
    empty->setText(QStringLiteral("Nothing in this collection expires by itself."));
    empty->setActionText(QStringLiteral("&New TTL index\u2026"));
    return empty;
}

ChartModel modelNamed(const QString& name)
{
    if (name == QStringLiteral("stacked")) {
        return stackedModel();
    }
    if (name == QStringLiteral("sampled")) {
        return sampledModel();
    }
    if (name == QStringLiteral("whatif")) {
        return whatIfModel();
    }
    if (name == QStringLiteral("days")) {
        return daysModel();
    }
    return name == QStringLiteral("empty") ? ChartModel() : dayModel();
}

int countPixels(const QImage& image, QRgb wanted)
{
    int found = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            found += image.pixel(x, y) == wanted ? 1 : 0;
        }
    }
    return found;
}

void save(QWidget& widget, const QString& name, QSize size)
{
    widget.resize(size);
    widget.show();
    QVERIFY(QTest::qWaitForWindowExposed(&widget));
    QCoreApplication::sendPostedEvents();
    const QPixmap picture = widget.grab();
    QVERIFY(!picture.isNull());
    if (!g_folder.isEmpty()) {
        QVERIFY(QDir().mkpath(g_folder));
        QVERIFY(picture.save(g_folder + u'/' + name + QStringLiteral(".png")));
    }
}

} // namespace

class TestPictures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void chartDrawsEachMeaningInItsColour_data();
    void chartDrawsEachMeaningInItsColour();
    void partsAreDrawnInBothThemes_data();
    void partsAreDrawnInBothThemes();
    void everyIconIsThereAndDrawn_data();
    void everyIconIsThereAndDrawn();
};

void TestPictures::chartDrawsEachMeaningInItsColour_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("dark");
    QTest::addColumn<ColorRole>("expected");
    for (const bool dark : {false, true}) {
        const char* theme = dark ? "dark" : "light";
        const auto add = [&](const char* kind, ColorRole role) {
            QTest::addRow("%s-%s", kind, theme) << QString::fromLatin1(kind) << dark << role;
        };
        add("day", ColorRole::Overdue);
        add("stacked", ColorRole::Series3);
        add("sampled", ColorRole::Sampled);
        add("whatif", ColorRole::WhatIf);
        add("days", ColorRole::Scheduled);
        add("log", ColorRole::Deleted);
        add("narrow", ColorRole::Never);
        add("empty", ColorRole::MutedText);
        add("selected", ColorRole::Accent);
    }
}

void TestPictures::chartDrawsEachMeaningInItsColour()
{
    QFETCH(QString, name);
    QFETCH(bool, dark);
    QFETCH(ColorRole, expected);
    Appearance::instance().apply(dark ? Theme::Dark : Theme::Light);
    ForecastChart chart;
    chart.setTimeZone(QTimeZone("Europe/Berlin"));
    chart.setNow(kNowMs);
    chart.setModel(modelNamed(name));
    chart.setLogScale(name == QStringLiteral("log"));
    if (name == QStringLiteral("selected")) {
        chart.setFocus();
        chart.setCurrentRow(overdueRow(chart.model()) + 20);
        for (int i = 0; i < 12; ++i) {
            QTest::keyClick(&chart, Qt::Key_Right, Qt::ShiftModifier);
        }
    }
    const bool narrow = name == QStringLiteral("narrow");
    save(chart, QStringLiteral("chart-%1-%2").arg(name, themeName(dark)),
         narrow ? QSize(620, 300) : QSize(1000, 420));
    const int found = countPixels(chart.grabPicture().toImage(), color(expected, dark).rgb());
    QVERIFY2(found > 20, qPrintable(QString::number(found)));
}

void TestPictures::partsAreDrawnInBothThemes_data()
{
    QTest::addColumn<bool>("dark");
    QTest::addRow("light") << false;
    QTest::addRow("dark") << true;
}

void TestPictures::partsAreDrawnInBothThemes()
{
    QFETCH(bool, dark);
    Appearance::instance().apply(dark ? Theme::Dark : Theme::Light);
    QWidget page;
    auto* column = new QVBoxLayout(&page);
    column->addWidget(newStrip(&page));
    column->addWidget(newBanner(&page));
    column->addLayout(newForm(&page));
    auto* table = newTable(&page);
    auto* busyPage = new QWidget(&page);
    auto* overlay = new BusyOverlay(busyPage);
    overlay->setCancellable(true);
    overlay->start(QStringLiteral("Counting\u2026"));
    auto* row = new QHBoxLayout;
    row->addWidget(table, 1);
    row->addWidget(newEmptyState(&page), 1);
    row->addWidget(busyPage, 1);
    column->addLayout(row, 1);
    page.resize(1100, 760);
    page.show();
    QTRY_VERIFY(overlay->isVisible());
    overlay->setProgress(0.4);
    // not selectRow(), which heeds the keys that an earlier test pressed
    table->selectionModel()->select(table->model()->index(1, 0),
                                    QItemSelectionModel::ClearAndSelect
                                        | QItemSelectionModel::Rows);
    save(page, QStringLiteral("parts-") + themeName(dark), {1100, 760});
    QCOMPARE(page.grab().toImage().pixelColor(1, 1), color(ColorRole::Window, dark));
}

void TestPictures::everyIconIsThereAndDrawn_data()
{
    partsAreDrawnInBothThemes_data();
}

void TestPictures::everyIconIsThereAndDrawn()
{
    QFETCH(bool, dark);
    Appearance::instance().apply(dark ? Theme::Dark : Theme::Light);
    const QStringList files = QDir(QStringLiteral(":/icons")).entryList({QStringLiteral("*.svg")});
    QVERIFY(files.size() >= 48);
    QWidget page;
    auto* grid = new QGridLayout(&page);
    int place = 0;
    for (const QString& file : files) {
        const QString name = file.chopped(4);
        const QPixmap picture = icon(name).pixmap(QSize(48, 48));
        const QImage image = picture.toImage();
        QVERIFY2(countPixels(image, 0) < image.width() * image.height() - 40, qPrintable(name));
        auto* large = new QLabel(&page);
        large->setPixmap(picture);
        auto* small = new QLabel(&page);
        small->setPixmap(icon(name).pixmap(QSize(16, 16)));
        auto* text = new QLabel(name, &page);
        auto* cell = new QVBoxLayout;
        auto* line = new QHBoxLayout;
        line->addWidget(large);
        line->addWidget(small);
        cell->addLayout(line);
        cell->addWidget(text);
        grid->addLayout(cell, place / 10, place % 10);
        ++place;
    }
    save(page, QStringLiteral("icons-") + themeName(dark), {1200, 560});
}

int main(int argc, char* argv[])
{
    QApplication app(argc, argv);
    sandglass::resources::initResources();
    QStringList arguments = QCoreApplication::arguments();
    const qsizetype at = arguments.indexOf(QStringLiteral("--pictures"));
    if (at > 0 && at + 1 < arguments.size()) {
        g_folder = arguments.at(at + 1);
        arguments.remove(at, 2);
    }
    TestPictures test;
    return QTest::qExec(&test, arguments);
}

#include "tst_charts_pictures.moc"
