// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/doctor/doctor_model.h"

#include "app/presenters/doctor/doctor_words.h"
#include "app/presenters/explorer/inspector_presenter.h"

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

} // namespace

DoctorModel::DoctorModel(QObject* parent)
    : QAbstractTableModel(parent)
    , m_zone(QTimeZone::utc())
{
}

void DoctorModel::setFindings(std::vector<ttl::doctor::Finding> findings, bool withCollections)
{
    beginResetModel();
    m_findings = std::move(findings);
    m_withCollections = withCollections;
    endResetModel();
}

void DoctorModel::setZone(QTimeZone zone)
{
    m_zone = std::move(zone);
    if (!m_findings.empty()) {
        Q_EMIT dataChanged(index(0, EvidenceColumn), index(rowCount() - 1, EvidenceColumn));
    }
}

int DoctorModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_findings.size());
}

int DoctorModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant DoctorModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const ttl::doctor::Finding& shown = m_findings[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        return cellText(shown, index.column());
    case Qt::AccessibleTextRole:
        return index.column() == StateColumn ? QVariant(spoken(shown)) : QVariant();
    case IconNameRole:
        return iconName(shown.state);
    case ToneRole:
        return static_cast<int>(toneOf(shown.state));
    case SpokenRole:
        return spoken(shown);
    default:
        return {};
    }
}

QVariant DoctorModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0
        || section >= ColumnCount) {
        return {};
    }
    const QString headers[]
        = {tr("Result"), tr("Check"), tr("Where"), tr("Evidence"), tr("What to do")};
    return headers[section];
}

QString DoctorModel::cellText(const ttl::doctor::Finding& finding, int column) const
{
    switch (column) {
    case StateColumn:
        return stateWord(finding.state);
    case CheckColumn:
        return checkTitle(finding.check);
    case PlaceColumn:
        return placeText(finding, m_withCollections);
    case EvidenceColumn:
        return evidenceText(finding, m_zone);
    default:
        return adviceText(finding.action);
    }
}

QString DoctorModel::spoken(const ttl::doctor::Finding& finding) const
{
    //: a check, how it ended, and where: "Field present: failed (lastSeen_1)."
    QString line = tr("%1: %2 (%3).")
                       .arg(checkTitle(finding.check), stateWord(finding.state),
                            placeText(finding, m_withCollections));
    for (const QString& more : {evidenceText(finding, m_zone), adviceText(finding.action)}) {
        if (!more.isEmpty()) {
            line += u' ' + more;
        }
    }
    return line;
}

std::optional<DoctorRemedy> DoctorModel::remedy(int row) const
{
    using ttl::doctor::Action;
    if (row < 0 || row >= rowCount()) {
        return {};
    }
    const ttl::doctor::Finding& finding = m_findings[static_cast<std::size_t>(row)];
    const ttl::IndexRef index{finding.ns, finding.index};
    // an index that has no rule is named by the evidence, since no rule's line is about it
    const ttl::IndexRef named{finding.ns, finding.evidence.detail};
    switch (finding.action) {
    case Action::CreateRule:
    case Action::UseSingleField:
    case Action::UseOtherField:
        return DoctorRemedy{
            DoctorRemedy::Kind::CreateIndex, {finding.ns, {}}, tr("&Create a TTL index…")};
    case Action::ConvertIndex:
        return DoctorRemedy{DoctorRemedy::Kind::ChangeIndex, named, tr("&Convert the index…")};
    case Action::SetValue:
    case Action::KnowHiddenDeletes:
        if (finding.index.empty()) {
            return {}; // the collection's own rule is no index
        }
        return DoctorRemedy{DoctorRemedy::Kind::ChangeIndex, index, tr("&Change the index…")};
    case Action::LookAgain:
    case Action::WaitForIndex:
    case Action::EnableMonitor:
        return DoctorRemedy{DoctorRemedy::Kind::LookAgain, {}, tr("Check &again")};
    default:
        return {};
    }
}

QString DoctorModel::reportLine(int row) const
{
    const ttl::doctor::Finding& finding = m_findings[static_cast<std::size_t>(row)];
    QString lines = u'[' + stateWord(finding.state) + u"] "_s + checkTitle(finding.check) + u" ("_s
        + placeText(finding, m_withCollections) + u')';
    for (const QString& more : {evidenceText(finding, m_zone), adviceText(finding.action)}) {
        if (!more.isEmpty()) {
            lines += u"\n    "_s + more;
        }
    }
    return lines;
}

} // namespace sandglass::presenters

#include "moc_doctor_model.cpp"
