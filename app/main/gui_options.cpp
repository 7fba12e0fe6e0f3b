// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/main/gui_options.h"

#include <QCommandLineParser>

#include <array>
#include <istream>
#include <string>

namespace sandglass {

namespace {

using base::Completion;
using base::OptionRow;

/// In the order of --help.
constexpr std::array kRows{
    OptionRow{"demo", "", "Load the sample data into the local engine."},
    OptionRow{"local", "", "Start the local engine, also when the preferences say otherwise."},
    OptionRow{"connect", "URI",
              "Connect to URI (mongodb://…) instead of the local engine; - reads it from standard "
              "input."},
    OptionRow{"data-dir", "DIR", "Keep settings, journal and engine data in DIR.",
              Completion::Folder},
    OptionRow{"screenshot", "FILE", "Write a picture of the window to FILE and end.",
              Completion::File},
    OptionRow{"page", "PAGE", "Open this page: inventory or DB.COLLECTION.", Completion::Words,
              "inventory"},
    OptionRow{"size", "WxH", "Size of the window, for example 1280x800."},
    OptionRow{"theme", "THEME", "light or dark.", Completion::Words, "light dark"},
    OptionRow{"print", "", "With --screenshot: print what the window shows."},
    OptionRow{"report-first-chart", "",
              "Print when the first chart with documents is on the screen, in nanoseconds of the "
              "system's monotonic clock, and end."},
    OptionRow{"version", "", "Print the version and end."},
    OptionRow{"help", "", "Print this and end.", Completion::None, {}, 'h'},
};

void addOptions(QCommandLineParser& parser)
{
    for (const OptionRow& row : kRows) {
        QStringList names;
        if (row.shortName != 0) {
            names << QString(QLatin1Char(row.shortName));
        }
        names << QString::fromUtf8(row.name);
        parser.addOption({names, QString::fromUtf8(row.text), QString::fromUtf8(row.value)});
    }
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

// A desktop hands over the link that was followed. Anything else without a dash is a mistake.
Result<void> takeLink(GuiOptions& options, const QStringList& positional)
{
    for (const QString& argument : positional) {
        const bool isLink = argument.startsWith(QLatin1String("mongodb://"))
            || argument.startsWith(QLatin1String("mongodb+srv://"));
        if (!isLink || !options.link.isEmpty()) {
            return wrong(QStringLiteral("There is no use for \"%1\"; --help lists the options.")
                             .arg(argument));
        }
        options.link = argument;
    }
    return {};
}

// An empty value is often a shell variable that is not set; of two, one would be ignored.
Result<void> checkValues(const QCommandLineParser& parser)
{
    for (const OptionRow& row : kRows) {
        const QString name = QString::fromUtf8(row.name);
        const QStringList values = row.value.empty() ? QStringList() : parser.values(name);
        if (values.size() > 1) {
            return wrong(QStringLiteral("--%1 is given more than once.").arg(name));
        }
        if (values.contains(QString())) {
            return wrong(QStringLiteral("--%1 takes a value that is not empty.").arg(name));
        }
    }
    if (parser.isSet(QStringLiteral("print")) && !parser.isSet(QStringLiteral("screenshot"))) {
        return wrong(QStringLiteral("--print has no effect without --screenshot."));
    }
    return {};
}

// One window has one server.
Result<void> checkServers(const GuiOptions& options)
{
    if (options.demo && !options.connectUri.isEmpty()) {
        return wrong(
            QStringLiteral("--demo fills the local engine only; it does not go with --connect."));
    }
    if (options.local && !options.connectUri.isEmpty()) {
        return wrong(QStringLiteral("--local and --connect name two servers; give one of them."));
    }
    if (!options.link.isEmpty() && !options.connectUri.isEmpty()) {
        return wrong(QStringLiteral("--connect and a URI name two servers; give one of them."));
    }
    return {};
}

} // namespace

Result<GuiOptions> parseGuiOptions(const QStringList& arguments)
{
    QCommandLineParser parser;
    addOptions(parser);
    if (!parser.parse(arguments)) {
        return wrong(parser.errorText());
    }
    GuiOptions options;
    TRY(takeLink(options, parser.positionalArguments()));
    if (parser.isSet(QStringLiteral("version"))) {
        options.action = GuiOptions::Action::ShowVersion;
    }
    if (parser.isSet(QStringLiteral("help"))) {
        options.action = GuiOptions::Action::ShowHelp;
    }
    options.demo = parser.isSet(QStringLiteral("demo"));
    options.local = parser.isSet(QStringLiteral("local"));
    options.connectUri = parser.value(QStringLiteral("connect"));
    options.dataFolder = parser.value(QStringLiteral("data-dir"));
    options.screenshotFile = parser.value(QStringLiteral("screenshot"));
    options.page = parser.value(QStringLiteral("page"));
    options.print = parser.isSet(QStringLiteral("print"));
    options.reportFirstChart = parser.isSet(QStringLiteral("report-first-chart"));
    TRY(checkValues(parser));
    TRY(checkServers(options));
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

Result<void> readConnectUri(GuiOptions& options, std::istream& input)
{
    if (options.action != GuiOptions::Action::Run || options.connectUri != QLatin1String("-")) {
        return {};
    }
    std::string line;
    std::getline(input, line);
    options.connectUri = QString::fromStdString(line).trimmed();
    if (options.connectUri.isEmpty()) {
        return wrong(QStringLiteral(
            "--connect - reads a connection string from standard input, which was empty."));
    }
    return {};
}

std::span<const base::OptionRow> guiOptionRows()
{
    return kRows;
}

QString guiHelpText()
{
    return QStringLiteral("Sandglass: see, change and rehearse what TTL indexes will delete.\n\n"
                          "Usage: sandglass [options] [URI]\n\n")
        + QString::fromStdString(base::optionHelp(kRows));
}

} // namespace sandglass
