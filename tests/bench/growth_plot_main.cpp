// SPDX-License-Identifier: GPL-3.0-or-later
// sandglass-growth-plot: draws the engine benchmark's speed over the number of documents.
#include "resources/resources.h"
#include "tests/bench/bench_program.h"
#include "tests/bench/growth_plot.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QFile>

#include <cstdlib>

using namespace sandglass;
using namespace Qt::StringLiterals;

namespace {

int complain(const std::string& message)
{
    return bench::complain("sandglass-growth-plot", message);
}

} // namespace

int main(int argc, char** argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    const QApplication application(argc, argv);
    resources::initResources();
    const QCommandLineOption out(u"out"_s, u"Write BASE.png and BASE.svg."_s, u"BASE"_s,
                                 u"growth"_s);
    QCommandLineParser parser;
    parser.addOption(out);
    parser.addPositionalArgument(u"figures"_s, u"The JSON file of sandglass-bench."_s);
    parser.addHelpOption();
    parser.process(application);
    if (parser.positionalArguments().size() != 1) {
        return complain("one JSON file is needed; see --help.");
    }
    QFile file(parser.positionalArguments().first());
    if (!file.open(QIODevice::ReadOnly)) {
        return complain("the JSON file cannot be read.");
    }
    const auto model = bench::growthModel(file.readAll());
    if (!model) {
        return complain(model.error().message);
    }
    const auto written = bench::writeGrowthPlot(*model, parser.value(out));
    return written ? EXIT_SUCCESS : complain(written.error().message);
}
