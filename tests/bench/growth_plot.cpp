// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/growth_plot.h"

#include "widgets/style/appearance.h"

#include <QFont>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <optional>
#include <utility>

using namespace Qt::StringLiterals;

namespace sandglass::bench {

namespace {

constexpr int kFontPixels = 15;
const QString kOurs = u"engine"_s;
const QString kOrdered = u"ascending"_s;
const QString kRandom = u"random"_s;

/// One entry of the array.
struct Measurement
{
    double documents = 0;
    QString dates;
    QString method;
    double docsPerSecond = 0;
};

Error wrong(const QString& what)
{
    return base::failure(Errc::InvalidInput, what.toStdString());
}

std::optional<Measurement> measurementOf(const QJsonObject& entry)
{
    const Measurement read{entry["documents"_L1].toDouble(), entry["dates"_L1].toString(),
                           entry["method"_L1].toString(), entry["docsPerSecond"_L1].toDouble()};
    const bool known = read.dates == kOrdered || read.dates == kRandom;
    if (read.documents <= 0 || read.docsPerSecond <= 0 || read.method.isEmpty() || !known) {
        return {};
    }
    return read;
}

/// Whether the whole work of the same measurement is there too: then that is what is drawn, and not
/// the part until the documents are gone for readers.
bool isPartOfAnother(const QJsonObject& entry, const QJsonArray& growth)
{
    if (entry["part"_L1].toString() != u"logical"_s) {
        return false;
    }
    return std::any_of(growth.begin(), growth.end(), [&entry](const QJsonValue& other) {
        const QJsonObject whole = other.toObject();
        return whole["part"_L1].toString() == u"total"_s && whole["method"_L1] == entry["method"_L1]
            && whole["dates"_L1] == entry["dates"_L1]
            && whole["documents"_L1] == entry["documents"_L1];
    });
}

/// The lines as they grow; methods share their colour between both orders of dates.
class Lines
{
public:
    /// The method that is drawn strong; without it, the first one is.
    void setOurs(const QString& method) { m_methods = {method}; }
    void add(const Measurement& measured)
    {
        if (!m_methods.contains(measured.method)) {
            m_methods += measured.method;
        }
        const bool random = measured.dates == kRandom;
        const QString name
            = measured.method + (random ? u", random dates"_s : u", dates in order"_s);
        auto line = std::find_if(m_lines.begin(), m_lines.end(),
                                 [&name](const widgets::Line& one) { return one.name == name; });
        if (line == m_lines.end()) {
            const auto place = static_cast<int>(m_methods.indexOf(measured.method));
            m_lines += widgets::Line{name, {}, widgets::seriesRole(place), random, place == 0};
            line = std::prev(m_lines.end());
        }
        line->points += QPointF(measured.documents, measured.docsPerSecond);
    }

    QVector<widgets::Line> sorted() &&
    {
        for (widgets::Line& line : m_lines) {
            std::sort(line.points.begin(), line.points.end(),
                      [](const QPointF& one, const QPointF& other) { return one.x() < other.x(); });
        }
        return std::move(m_lines);
    }

private:
    QStringList m_methods;
    QVector<widgets::Line> m_lines;
};

} // namespace

Result<widgets::LineChartModel> growthModel(const QByteArray& json)
{
    QJsonParseError problem;
    const QJsonDocument document = QJsonDocument::fromJson(json, &problem);
    if (document.isNull()) {
        return wrong(u"The file is no JSON: %1."_s.arg(problem.errorString()));
    }
    const QJsonArray growth = document["growth"_L1].toArray();
    if (growth.isEmpty()) {
        return wrong(u"The file has no measurements in the array \"growth\"."_s);
    }
    Lines lines;
    const auto isOurs
        = [](const QJsonValue& each) { return each.toObject()["method"_L1].toString() == kOurs; };
    if (std::any_of(growth.begin(), growth.end(), isOurs)) {
        lines.setOurs(kOurs);
    }
    for (qsizetype i = 0; i < growth.size(); ++i) {
        const auto measured = measurementOf(growth.at(i).toObject());
        if (!measured) {
            return wrong(u"Measurement %1 lacks documents, dates, method or speed."_s.arg(i));
        }
        if (!isPartOfAnother(growth.at(i).toObject(), growth)) {
            lines.add(*measured);
        }
    }
    widgets::LineChartModel model;
    model.title = u"A TTL pass as the collection grows"_s;
    model.subtitle = u"Deleting the older half. Higher is faster; a level line does not slow down "
                     "with size."_s;
    model.xTitle = u"Documents in the collection"_s;
    model.yTitle = u"Documents deleted per second"_s;
    model.lines = std::move(lines).sorted();
    return model;
}

Result<void> writeGrowthPlot(const widgets::LineChartModel& model, const QString& base)
{
    widgets::Appearance::instance().apply(widgets::Theme::Light);
    widgets::LineChart chart;
    QFont font = chart.font();
    font.setPixelSize(kFontPixels);
    chart.setFont(font);
    chart.resize(kGrowthPlotSize);
    chart.setModel(model);
    using widgets::PictureFormat;
    for (const auto& [suffix, format] :
         {std::pair(u".png"_s, PictureFormat::Png), std::pair(u".svg"_s, PictureFormat::Svg)}) {
        if (!chart.savePicture(base + suffix, format)) {
            return base::failure(Errc::Storage,
                                 (u"%1 cannot be written."_s.arg(base + suffix)).toStdString());
        }
    }
    return {};
}

} // namespace sandglass::bench
