// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/main/gui_options.h"

#include <QCommandLineParser>

namespace sandglass {

namespace {

void addOptions(QCommandLineParser& parser)
{
    parser.addOptions({
        {QStringLiteral("demo"), QStringLiteral("Load the sample data into the local engine.")},
        {QStringLiteral("connect"),
         QStringLiteral("Connect to URI (mongodb://…) instead of the local engine."),
         QStringLiteral("URI")},
        {QStringLiteral("data-dir"),
         QStringLiteral("Keep settings, journal and engine data in DIR."), QStringLiteral("DIR")},
        {QStringLiteral("screenshot"),
         QStringLiteral("Write a picture of the window to FILE and end."), QStringLiteral("FILE")},
        {QStringLiteral("page"), QStringLiteral("Open this page: inventory or DB.COLLECTION."),
         QStringLiteral("PAGE")},
        {QStringLiteral("size"), QStringLiteral("Size of the window, for example 1280x800."),
         QStringLiteral("WxH")},
        {QStringLiteral("theme"), QStringLiteral("light or dark."), QStringLiteral("THEME")},
        {QStringLiteral("print"),
         QStringLiteral("With --screenshot: print what the window shows.")},
        {QStringLiteral("report-first-chart"),
         QStringLiteral(
             "Print when the first chart with documents is on the screen, in nanoseconds "
             "of the system's monotonic clock, and end.")},
        {QStringLiteral("version"), QStringLiteral("Print the version and end.")},
        {{QStringLiteral("h"), QStringLiteral("help")}, QStringLiteral("Print this and end.")},
    });
}

Error wrong(const QString& message)
{
    return base::failure(Errc::InvalidInput, message.toStdString());
}

Result<QSize> sizeOf(const QString& text)
{
    const QStringList parts = text.toLower().split(QLatin1Char('x'));
    bool widthGood = false;
    bool heightGood = false;
    const QSize size(parts.value(0).toInt(&widthGood), parts.value(1).toInt(&heightGood));
    if (parts.size() != 2 || !widthGood || !heightGood || size.width() < 200 || size.height() < 200
        || size.width() > 16'384 || size.height() > 16'384) {
        return wrong(
            QStringLiteral("--size takes WIDTHxHEIGHT, each 200 to 16384, not \"%1\".").arg(text));
    }
    return size;
}

Result<GuiOptions::Theme> themeOf(const QString& text)
{
    if (text == QLatin1String("light")) {
        return GuiOptions::Theme::Light;
    }
    if (text == QLatin1String("dark")) {
        return GuiOptions::Theme::Dark;
    }
    return wrong(QStringLiteral("--theme takes light or dark, not \"%1\".").arg(text));
}

} // namespace

Result<GuiOptions> parseGuiOptions(const QStringList& arguments)
{
    QCommandLineParser parser;
    addOptions(parser);
    if (!parser.parse(arguments)) {
        return wrong(parser.errorText());
    }
    if (!parser.positionalArguments().isEmpty()) {
        return wrong(QStringLiteral("There is no use for \"%1\"; --help lists the options.")
                         .arg(parser.positionalArguments().first()));
    }
    GuiOptions options;
    if (parser.isSet(QStringLiteral("version"))) {
        options.action = GuiOptions::Action::ShowVersion;
    }
    if (parser.isSet(QStringLiteral("help"))) {
        options.action = GuiOptions::Action::ShowHelp;
    }
    options.demo = parser.isSet(QStringLiteral("demo"));
    options.connectUri = parser.value(QStringLiteral("connect"));
    options.dataFolder = parser.value(QStringLiteral("data-dir"));
    options.screenshotFile = parser.value(QStringLiteral("screenshot"));
    options.page = parser.value(QStringLiteral("page"));
    options.print = parser.isSet(QStringLiteral("print"));
    options.reportFirstChart = parser.isSet(QStringLiteral("report-first-chart"));
    if (options.demo && !options.connectUri.isEmpty()) {
        return wrong(
            QStringLiteral("--demo fills the local engine only; it does not go with --connect."));
    }
    if (parser.isSet(QStringLiteral("size"))) {
        const auto size = sizeOf(parser.value(QStringLiteral("size")));
        TRY(size);
        options.size = *size;
    }
    if (parser.isSet(QStringLiteral("theme"))) {
        const auto theme = themeOf(parser.value(QStringLiteral("theme")));
        TRY(theme);
        options.theme = *theme;
    }
    return options;
}

QString guiHelpText()
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        QStringLiteral("Sandglass: see, change and rehearse what TTL indexes will delete."));
    addOptions(parser);
    return parser.helpText();
}

} // namespace sandglass
