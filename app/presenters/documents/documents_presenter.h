// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/presenters/documents/document_table_model.h"
#include "app/presenters/documents/document_words.h"
#include "app/presenters/forecast/forecast_state.h"
#include "app/ttl/call_limits.h"
#include "app/ttl/types.h"

#include <QDateTime>
#include <QObject>
#include <QStringList>
#include <QTimer>

#include <memory>
#include <optional>
#include <vector>

namespace sandglass::services {
class Latest;
struct DocumentPage;
struct FieldValue;
struct ServiceSet;
} // namespace sandglass::services

namespace sandglass::ttl {
struct Rule;
}

namespace sandglass::presenters {

/// What the tab shows besides its table.
struct DocumentsState
{
    Phase phase = Phase::Idle; ///< of the page
    protocol::Namespace ns;
    QStringList ruleNames; ///< rules of the collection; may be empty
    int rule = -1; ///< position of the chosen rule, by which documents are sorted; −1: none
    QString field; ///< of the chosen rule
    std::optional<base::Time> from; ///< start of the shown range of expiry, exclusive
    std::optional<base::Time> to; ///< its end, inclusive; both are unset without a range
    QString rangeText; ///< "expiring 12:00:00 – 12:05:00"; empty without a range
    int page = 0; ///< 0-based
    bool hasPrevious = false; ///< there is a page before
    bool hasNext = false; ///< there is a page after
    QString pageText; ///< "51 – 100"
    QString cannotChangeReason; ///< why changes are refused; empty: they are not
    bool busy = false; ///< a change is in progress
    QString message; ///< result of the last change: "3 documents touched."
    int undoable = 0; ///< number of documents whose date undoDates() can restore
    std::optional<FailureText> failure; ///< of reading the page, or of the last change
};

/// The Documents tab of a collection: a page of documents, soonest expiry first, and changes to
/// them. GUI thread.
class DocumentsPresenter : public QObject
{
    Q_OBJECT
public:
    /// `services` must outlive this object. Reads nothing before it is visible.
    DocumentsPresenter(services::ServiceSet& services, protocol::Namespace ns,
                       QObject* parent = nullptr);
    ~DocumentsPresenter() override;

    /// The current state; stateChanged() announces changes.
    const DocumentsState& state() const { return m_state; }
    /// The documents of the page.
    DocumentTableModel& model() { return m_model; }

    /// Whether the tab is on screen. Countdowns advance only while it is.
    void setVisible(bool visible);
    /// Whether it is.
    bool isVisible() const { return m_visible; }
    /// Shows and sorts documents by another rule. `rule`: position in state().ruleNames.
    void setRule(int rule);
    /// Shows only documents that expire after `from`, up to `to`. `indexName`: of the rule to use;
    /// an unknown name leaves the chosen rule.
    void showRange(base::Time from, base::Time to, const std::string& indexName = {});
    /// Shows all documents again.
    void clearRange();
    /// Shows the next page, if there is one.
    void nextPage();
    /// Shows the previous page, if there is one.
    void previousPage();
    /// Reads the page again.
    void refresh();
    /// Ends the reading in progress.
    void cancelReading();

    /// Sets the rule's field of these rows to the current time of the server, as applications do to
    /// keep a document that is in use. The result of this and of the functions below is in
    /// state().message or state().failure. They do nothing while a change is in progress.
    void touchNow(const std::vector<int>& rows);
    /// Sets the rule's field of these rows so that the documents expire at `moment`.
    void expireAt(const std::vector<int>& rows, const QDateTime& moment);
    /// Restores the dates that the last touchNow() or expireAt() has replaced.
    void undoDates();
    /// The question before undoDates(): the earlier dates may be due by now.
    DocumentQuestion undoQuestion() const;
    /// Inserts a document, given as extended JSON. Without an _id it gets a new ObjectId.
    void insert(const QString& json);
    /// Replaces the document of a row. `json`: with the same _id.
    void replace(int row, const QString& json);
    /// Deletes the documents of these rows.
    void remove(const std::vector<int>& rows);
    /// The question before remove() of `count` documents.
    DocumentQuestion removalQuestion(int count) const
    {
        return presenters::removalQuestion(questionFacts(), count);
    }
    /// The question before touchNow() of `count` documents.
    DocumentQuestion touchQuestion(int count) const
    {
        return presenters::touchQuestion(questionFacts(), count);
    }
    /// The question before expireAt() of `count` documents.
    DocumentQuestion expireQuestion(int count, const QDateTime& moment) const
    {
        return presenters::expireQuestion(questionFacts(), count, moment);
    }
    /// The name to type before a document is written; empty except on a production connection.
    QString nameToType() const;
    /// The current server time in the zone for display: the first value of a date chooser.
    QDateTime shownNow() const;
    /// Why a text is not a document, for the editor while typing; empty without a fault.
    QString problemWith(const QString& json) const;

Q_SIGNALS:
    /// state() has changed.
    void stateChanged();
    /// A change has succeeded, so an editor can close.
    void changed();

private:
    /// Takes the rules of the collection from the catalogue.
    void loadRules();
    /// Reads the page.
    void load();
    /// Shows the page that was read.
    void finishLoad(const Result<services::DocumentPage>& answer);
    /// Shows the result of a change and reads the page again. `answer`: number of documents.
    void finishChange(DocumentChange change, const Result<std::int64_t>& answer);
    /// Shows why a change has failed.
    void failChange(const base::Error& error);
    /// Sets the rule's field of these rows to a date.
    void setDate(const std::vector<int>& rows, base::Time date, DocumentChange change);
    /// Marks a change as in progress. Returns false if one is, or if changes are refused.
    bool beginChange();
    /// Remembers the values of the rule's field for undoDates().
    void rememberValues(const std::vector<int>& rows);
    /// Updates state().cannotChangeReason.
    void updateLock();
    /// Updates state().rangeText.
    void updateRange();
    /// The _ids of these rows; rows that do not exist are left out.
    std::vector<bson::Value> idsOf(const std::vector<int>& rows) const;
    /// What the questions depend on.
    QuestionFacts questionFacts() const;
    /// The rule of an index, with what only the catalogue knows of it.
    ttl::Rule knownRule(const ttl::IndexSpec& index) const;
    /// The index of the chosen rule, or the collection's own rule; null without a rule.
    const ttl::IndexSpec* chosenRule() const;

    services::ServiceSet& m_services;
    DocumentsState m_state;
    DocumentTableModel m_model;
    std::vector<ttl::IndexSpec> m_rules; // in the order of state().ruleNames
    std::string m_ruleName; // of the rule that the user has chosen, even while it is missing
    ttl::CancelToken m_readCancel; // of the reading in progress
    std::unique_ptr<services::Latest> m_query; // for the page; never null
    bool m_visible = false;
    std::vector<services::FieldValue> m_earlier; // before the last change of dates
    std::string m_earlierField; // the field of m_earlier
    QTimer m_tick; // advances the countdowns
};

} // namespace sandglass::presenters
