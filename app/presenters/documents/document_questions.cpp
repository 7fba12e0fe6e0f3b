// SPDX-License-Identifier: GPL-3.0-or-later
// What the Documents tab asks before it changes something.
#include "app/presenters/documents/documents_presenter.h"
#include "app/presenters/words/words.h"
#include "app/services/connections/connection_service.h"
#include "app/services/documents/document_service.h"
#include "app/services/shell/service_set.h"

#include <algorithm>
#include <chrono>

namespace sandglass::presenters {

QString DocumentsPresenter::nameToType() const
{
    return m_services.connections.state().label.isProduction() ? text(m_state.ns.collection)
                                                               : QString();
}

DocumentQuestion DocumentsPresenter::removalQuestion(int count) const
{
    return {true, tr("Delete Documents"),
            tr("Delete %n document(s)? This cannot be undone.", nullptr, count),
            tr("&Delete %n document(s)", nullptr, count), nameToType()};
}

DocumentQuestion DocumentsPresenter::touchQuestion(int count) const
{
    const ttl::IndexSpec* index = chosenRule();
    // by a rule "at the stored date" the current time is a date that is due
    const bool expires = index && index->expireAfterSeconds == 0;
    DocumentQuestion question{expires, tr("Touch Documents"), {}, {}, nameToType()};
    question.asks = expires || !question.nameToType.isEmpty();
    question.sentence = expires
        ? tr("The rule expires documents at the stored date: with the current time as their date, "
             "%n document(s) are deleted by the next pass.",
             nullptr, count)
        : tr("%n document(s) get the server's current time as their date.", nullptr, count);
    question.buttonText = expires ? tr("&Touch and delete %n document(s)", nullptr, count)
                                  : tr("&Touch %n document(s)", nullptr, count);
    return question;
}

DocumentQuestion DocumentsPresenter::expireQuestion(int count, const QDateTime& moment) const
{
    const bool expires = moment.isValid() && toTime(moment) <= m_services.connections.serverNow();
    DocumentQuestion question{expires, tr("Expire Documents"), {}, {}, nameToType()};
    question.asks = expires || !question.nameToType.isEmpty();
    question.sentence = expires
        ? tr("This moment has passed: %n document(s) are deleted by the next pass. Deleted "
             "documents do not come back.",
             nullptr, count)
        : tr("%n document(s) get a new date.", nullptr, count);
    question.buttonText = expires ? tr("&Set the date and delete %n document(s)", nullptr, count)
                                  : tr("&Set the date of %n document(s)", nullptr, count);
    return question;
}

DocumentQuestion DocumentsPresenter::undoQuestion() const
{
    const ttl::IndexSpec* index = chosenRule();
    const std::chrono::seconds after(index ? index->expireAfterSeconds.value_or(0) : 0);
    const base::Time now = m_services.connections.serverNow();
    const auto due = static_cast<int>(
        std::ranges::count_if(m_earlier, [&](const services::FieldValue& earlier) {
            return earlier.value.type() == bson::Type::Date
                && earlier.value.view().asDate().time() + after <= now;
        }));
    DocumentQuestion question{due > 0, tr("Undo the Change of Dates"), {}, {}, nameToType()};
    question.asks = due > 0 || !question.nameToType.isEmpty();
    question.sentence
        = tr("The documents get their earlier dates again: %n document(s) are deleted by the next "
             "pass.",
             nullptr, due);
    question.buttonText
        = due > 0 ? tr("&Undo and delete %n document(s)", nullptr, due) : tr("&Undo");
    return question;
}

} // namespace sandglass::presenters
