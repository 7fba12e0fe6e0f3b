// SPDX-License-Identifier: GPL-3.0-or-later
// The changes of DocumentsPresenter.
#include "app/bson/builder.h"
#include "app/presenters/connections/connection_words.h"
#include "app/presenters/documents/date_change.h"
#include "app/presenters/documents/documents_presenter.h"
#include "app/presenters/words/words.h"
#include "app/protocol/server_code.h"
#include "app/services/calls/answer.h"
#include "app/services/connections/connection_service.h"
#include "app/services/documents/document_service.h"
#include "app/services/explorer/catalog_service.h"
#include "app/services/forecast/forecast_service.h"
#include "app/services/settings/settings.h"
#include "app/services/shell/service_set.h"
#include "app/ttl/own_rule.h"
#include "app/ttl/rule.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace sandglass::presenters {

namespace {

// As drivers do: the client makes the _id, and it comes first.
bson::Document withId(bson::Document document)
{
    if (document.contains("_id")) {
        return document;
    }
    bson::Builder builder;
    builder.append("_id", bson::ObjectId::generate()).appendAll(document);
    return builder.take();
}

// A unique index refuses an insertion; the message names the index.
FailureText duplicateWords(const base::Error& error)
{
    FailureText failure = describe(error);
    const bool isId = error.message.find("_id_") != std::string::npos;
    failure.sentence = isId
        ? DocumentsPresenter::tr("Another document has this _id already.")
        : DocumentsPresenter::tr("Another document has the same value in a unique index.");
    failure.advice = isId
        ? DocumentsPresenter::tr("Choose another _id, or remove it: the document gets a new one.")
        : DocumentsPresenter::tr("The details name the index. Choose another value.");
    return failure;
}

} // namespace

std::vector<bson::Document> DocumentsPresenter::documentsOf(const std::vector<int>& rows) const
{
    std::vector<bson::Document> documents;
    for (const int row : rows) {
        if (row >= 0 && row < m_model.rowCount()) {
            documents.push_back(m_model.row(row).document);
        }
    }
    return documents;
}

ttl::Comparison DocumentsPresenter::comparison() const
{
    const services::CatalogCollection* entry = m_services.catalog.catalog().find(m_state.ns);
    return entry && entry->spec.options.contains("collation") ? ttl::Comparison::Collated
                                                              : ttl::Comparison::Plain;
}

std::optional<base::Error> DocumentsPresenter::beginChange()
{
    if (m_state.busy) {
        return base::failure(Errc::Conflict, "Another change is in progress.")
            .because(base::LocalReason::ChangeActive);
    }
    if (const QString refused = whyNoChanges(m_services.connections); !refused.isEmpty()) {
        return base::failure(Errc::NotPermitted, utf8(refused));
    }
    m_state.busy = true;
    m_state.message.clear();
    m_state.failure.reset();
    m_state.editFailure.reset();
    m_state.conflict.reset();
    return std::nullopt;
}

void DocumentsPresenter::touchNow(const std::vector<int>& rows)
{
    setDate(rows, m_services.connections.serverNow(), DocumentChange::Touched);
}

void DocumentsPresenter::expireAt(const std::vector<int>& rows, const QDateTime& moment)
{
    if (const ttl::IndexSpec* index = chosenRule(); index && moment.isValid()) {
        setDate(rows, toTime(moment) - std::chrono::seconds(index->expireAfterSeconds.value_or(0)),
                DocumentChange::Rescheduled);
    }
}

void DocumentsPresenter::setDate(const std::vector<int>& rows, base::Time date,
                                 DocumentChange change)
{
    const services::CatalogCollection* entry = m_services.catalog.catalog().find(m_state.ns);
    if (m_state.field == u"_id" || (entry && ttl::bucketSpanSeconds(entry->spec) > 0)) {
        // an _id cannot be changed, and measurements of a time series cannot be updated one by one
        failChange(base::failure(Errc::Unsupported,
                                 "The date that this collection's rule uses cannot be changed.")
                       .because(base::LocalReason::DateUnchangeable));
        return;
    }
    const std::vector<bson::Document> documents = documentsOf(rows);
    if (documents.empty() || m_state.field.isEmpty() || m_state.busy) {
        return;
    }
    const services::DateNote note{change == DocumentChange::Touched ? services::DateCause::Touched
                                                                    : services::DateCause::Set};
    sendDates(
        [&] {
            return m_services.documents.changeValues(
                m_state.ns, utf8Field(),
                dateChanges(utf8Field(), documents, bson::Date::from(date)), note);
        },
        change, static_cast<std::int64_t>(documents.size()));
}

void DocumentsPresenter::undoDates()
{
    const services::DateUndo* latest = m_services.documents.latestDateUndo(m_state.ns);
    if (!latest || m_state.busy) {
        return;
    }
    // what another client has set since is left alone
    sendDates([&] { return m_services.documents.undoDates(latest->entry); },
              DocumentChange::Restored, static_cast<std::int64_t>(latest->back.size()));
}

void DocumentsPresenter::sendDates(const std::function<QFuture<Result<std::int64_t>>()>& send,
                                   DocumentChange change, std::int64_t asked)
{
    if (const auto refused = beginChange()) {
        failChange(*refused);
        return;
    }
    services::whenAnswered(send(), this, [this, change, asked](const Result<std::int64_t>& answer) {
        finishChange(change, asked, answer);
    });
    Q_EMIT stateChanged();
}

void DocumentsPresenter::followUndos()
{
    connect(&m_services.documents, &services::DocumentService::dateUndosChanged, this, [this] {
        // the end of a change made here updates it with all else
        if (!m_state.busy) {
            updateUndo();
            Q_EMIT stateChanged();
        }
    });
    updateUndo();
}

void DocumentsPresenter::updateUndo()
{
    const services::DateUndo* latest = m_services.documents.latestDateUndo(m_state.ns);
    m_state.undoable = latest ? static_cast<int>(latest->back.size()) : 0;
    m_state.undoText = !latest ? QString()
        : latest->note.cause == services::DateCause::Touched
        ? tr("&Undo the touch of %Ln document(s)", nullptr, m_state.undoable)
        : tr("&Undo the new date of %Ln document(s)", nullptr, m_state.undoable);
}

QuestionFacts DocumentsPresenter::questionFacts() const
{
    const ttl::IndexSpec* rule = chosenRule();
    return {m_services.connections.serverNow(),
            rule ? rule->expireAfterSeconds : std::optional<std::int64_t>(), nameToType()};
}

std::vector<bson::Value> DocumentsPresenter::idsOf(const std::vector<int>& rows) const
{
    std::vector<bson::Value> ids;
    for (const bson::Document& document : documentsOf(rows)) {
        ids.emplace_back(document["_id"]);
    }
    return ids;
}

DocumentQuestion DocumentsPresenter::undoQuestion() const
{
    const services::DateUndo* latest = m_services.documents.latestDateUndo(m_state.ns);
    QuestionFacts facts = questionFacts();
    if (!latest) {
        return presenters::undoQuestion(facts, {});
    }
    // the shortest of the rules of these dates deletes first; the chosen one may be of others
    facts.expireAfterSeconds.reset();
    for (const ttl::IndexSpec& index : m_rules) {
        const std::optional<ttl::Rule> rule = ttl::ruleOf({}, index);
        if (rule && rule->field == latest->field) {
            const std::int64_t after = rule->expireAfterSeconds;
            facts.expireAfterSeconds = std::min(facts.expireAfterSeconds.value_or(after), after);
        }
    }
    return presenters::undoQuestion(facts, latest->back);
}

EditVerdict DocumentsPresenter::judge(const QString& json,
                                      const std::optional<bson::Document>& loaded) const
{
    return judgeEdit(json, loaded,
                     {m_services.forecasts.rules(m_state.ns), m_services.connections.serverNow(),
                      m_services.settings.zone()});
}

void DocumentsPresenter::insert(const QString& json)
{
    const EditVerdict verdict = judge(json, {});
    if (!verdict.document) {
        failEdit(base::failure(Errc::InvalidInput, utf8(verdict.problem)));
        return;
    }
    if (const auto refused = beginChange()) {
        failEdit(*refused);
        return;
    }
    services::whenAnswered(m_services.documents.insert(m_state.ns, withId(*verdict.document)), this,
                           [this](const Result<std::int64_t>& answer) {
                               finishEdit(DocumentChange::Inserted, answer);
                           });
    Q_EMIT stateChanged();
}

void DocumentsPresenter::replace(const bson::Document& loaded, const QString& json)
{
    const EditVerdict verdict = judge(json, loaded);
    if (!verdict.document) {
        failEdit(base::failure(Errc::InvalidInput, utf8(verdict.problem)));
        return;
    }
    if (const auto refused = beginChange()) {
        failEdit(*refused);
        return;
    }
    services::whenAnswered(
        m_services.documents.replace(m_state.ns, loaded, *verdict.document, comparison()), this,
        [this, loaded](const Result<std::int64_t>& answer) {
            if (!answer && answer.error().code == Errc::Conflict) {
                readConflict(loaded, answer.error());
            } else {
                finishEdit(DocumentChange::Replaced, answer);
            }
        });
    Q_EMIT stateChanged();
}

void DocumentsPresenter::readConflict(const bson::Document& loaded, const base::Error& conflict)
{
    services::whenAnswered(
        m_services.documents.read(m_state.ns, bson::Value(loaded["_id"])), this,
        [this, conflict](const Result<std::optional<bson::Document>>& now) {
            m_state.busy = false;
            if (!now) {
                failEdit(conflict); // nothing to compare with, but nothing is lost
            } else if (!*now) {
                failEdit(
                    base::failure(Errc::NotFound, "The document with this _id no longer exists."));
            } else {
                m_state.conflict = EditConflict{**now, editorText(**now)};
                Q_EMIT stateChanged();
            }
        });
}

void DocumentsPresenter::leaveConflict()
{
    if (m_state.conflict) {
        m_state.conflict.reset();
        Q_EMIT stateChanged();
    }
}

void DocumentsPresenter::remove(const std::vector<int>& rows)
{
    std::vector<bson::Document> documents = documentsOf(rows);
    if (documents.empty() || m_state.busy) {
        return;
    }
    if (const auto refused = beginChange()) {
        failChange(*refused);
        return;
    }
    const auto asked = static_cast<std::int64_t>(documents.size());
    services::whenAnswered(
        m_services.documents.remove(m_state.ns, std::move(documents), comparison()), this,
        [this, asked](const Result<std::int64_t>& answer) {
            finishChange(DocumentChange::Removed, asked, answer);
        });
    Q_EMIT stateChanged();
}

void DocumentsPresenter::finishChange(DocumentChange change, std::int64_t asked,
                                      const Result<std::int64_t>& answer)
{
    m_state.busy = false;
    updateUndo();
    if (!answer) {
        failChange(answer.error());
        return;
    }
    m_state.message = changeMessage(change, pluralCount(*answer));
    if (*answer < asked) {
        m_state.message += u' ' + leftAloneMessage(pluralCount(asked - *answer));
    }
    m_outdated = true;
    load();
    Q_EMIT changed();
}

void DocumentsPresenter::finishEdit(DocumentChange change, const Result<std::int64_t>& answer)
{
    if (answer) {
        finishChange(change, *answer, answer);
        return;
    }
    m_state.busy = false;
    failEdit(answer.error());
}

void DocumentsPresenter::failChange(const base::Error& error)
{
    m_state.failure = describe(error);
    Q_EMIT stateChanged();
}

void DocumentsPresenter::failEdit(const base::Error& error)
{
    const bool duplicate = error.serverCode == static_cast<int>(protocol::ServerCode::DuplicateKey);
    m_state.editFailure = duplicate ? duplicateWords(error) : describe(error);
    Q_EMIT stateChanged();
}

} // namespace sandglass::presenters
