// SPDX-License-Identifier: GPL-3.0-or-later
// How DocumentsPresenter reads pages, and what it shows of them.
#include "app/presenters/documents/documents_presenter.h"
#include "app/presenters/words/words.h"
#include "app/protocol/code_trait.h"
#include "app/services/calls/latest.h"
#include "app/services/connections/connection_service.h"
#include "app/services/documents/document_page.h"
#include "app/services/documents/document_service.h"
#include "app/services/explorer/catalog_service.h"
#include "app/services/settings/settings.h"
#include "app/services/shell/service_set.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sandglass::presenters {

namespace {

constexpr int kPageSize = 50;

// How a server refuses a filter or an order that it does not understand. Source: MongoDB server
// source, error_codes.yml: BadValue, FailedToParse, TypeMismatch, InvalidPipelineOperator; codes
// from 10 000 on are those of single checks, except those of the server's own state.
bool refusesQuery(const base::Error& error)
{
    constexpr std::array<int, 4> kCodes{2, 9, 14, 168};
    return error.code == Errc::Server
        && (std::ranges::find(kCodes, error.serverCode) != kCodes.end()
            || (error.serverCode >= 10'000
                && !protocol::hasTrait(error.serverCode, protocol::CodeTrait::Circumstantial)));
}

} // namespace

bool DocumentsPresenter::takeRefusal(const base::Error& error)
{
    if (!m_before || !refusesQuery(error)) {
        return false;
    }
    QString& problem = m_before->filter == m_filter ? m_state.sortProblem : m_state.filterProblem;
    problem = tr("The server refuses this: %1").arg(text(error.message));
    m_filter = m_before->filter;
    m_sort = m_before->sort;
    m_state.filterText = m_before->filterText;
    m_state.sortText = m_before->sortText;
    m_before.reset();
    return true;
}

void DocumentsPresenter::nextPage()
{
    if (m_state.hasNext) {
        turnTo(m_state.page + 1);
    }
}

void DocumentsPresenter::previousPage()
{
    if (m_state.page > 0) {
        turnTo(m_state.page - 1);
    }
}

void DocumentsPresenter::firstPage()
{
    if (m_state.page > 0) {
        turnTo(0);
    }
}

void DocumentsPresenter::lastPage()
{
    if (m_state.hasLast) {
        turnTo(static_cast<int>((m_state.total.documents - 1) / kPageSize));
    }
}

void DocumentsPresenter::refresh()
{
    load();
}

// The server may need a while to end the reading, or never answer: nobody waits for that.
void DocumentsPresenter::cancelReading()
{
    m_readCancel.cancel();
    if (m_state.reading && m_view) {
        m_query->drop();
        backToView();
        // what was changed meanwhile is not as it is on screen
        endReading(m_outdated ? Phase::Stale : m_phaseBefore);
        Q_EMIT stateChanged();
    }
}

void DocumentsPresenter::backToView()
{
    m_before.reset();
    m_filter = m_view->asked.filter;
    m_sort = m_view->asked.sort;
    m_state.filterText = m_view->asked.filterText;
    m_state.sortText = m_view->asked.sortText;
    m_ruleName = m_view->ruleName;
    takeRule();
    m_state.shown = m_view->shown;
    m_state.page = m_view->page;
    m_state.hasPrevious = m_state.page > 0;
    m_state.hasNext = m_view->hasNext;
    updateKinds();
    updateRange();
    if (!m_countsView) {
        m_count->drop();
        m_countsView = true;
        m_state.total = m_view->total;
        if (m_state.total.phase == Phase::Loading && m_services.connections.isConnected()) {
            countAll();
        }
    }
    updateLast();
}

void DocumentsPresenter::endReading(Phase phase)
{
    m_slow.stop();
    m_state.reading = false;
    m_state.phase = phase;
    updateAge(phase == Phase::Stale);
}

void DocumentsPresenter::updateAge(bool old)
{
    m_state.asOfText = old && m_view
        ? tr("as of %1").arg(timeOfDayText(m_readAt, m_services.settings.zone()))
        : QString();
}

void DocumentsPresenter::loseConnection()
{
    m_lost = true;
    m_readCancel.cancel();
    m_query->drop();
    m_state.failure.reset(); // the loss is said once, above all pages
    if (m_view) {
        backToView();
    }
    m_count->drop();
    if (m_state.total.phase == Phase::Loading) {
        m_state.total = {Phase::Failed, 0, false, tr("(total not known)"), {}};
    }
    // no page can be turned
    m_state.hasPrevious = false;
    m_state.hasNext = false;
    m_state.hasLast = false;
    endReading(m_view ? Phase::Stale : Phase::Idle);
    Q_EMIT stateChanged();
}

void DocumentsPresenter::forget()
{
    m_view.reset();
    m_before.reset();
    m_outdated = false;
    m_model.setRows({}, m_services.connections.serverNow(), m_services.settings.zone());
    m_state.page = 0;
    m_state.pageText.clear();
    m_state.total = {};
    m_state.message.clear();
    m_state.failure.reset();
    m_state.editFailure.reset();
    m_state.conflict.reset();
    endReading(Phase::Idle);
    updateUndo();
}

void DocumentsPresenter::readAgain()
{
    if (m_server.change(services::serverName(m_services.connections.state()))) {
        forget();
        Q_EMIT stateChanged();
    }
    // of another server, the catalogue has to say first by which rule to sort
    if (m_visible && m_lost && m_services.catalog.knows(m_state.ns)) {
        load();
    }
}

void DocumentsPresenter::turnTo(int page)
{
    if (m_services.connections.isConnected()) {
        m_state.page = page;
        loadPage();
    }
}

services::DocumentChoice DocumentsPresenter::choice() const
{
    services::DocumentChoice choice;
    ttl::DocumentQuery& query = choice.query;
    query.ns = m_state.ns;
    query.filter = m_filter;
    query.sort = m_sort;
    query.skip = m_state.page * kPageSize;
    query.limit = kPageSize + 1; // one more shows whether there is a next page
    const ttl::IndexSpec* index = chosenRule();
    if (!index) {
        return choice;
    }
    ttl::Rule rule = knownRule(*index);
    choice.judgeBy(rule);
    const DocumentsShown& shown = m_state.shown;
    rule.expireAfterSeconds = shown.triedSeconds.value_or(rule.expireAfterSeconds);
    choice.never = shown.bar == BarDocuments::Kind::Never;
    choice.reason = shown.never;
    // a bar is of moments of expiry, the query is by dates
    const std::chrono::seconds after(rule.latestAfterSeconds());
    if (shown.from && !choice.never && shown.bar != BarDocuments::Kind::Overdue) {
        query.from = bson::Date::from(*shown.from - after);
    }
    if (shown.to && !choice.never && shown.bar != BarDocuments::Kind::Later) {
        query.to = bson::Date::from(*shown.to - after);
    }
    return choice;
}

void DocumentsPresenter::load()
{
    if (!m_services.connections.isConnected()) {
        return;
    }
    m_countsView = false;
    countAll();
    loadPage();
}

void DocumentsPresenter::countAll()
{
    m_state.total = {Phase::Loading, 0, false, tr("of …"), {}};
    m_state.hasLast = false;
    m_count->ask(m_services.documents.total(choice()), this,
                 [this](const Result<services::DocumentTotal>& answer) { finishCount(answer); });
}

void DocumentsPresenter::loadPage()
{
    if (!m_services.connections.isConnected()) {
        return;
    }
    m_lost = false;
    if (!m_state.reading) {
        m_phaseBefore = m_state.phase;
        m_slow.start();
    }
    m_state.reading = true;
    m_state.phase = m_model.rowCount() == 0 ? Phase::Loading : Phase::Stale;
    m_readCancel.cancel();
    m_readCancel = {};
    m_askedAt = m_services.connections.serverNow();
    m_query->ask(m_services.documents.page(choice(), m_readCancel), this,
                 [this](const Result<services::DocumentPage>& answer) { finishLoad(answer); });
    Q_EMIT stateChanged();
}

void DocumentsPresenter::finishCount(const Result<services::DocumentTotal>& answer)
{
    TotalState& total = m_state.total;
    if (!answer) {
        const FailureText failure = describe(answer.error());
        total = {Phase::Failed, 0, false, tr("(total not known)"), failure.sentence};
    } else {
        total.phase = Phase::Ready;
        total.documents = answer->documents;
        total.more = answer->more;
        total.text = (answer->more ? tr("of more than %1") : tr("of %1"))
                         .arg(countText(answer->documents));
        total.reason = answer->more
            ? tr("The server stopped counting there, so that it is not kept busy.")
            : QString();
    }
    if (m_view && m_countsView) {
        m_view->total = total;
    }
    updateLast();
    Q_EMIT stateChanged();
}

void DocumentsPresenter::updateLast()
{
    const TotalState& total = m_state.total;
    m_state.hasLast = total.phase == Phase::Ready && !total.more
        && (total.documents - 1) / kPageSize > m_state.page;
}

void DocumentsPresenter::finishLoad(const Result<services::DocumentPage>& answer)
{
    if (!answer) {
        if (takeRefusal(answer.error())) {
            load(); // what was listed before
            return;
        }
        m_state.failure = describe(answer.error());
        endReading(m_model.rowCount() == 0 ? Phase::Failed : Phase::Stale);
        Q_EMIT stateChanged();
        return;
    }
    m_before.reset();
    if (answer->documents.empty() && m_state.page > 0) {
        --m_state.page; // the last ones of this page are gone
        loadPage();
        return;
    }
    m_state.failure.reset();
    m_outdated = false;
    m_readAt = m_askedAt;
    m_countsView = true;
    endReading(Phase::Ready);
    showPage(*answer);
    m_view = View{asked(), m_ruleName, m_state.shown, m_state.page, m_state.hasNext, m_state.total};
    Q_EMIT stateChanged();
}

void DocumentsPresenter::showPage(const services::DocumentPage& page)
{
    const ttl::IndexSpec* index = chosenRule();
    const std::optional<ttl::Rule> rule = index ? std::optional(knownRule(*index)) : std::nullopt;
    std::vector<DocumentRow> rows;
    const std::size_t shown = std::min<std::size_t>(page.documents.size(), kPageSize);
    for (std::size_t i = 0; i < shown; ++i) {
        rows.push_back(documentRow(page.documents[i], rule, page.outsideFilter[i]));
    }
    m_state.hasNext = page.documents.size() > kPageSize;
    m_state.hasPrevious = m_state.page > 0;
    updateLast();
    const int first = m_state.page * kPageSize;
    m_state.pageText = shown == 0
        ? tr("no documents")
        : tr("%1 – %2").arg(countText(first + 1), countText(first + static_cast<int>(shown)));
    m_model.setRows(std::move(rows), m_services.connections.serverNow(),
                    m_services.settings.zone());
}

} // namespace sandglass::presenters
