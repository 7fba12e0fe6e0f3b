// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/doctor/doctor_presenter.h"

#include "app/bson/json.h"
#include "app/presenters/connections/connection_words.h"
#include "app/presenters/doctor/doctor_words.h"
#include "app/presenters/doctor/finding_filter.h"
#include "app/presenters/words/words.h"
#include "app/services/calls/latest.h"
#include "app/services/connections/connection_service.h"
#include "app/services/doctor/doctor_service.h"
#include "app/services/explorer/catalog_service.h"
#include "app/services/settings/settings.h"
#include "app/services/shell/service_set.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

using ttl::doctor::State;

constexpr qsizetype kLongestIdText = 60;

// Whether every check that applies was answered, so that finding nothing means something.
bool isAnswered(const ttl::doctor::Report& report)
{
    return report.count(State::NotPermitted) == 0 && report.count(State::Unknown) == 0;
}

} // namespace

DoctorPresenter::DoctorPresenter(services::ServiceSet& services,
                                 std::optional<protocol::Namespace> ns, QObject* parent)
    : QObject(parent)
    , m_services(services)
    , m_ns(std::move(ns))
    , m_query(std::make_unique<services::Latest>())
{
    m_model.setZone(m_services.settings.zone());
    connect(&m_services.catalog, &services::CatalogService::changed, this,
            &DoctorPresenter::loadTargets);
    connect(&m_services.connections, &services::ConnectionService::stateChanged, this,
            &DoctorPresenter::updateConnection);
    connect(&m_services.connections, &services::ConnectionService::disconnected, this,
            &DoctorPresenter::forget);
    connect(&m_services.settings, &services::Settings::zoneChanged, this,
            [this] { m_model.setZone(m_services.settings.zone()); });
    loadTargets();
}

DoctorPresenter::~DoctorPresenter()
{
    m_cancel.cancel();
}

void DoctorPresenter::loadTargets()
{
    // the chosen target stays chosen if it is still there, else all rules are
    const QString before = m_state.targets.value(m_state.target);
    QStringList targets{m_ns ? tr("All rules of the collection") : tr("All rules of the server")};
    m_indexes.clear();
    const services::CatalogCollection* entry
        = m_ns ? m_services.catalog.catalog().find(*m_ns) : nullptr;
    for (const ttl::IndexSpec& index : entry ? entry->indexes : std::vector<ttl::IndexSpec>{}) {
        if (!index.isIdIndex()) {
            m_indexes.push_back(index.name);
            targets << tr("Index %1").arg(text(index.name));
        }
    }
    if (m_document) {
        const QString id = text(bson::toJson(m_document->view()));
        targets << tr("Document %1")
                       .arg(id.size() > kLongestIdText ? id.left(kLongestIdText) + u'…' : id);
    }
    m_state.targets = targets;
    m_state.target = std::max<int>(0, static_cast<int>(targets.indexOf(before)));
    updateConnection();
}

void DoctorPresenter::updateConnection()
{
    m_state.canCheck = m_services.connections.isConnected() && !m_state.busy;
    Q_EMIT stateChanged();
}

// The next connection may be to another server, to which the report does not apply.
void DoctorPresenter::forget()
{
    m_cancel.cancel();
    m_query->drop();
    m_state.busy = false;
    m_document.reset();
    m_state.target = 0;
    m_state.phase = Phase::Idle;
    m_state.headline.clear();
    m_state.asOfText.clear();
    m_state.failure.reset();
    m_model.setFindings({}, false);
    loadTargets();
}

void DoctorPresenter::setTarget(int target)
{
    if (target < 0 || target >= m_state.targets.size() || target == m_state.target) {
        return;
    }
    cancel();
    m_state.target = target;
    m_state.phase = Phase::Idle;
    m_state.headline.clear();
    m_state.asOfText.clear();
    m_state.failure.reset();
    m_model.setFindings({}, false);
    Q_EMIT stateChanged();
}

void DoctorPresenter::examineDocument(const bson::Value& id)
{
    m_document = id;
    loadTargets();
    setTarget(static_cast<int>(m_state.targets.size()) - 1);
    check();
}

services::DoctorTarget DoctorPresenter::chosen() const
{
    services::DoctorTarget target;
    target.collection = m_ns;
    // position 0: all rules; then the indexes; then the document
    const auto row = static_cast<std::size_t>(m_state.target);
    if (row > m_indexes.size()) {
        target.document = m_document;
    } else if (row > 0) {
        target.index = m_indexes[row - 1];
    }
    return target;
}

void DoctorPresenter::check()
{
    if (!m_services.connections.isConnected()) {
        return;
    }
    m_cancel.cancel();
    m_cancel = {};
    m_state.busy = true;
    // the previous report stays on screen, dimmed
    m_state.phase = m_model.rowCount() == 0 ? Phase::Loading : Phase::Stale;
    m_checked = m_state.targets.value(m_state.target);
    m_query->ask(m_services.doctor.examine(chosen(), m_cancel), this,
                 [this](const Result<services::Diagnosis>& answer) { finish(answer); });
    updateConnection();
}

void DoctorPresenter::cancel()
{
    if (!m_state.busy) {
        return;
    }
    m_cancel.cancel();
    m_query->drop();
    m_state.busy = false;
    m_state.phase = m_model.rowCount() == 0 ? Phase::Idle : Phase::Ready;
    updateConnection();
}

void DoctorPresenter::refresh()
{
    if (m_visible && m_state.phase != Phase::Idle) {
        check();
    }
}

void DoctorPresenter::finish(const Result<services::Diagnosis>& answer)
{
    m_state.busy = false;
    m_state.failure.reset();
    if (answer) {
        show(*answer);
    } else {
        const bool cancelled = answer.error().code == Errc::Cancelled;
        m_state.phase = m_model.rowCount() > 0 ? Phase::Stale
            : cancelled                        ? Phase::Idle
                                               : Phase::Failed;
        // the user has cancelled it in the list of tasks, so there is nothing to report
        if (!cancelled) {
            m_state.failure = describe(answer.error());
        }
    }
    updateConnection();
}

void DoctorPresenter::show(const services::Diagnosis& diagnosis)
{
    const ttl::doctor::Report& report = diagnosis.report;
    m_state.phase = Phase::Ready;
    m_state.headline = summary(diagnosis);
    m_state.headlineTone = report.count(State::Failed) > 0 ? Tone::Bad
        : report.count(State::Warning) > 0                 ? Tone::Warning
        : isAnswered(report)                               ? Tone::Good
                                                           : Tone::Plain;
    m_state.asOfText = tr("as of %1").arg(timeOfDayText(diagnosis.now, m_services.settings.zone()));
    m_model.setFindings(report.findings, !m_ns,
                        [this, now = diagnosis.now](const ttl::doctor::Finding& finding) {
                            return filterOf(finding, now);
                        });
}

QString DoctorPresenter::filterOf(const ttl::doctor::Finding& finding, base::Time now) const
{
    // a chosen document is the one in question, whatever its fault
    if (m_document && m_state.target == static_cast<int>(m_state.targets.size()) - 1) {
        return u"{\"_id\": %1}"_s.arg(text(bson::toJson(m_document->view())));
    }
    const services::CatalogCollection* entry = m_services.catalog.catalog().find(finding.ns);
    if (!entry) {
        return {};
    }
    const auto index = std::ranges::find(entry->indexes, finding.index, &ttl::IndexSpec::name);
    return findingFilter(finding, index == entry->indexes.end() ? nullptr : &*index, now);
}

QString DoctorPresenter::summary(const services::Diagnosis& diagnosis) const
{
    const std::int64_t failed = diagnosis.report.count(State::Failed);
    // for a single document, the headline says when it expires
    if (diagnosis.verdict) {
        return verdictText(*diagnosis.verdict, diagnosis.now, failed > 0);
    }
    const std::int64_t warnings = diagnosis.report.count(State::Warning);
    const std::int64_t refused = diagnosis.report.count(State::NotPermitted);
    QStringList parts;
    if (failed > 0) {
        parts << tr("%Ln cause(s) found.", nullptr, pluralCount(failed));
    }
    if (warnings > 0) {
        parts << tr("%Ln warning(s).", nullptr, pluralCount(warnings));
    }
    if (refused > 0) {
        parts << tr("%Ln check(s) not permitted.", nullptr, pluralCount(refused));
    }
    if (parts.isEmpty() && !isAnswered(diagnosis.report)) {
        parts << tr("No cause was found, but not every check was answered.");
    }
    return parts.isEmpty() ? tr("Nothing prevents deletion.") : parts.join(u' ');
}

QString DoctorPresenter::reportText() const
{
    QStringList lines;
    //: %1 is a collection or the name of a server, %2 what was checked
    lines << tr("Why is this not expiring? %1 – %2")
                 .arg(m_ns ? text(m_ns->text()) : connectionName(m_services.connections.state()),
                      m_checked);
    lines << m_state.asOfText << m_state.headline << QString();
    for (int row = 0; row < m_model.rowCount(); ++row) {
        lines << m_model.reportLine(row);
    }
    return lines.join(u'\n') + u'\n';
}

} // namespace sandglass::presenters

#include "moc_doctor_presenter.cpp"
