// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/documents/document_edit.h"

#include "app/bson/compare.h"
#include "app/bson/json.h"
#include "app/presenters/words/json_fault_text.h"
#include "app/presenters/words/words.h"

#include <QCoreApplication>

#include <utility>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

struct DocumentEdit
{
    Q_DECLARE_TR_FUNCTIONS(DocumentEdit)
};

// Why this is no replacement for the document; empty: it is.
QString idProblem(const bson::Document& typed, const bson::Document& loaded)
{
    const QString id = text(bson::toJson(loaded["_id"]));
    if (!typed.contains("_id")) {
        return DocumentEdit::tr("The _id is missing. It says which document to replace: put back "
                                "\"_id\": %1.")
            .arg(id);
    }
    return bson::equal(typed["_id"], loaded["_id"])
        ? QString()
        : DocumentEdit::tr(
              "The _id of a document cannot be changed. Put back %1, or insert this as "
              "a new document.")
              .arg(id);
}

// The rule by which the document expires first.
struct FirstExpiry
{
    const ttl::Rule* rule = nullptr; // null: there is none
    ttl::Verdict verdict;
};

FirstExpiry firstExpiry(const bson::Document& document, const std::vector<ttl::Rule>& rules)
{
    FirstExpiry first;
    for (const ttl::Rule& rule : rules) {
        if (rule.hiddenByServer) {
            continue;
        }
        const ttl::Verdict verdict = ttl::judge(rule.forJudging(), document);
        const bool sooner = verdict.eligibleAt
            && (!first.verdict.eligibleAt || *verdict.eligibleAt < *first.verdict.eligibleAt);
        if (!first.rule || sooner) {
            first = {&rule, verdict};
        }
    }
    return first;
}

void describeEffect(EditVerdict& verdict, const EditFacts& facts)
{
    const FirstExpiry first = firstExpiry(*verdict.document, facts.rules);
    if (!first.rule) {
        return;
    }
    if (!first.verdict.eligibleAt) {
        verdict.effect
            = DocumentEdit::tr("This document does not expire then (%1).")
                  .arg(neverText(first.verdict.never.value_or(ttl::NeverReason::NoField)));
        return;
    }
    const base::Time at = *first.verdict.eligibleAt;
    verdict.due = at <= facts.now;
    verdict.effect = verdict.due
        ? DocumentEdit::tr("This document is overdue then: it is deleted with the next pass.")
        //: %1 is "in 2 d 4 h", %2 the moment
        : DocumentEdit::tr("This document expires %1 then (%2).")
              .arg(countdownText(at, facts.now), zonedMomentText(at, facts.zone));
    if (first.rule->partialFilter) {
        // only the server evaluates the filter
        verdict.effect
            += u' ' + DocumentEdit::tr("That holds if the partial filter of the rule includes it.");
    }
}

} // namespace

QString editorText(const bson::Document& document)
{
    return text(bson::toPrettyJson(document, bson::JsonForm::Relaxed));
}

EditVerdict judgeEdit(const QString& typed, const std::optional<bson::Document>& loaded,
                      const EditFacts& facts)
{
    EditVerdict verdict;
    bson::JsonReading reading;
    if (loaded) {
        reading.like = loaded->view();
    }
    bson::JsonParsed parsed = bson::parseJson(utf8(typed), reading);
    if (!parsed) {
        //: %1 is a sentence that says where the text is wrong
        verdict.problem
            = DocumentEdit::tr("This is not a document. %1").arg(jsonFaultText(parsed.error()));
        return verdict;
    }
    if (loaded) {
        verdict.problem = idProblem(*parsed, *loaded);
    }
    if (verdict.problem.isEmpty()) {
        verdict.document = std::move(*parsed);
        describeEffect(verdict, facts);
    }
    return verdict;
}

} // namespace sandglass::presenters
