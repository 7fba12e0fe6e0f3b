// SPDX-License-Identifier: GPL-3.0-or-later
// sandglass-texts: writes the manual pages, the shells' completions and the icons during the build,
// so that they cannot differ from --help. It is not installed.
#include "app/engine/server/engine_options.h"
#include "app/main/gui_options.h"
#include "app/main/manual_page.h"
#include "app/main/shell_completion.h"

#include <QCoreApplication>
#include <QFile>
#include <QImage>
#include <QPainter>
#include <QSvgRenderer>

#include <array>
#include <cstdio>
#include <cstdlib>

namespace {

using namespace sandglass;
using namespace Qt::StringLiterals;

struct ProgramTexts
{
    QString name;
    QString summary;
    QString usage;
    std::span<const base::OptionRow> options;
};

bool write(const QString& path, const QByteArray& text)
{
    QFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(text) == text.size()) {
        return true;
    }
    std::fprintf(stderr, "sandglass-texts: %s: %s\n", qPrintable(path),
                 qPrintable(file.errorString()));
    return false;
}

bool writeAll(const ProgramTexts& program, const QStringList& arguments, const QByteArray& page)
{
    const QString& folder = arguments.at(1);
    const auto manual = manualPage({program.name, program.summary, program.usage, arguments.at(4),
                                    arguments.at(5), program.options, page});
    if (!manual) {
        std::fprintf(stderr, "sandglass-texts: %s, %s\n", qPrintable(arguments.at(2)),
                     manual.error().message.c_str());
        return false;
    }
    const std::string name = program.name.toStdString();
    return write(folder + u"/"_s + program.name + u".1"_s, *manual)
        && write(folder + u"/"_s + program.name + u".bash"_s,
                 QByteArray::fromStdString(bashCompletion(name, program.options)))
        && write(folder + u"/_"_s + program.name,
                 QByteArray::fromStdString(zshCompletion(name, program.options)));
}

/// The icon in each of the sizes (pixels), as SIZE.png.
bool drawIcons(const QString& folder, const QString& icon, const QStringList& sizes)
{
    QSvgRenderer renderer(icon);
    if (!renderer.isValid()) {
        std::fprintf(stderr, "sandglass-texts: %s is no SVG picture\n", qPrintable(icon));
        return false;
    }
    for (const QString& text : sizes) {
        const int size = text.toInt();
        QImage image(size, size, QImage::Format_ARGB32);
        image.fill(Qt::transparent);
        QPainter painter(&image);
        renderer.render(&painter);
        painter.end();
        const QString path = folder + u"/%1.png"_s.arg(text);
        if (!image.save(path)) {
            std::fprintf(stderr, "sandglass-texts: %s cannot be written\n", qPrintable(path));
            return false;
        }
    }
    return true;
}

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication core(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.size() < 6) {
        std::fputs("usage: sandglass-texts FOLDER HELP-PAGE ICON VERSION DATE [SIZE…]\n", stderr);
        return 2;
    }
    QFile page(arguments.at(2));
    if (!page.open(QIODevice::ReadOnly)) {
        std::fprintf(stderr, "sandglass-texts: %s: %s\n", qPrintable(arguments.at(2)),
                     qPrintable(page.errorString()));
        return EXIT_FAILURE;
    }
    const QByteArray html = page.readAll();
    const std::array programs{
        ProgramTexts{u"sandglass"_s, u"see, change and rehearse what TTL indexes will delete"_s,
                     u"[options] [URI]"_s, guiOptionRows()},
        ProgramTexts{u"sandglass-engine"_s,
                     u"document server with TTL indexes, speaking the MongoDB wire protocol"_s,
                     u"--dbpath DIR [options]"_s, engine::server::optionRows()},
    };
    for (const ProgramTexts& program : programs) {
        if (!writeAll(program, arguments, html)) {
            return EXIT_FAILURE;
        }
    }
    return drawIcons(arguments.at(1), arguments.at(3), arguments.mid(6)) ? EXIT_SUCCESS
                                                                         : EXIT_FAILURE;
}
