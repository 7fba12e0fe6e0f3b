// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/doctor/doctor_model.h"

#include "app/presenters/doctor/action_words.h"
#include "app/presenters/doctor/check_words.h"
#include "app/presenters/doctor/doctor_words.h"
#include "app/presenters/words/tone.h"
#include "app/ttl/doctor/check.h"

#include <QStringList>

#include <algorithm>
#include <array>
#include <string_view>
#include <tuple>
#include <utility>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

using ttl::doctor::State;

QString iconName(State state)
{
    switch (state) {
    case State::Passed:
        return u"ok"_s;
    case State::Failed:
        return u"error"_s;
    case State::Warning:
        return u"warning"_s;
    case State::NotPermitted:
        return u"lock"_s;
    case State::NotApplicable:
        return u"skipped"_s;
    case State::Unknown:
        break;
    }
    return u"help"_s;
}

Tone toneOf(State state)
{
    switch (state) {
    case State::Passed:
        return Tone::Good;
    case State::Failed:
        return Tone::Bad;
    case State::Warning:
        return Tone::Warning;
    case State::NotPermitted:
    case State::NotApplicable:
    case State::Unknown:
        break;
    }
    return Tone::Plain;
}

// The place of a state in the report, what needs attention first.
int rankOf(State state)
{
    switch (state) {
    case State::Failed:
        return 0;
    case State::Warning:
        return 1;
    case State::NotPermitted:
        return 2;
    case State::Unknown:
        return 3;
    case State::Passed:
        return 4;
    case State::NotApplicable:
        break;
    }
    return 5;
}

// Evidence and advice, as far as there are any.
QStringList sentences(const ttl::doctor::Finding& finding, const QTimeZone& zone)
{
    QStringList all{evidenceText(finding, zone), wordsOf(finding.action).advice()};
    all.removeAll(QString());
    return all;
}

QString spoken(const DoctorRow& row, const QTimeZone& zone)
{
    //: a check, its result, and where: "Field present: failed (lastSeen_1)."
    const QString line = DoctorModel::tr("%1: %2 (%3).")
                             .arg(wordsOf(row.finding.check).title(), stateWord(row.finding.state),
                                  placeText(row.finding, row.withCollection));
    return (QStringList{line} + sentences(row.finding, zone)).join(u' ');
}

constexpr std::array<RowColumn<DoctorRow>, 5> kDoctorColumns{{
    {.header = [] { return DoctorModel::tr("Result"); },
     .text = [](const DoctorRow& row, const TableClock&) { return stateWord(row.finding.state); }},
    {.header = [] { return DoctorModel::tr("Check"); },
     .text
     = [](const DoctorRow& row, const TableClock&) { return wordsOf(row.finding.check).title(); }},
    {.header = [] { return DoctorModel::tr("Where"); },
     .text = [](const DoctorRow& row,
                const TableClock&) { return placeText(row.finding, row.withCollection); }},
    {.header = [] { return DoctorModel::tr("Evidence"); },
     .text = [](const DoctorRow& row,
                const TableClock& clock) { return evidenceText(row.finding, clock.zone); }},
    {.header = [] { return DoctorModel::tr("What to do"); },
     .text = [](const DoctorRow& row,
                const TableClock&) { return wordsOf(row.finding.action).advice(); }},
}};

} // namespace

DoctorModel::DoctorModel(QObject* parent)
    : RowsModel(kDoctorColumns, parent)
{
}

void DoctorModel::setFindings(std::vector<ttl::doctor::Finding> findings, bool withCollections,
                              const FilterOf& filterOf)
{
    std::ranges::stable_sort(
        findings, {}, [](const ttl::doctor::Finding& finding) { return rankOf(finding.state); });
    std::vector<DoctorRow> rows;
    rows.reserve(findings.size());
    for (ttl::doctor::Finding& finding : findings) {
        QString filter = filterOf ? filterOf(finding) : QString();
        rows.push_back({std::move(finding), withCollections, std::move(filter)});
    }
    replaceRows(std::move(rows), [](const DoctorRow& row) {
        const ttl::doctor::Finding& finding = row.finding;
        return std::tuple(finding.check, finding.ns, finding.index);
    });
}

void DoctorModel::setZone(const QTimeZone& zone)
{
    setClock({zone, {}});
    cellsChanged(EvidenceColumn, EvidenceColumn);
}

QVariant DoctorModel::special(const DoctorRow& row, int column, int role) const
{
    switch (role) {
    case Qt::AccessibleTextRole:
        return column == StateColumn ? QVariant(spoken(row, clock().zone)) : QVariant();
    case IconNameRole:
        return iconName(row.finding.state);
    case ToneRole:
        return static_cast<int>(toneOf(row.finding.state));
    case SpokenRole:
        return spoken(row, clock().zone);
    case CheckNameRole: {
        const std::string_view name = ttl::doctor::checkOf(row.finding.check).name;
        return QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
    }
    default:
        return {};
    }
}

std::optional<DoctorRemedy> DoctorModel::remedy(int row) const
{
    if (row < 0 || row >= rowCount()) {
        return {};
    }
    const ttl::doctor::Finding& finding = this->row(row).finding;
    const ActionWords& words = wordsOf(finding.action);
    if (!words.remedy) {
        return {};
    }
    DoctorRemedy remedy{
        *words.remedy, {finding.ns, finding.index}, words.buttonText(), this->row(row).filter};
    if (finding.action == ttl::doctor::Action::ConvertIndex) {
        // an ordinary index has no rule that the line could be about, so the evidence names it
        remedy.index.name = finding.evidence.detail;
    }
    const bool inCollection = remedy.kind != DoctorRemedy::Kind::LookAgain
        && remedy.kind != DoctorRemedy::Kind::ShowMembers
        && remedy.kind != DoctorRemedy::Kind::Connect;
    // without a collection there is nothing to open
    return inCollection && finding.ns.collection.empty() ? std::nullopt : std::optional(remedy);
}

QString DoctorModel::reportLine(int row) const
{
    const DoctorRow& shown = this->row(row);
    const QString line = u"[%1] %2 (%3)"_s.arg(stateWord(shown.finding.state),
                                               wordsOf(shown.finding.check).title(),
                                               placeText(shown.finding, shown.withCollection));
    return (QStringList{line} + sentences(shown.finding, clock().zone)).join(u"\n    "_s);
}

} // namespace sandglass::presenters

#include "moc_doctor_model.cpp"
