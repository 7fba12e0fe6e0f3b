// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/documents/document_words.h"

#include "app/bson/json.h"
#include "app/presenters/documents/documents_presenter.h"
#include "app/presenters/words/words.h"

#include <QStringList>

#include <chrono>

namespace sandglass::presenters {

namespace {

constexpr std::size_t kNamedDocuments = 10; // in a question
constexpr qsizetype kLongestId = 60;

QString shortId(const bson::Value& id)
{
    const QString shown = id.type() == bson::Type::ObjectId ? text(id.view().asObjectId().text())
                                                            : text(bson::toJson(id.view()));
    return shown.size() > kLongestId ? shown.left(kLongestId) + u'…' : shown;
}

QString targetsText(const std::vector<bson::Value>& ids)
{
    QStringList lines;
    for (std::size_t i = 0; i < ids.size() && i < kNamedDocuments; ++i) {
        lines << shortId(ids[i]);
    }
    if (ids.size() > kNamedDocuments) {
        lines << DocumentsPresenter::tr("… and %Ln more document(s)", nullptr,
                                        static_cast<int>(ids.size() - kNamedDocuments));
    }
    return lines.join(u'\n');
}

// The question is asked if documents are deleted at once, and on a production connection always.
DocumentQuestion questionFor(const QuestionFacts& facts, const std::vector<bson::Value>& ids,
                             const QString& title, bool deletes)
{
    DocumentQuestion question;
    question.asks = deletes || !facts.nameToType.isEmpty();
    question.title = title;
    question.targets = targetsText(ids);
    question.nameToType = facts.nameToType;
    return question;
}

} // namespace

DocumentQuestion removalQuestion(const QuestionFacts& facts, const std::vector<bson::Value>& ids)
{
    const int count = static_cast<int>(ids.size());
    DocumentQuestion question
        = questionFor(facts, ids, DocumentsPresenter::tr("Delete Documents"), true);
    question.sentence
        = DocumentsPresenter::tr("Delete %Ln document(s)? This cannot be undone.", nullptr, count);
    question.buttonText = DocumentsPresenter::tr("&Delete %Ln document(s)", nullptr, count);
    return question;
}

DocumentQuestion touchQuestion(const QuestionFacts& facts, const std::vector<bson::Value>& ids)
{
    const int count = static_cast<int>(ids.size());
    // under a rule "at the stored date" the current time is a date that is due
    const bool expires = facts.expireAfterSeconds == 0;
    DocumentQuestion question
        = questionFor(facts, ids, DocumentsPresenter::tr("Touch Documents"), expires);
    question.sentence = expires
        ? DocumentsPresenter::tr(
            "The rule expires documents at the stored date: with the current "
            "time as their date, %Ln document(s) are deleted by the next pass.",
            nullptr, count)
        : DocumentsPresenter::tr("%Ln document(s) get the server's current time as the date.",
                                 nullptr, count);
    question.buttonText = expires
        ? DocumentsPresenter::tr("&Touch and delete %Ln document(s)", nullptr, count)
        : DocumentsPresenter::tr("&Touch %Ln document(s)", nullptr, count);
    return question;
}

DocumentQuestion expireQuestion(const QuestionFacts& facts, const std::vector<bson::Value>& ids,
                                const QDateTime& moment)
{
    const int count = static_cast<int>(ids.size());
    const bool expires = moment.isValid() && toTime(moment) <= facts.now;
    DocumentQuestion question
        = questionFor(facts, ids, DocumentsPresenter::tr("Expire Documents"), expires);
    question.sentence = expires
        ? DocumentsPresenter::tr("This moment has passed: %Ln document(s) are deleted by the next "
                                 "pass. Deleted documents do not come back.",
                                 nullptr, count)
        : DocumentsPresenter::tr("%Ln document(s) get a new date.", nullptr, count);
    question.buttonText = expires
        ? DocumentsPresenter::tr("&Set the date and delete %Ln document(s)", nullptr, count)
        : DocumentsPresenter::tr("&Set the date of %Ln document(s)", nullptr, count);
    return question;
}

DocumentQuestion undoQuestion(const QuestionFacts& facts, const std::vector<ttl::ValueChange>& back)
{
    const std::chrono::seconds after(facts.expireAfterSeconds.value_or(0));
    std::vector<bson::Value> ids;
    std::vector<bson::Value> dueIds;
    for (const ttl::ValueChange& change : back) {
        ids.push_back(change.id);
        if (change.to.type() == bson::Type::Date
            && change.to.view().asDate().time() + after <= facts.now) {
            dueIds.push_back(change.id);
        }
    }
    const auto due = static_cast<int>(dueIds.size());
    // a production connection asks also where nothing is deleted
    DocumentQuestion question = questionFor(
        facts, due > 0 ? dueIds : ids, DocumentsPresenter::tr("Undo the Change of Dates"), due > 0);
    question.sentence = due > 0
        ? DocumentsPresenter::tr("The documents get their earlier dates again: %Ln document(s) are "
                                 "deleted by the next pass.",
                                 nullptr, due)
        : DocumentsPresenter::tr("%Ln document(s) get the earlier date again.", nullptr,
                                 static_cast<int>(ids.size()));
    question.buttonText = due > 0
        ? DocumentsPresenter::tr("&Undo and delete %Ln document(s)", nullptr, due)
        : DocumentsPresenter::tr("&Undo");
    return question;
}

QString changeMessage(DocumentChange change, int count)
{
    switch (change) {
    case DocumentChange::Touched:
        return DocumentsPresenter::tr("%Ln document(s) touched.", nullptr, count);
    case DocumentChange::Rescheduled:
        return DocumentsPresenter::tr("%Ln document(s) given a new date.", nullptr, count);
    case DocumentChange::Inserted:
        return DocumentsPresenter::tr("%Ln document(s) inserted.", nullptr, count);
    case DocumentChange::Replaced:
        return DocumentsPresenter::tr("%Ln document(s) replaced.", nullptr, count);
    case DocumentChange::Removed:
        return DocumentsPresenter::tr("%Ln document(s) deleted.", nullptr, count);
    case DocumentChange::Restored:
        break;
    }
    return DocumentsPresenter::tr("%Ln document(s) given the earlier date again.", nullptr, count);
}

QString leftAloneMessage(int count)
{
    return DocumentsPresenter::tr("Left as they are, since another client has changed or deleted "
                                  "them: %Ln document(s).",
                                  nullptr, count);
}

} // namespace sandglass::presenters
