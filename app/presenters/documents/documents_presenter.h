// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/presenters/documents/document_edit.h"
#include "app/presenters/documents/document_query_text.h"
#include "app/presenters/documents/document_table_model.h"
#include "app/presenters/documents/document_words.h"
#include "app/presenters/documents/documents_state.h"
#include "app/presenters/words/shown_server.h"
#include "app/ttl/call_limits.h"
#include "app/ttl/types.h"

#include <QDateTime>
#include <QFuture>
#include <QObject>
#include <QStringList>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace sandglass::services {
class Latest;
struct DocumentChoice;
struct DocumentPage;
struct DocumentTotal;
struct ServiceSet;
} // namespace sandglass::services

namespace sandglass::ttl {
struct Rule;
}

namespace sandglass::presenters {

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
    /// Shows only the documents of a bar of the timeline. Nothing happens for another collection.
    void showBar(const BarDocuments& bar);
    /// Shows the documents of a kind. `kind`: position in state().kindNames.
    void setKind(int kind);
    /// Shows the documents of every kind again, without a range.
    void clearRange();
    /// Shows only the documents that fit a filter; an empty text ends that. A text that is no
    /// filter, or that the server refuses, becomes state().filterProblem and changes nothing else.
    void setFilter(const QString& typed);
    /// Sets the order of the documents; an empty text: soonest expiry first. Problems as for
    /// setFilter(), in state().sortProblem.
    void setSort(const QString& typed);
    /// What is wrong with a filter while it is being typed.
    QueryText checkFilter(const QString& typed) const { return readFilter(typed, utf8Field()); }
    /// Shows the next page, if there is one.
    void nextPage();
    /// Shows the previous page, if there is one.
    void previousPage();
    /// Shows the first page.
    void firstPage();
    /// Shows the last page, if state().hasLast.
    void lastPage();
    /// Reads the page again.
    void refresh();
    /// Ends the reading in progress. The documents on screen stay, and rule, page, filter and order
    /// are theirs again; without any, state().failure says that nothing was read.
    void cancelReading();

    /// Sets the rule's field of these rows to the current time of the server, as applications do to
    /// keep a document that is in use. The result of this and of the functions below is in
    /// state().message or state().failure. They do nothing while a change is in progress.
    void touchNow(const std::vector<int>& rows);
    /// Sets the rule's field of these rows so that the documents expire at `moment`.
    void expireAt(const std::vector<int>& rows, const QDateTime& moment);
    /// Restores the dates that the latest touchNow() or expireAt() on this collection has replaced,
    /// unless another client has changed them since. Called again, it goes on with the change
    /// before. The journal undoes each of them too.
    void undoDates();
    /// The question before undoDates(): the earlier dates may be due by now.
    DocumentQuestion undoQuestion() const;
    /// Inserts a document, given as extended JSON. Without an _id it gets a new ObjectId. The
    /// result is in state().message or state().editFailure.
    void insert(const QString& json);
    /// Replaces a document as long as it still is as `loaded`. If another client has changed it,
    /// state().conflict has the document as it is now: calling again with that as `loaded` keeps
    /// what was typed.
    void replace(const bson::Document& loaded, const QString& json);
    /// Forgets state().conflict.
    void leaveConflict();
    /// Deletes the documents of these rows.
    void remove(const std::vector<int>& rows);
    /// The question before remove() of these rows.
    DocumentQuestion removalQuestion(const std::vector<int>& rows) const
    {
        return presenters::removalQuestion(questionFacts(), idsOf(rows));
    }
    /// The question before touchNow() of these rows.
    DocumentQuestion touchQuestion(const std::vector<int>& rows) const
    {
        return presenters::touchQuestion(questionFacts(), idsOf(rows));
    }
    /// The question before expireAt() of these rows.
    DocumentQuestion expireQuestion(const std::vector<int>& rows, const QDateTime& moment) const
    {
        return presenters::expireQuestion(questionFacts(), idsOf(rows), moment);
    }
    /// The name to type before a document is written; empty except on a production connection.
    QString nameToType() const;
    /// The current server time in the zone for display: the first value of a date chooser.
    QDateTime shownNow() const;
    /// What a text in the editor means, while typing. `loaded`: as for judgeEdit().
    EditVerdict judge(const QString& json, const std::optional<bson::Document>& loaded) const;

Q_SIGNALS:
    /// state() has changed.
    void stateChanged();
    /// A change has succeeded, so an editor can close.
    void changed();

private:
    /// A filter and an order that were in use.
    struct Asked
    {
        QString filterText;
        QString sortText;
        std::optional<bson::Document> filter;
        std::optional<bson::Document> sort;
    };
    /// What the documents on screen were asked by.
    struct View
    {
        Asked asked;
        std::string ruleName; // as m_ruleName
        DocumentsShown shown;
        int page = 0;
        bool hasNext = false;
        TotalState total; // may come later than the documents
    };
    /// Takes the rules of the collection from the catalogue.
    void loadRules();
    /// Takes the rule named m_ruleName, or else the first one.
    void takeRule();
    /// Reads the page, and counts the documents of all pages.
    void load();
    /// Counts the documents of all pages.
    void countAll();
    /// Reads the page.
    void loadPage();
    /// Reads another page of the same documents, if there is a connection.
    void turnTo(int page);
    /// Shows the page that was read.
    void finishLoad(const Result<services::DocumentPage>& answer);
    /// Fills the table with a page, and what state() says of it.
    void showPage(const services::DocumentPage& page);
    /// Notes that no page is being read any more, and in which phase that leaves the table.
    void endReading(Phase phase);
    /// Goes back to what the documents on screen were asked by.
    void backToView();
    /// Keeps what was read, and says how old it is.
    void loseConnection();
    /// Reads again after a loss what is on screen, once the rules are known. Documents of another
    /// server leave the screen.
    void readAgain();
    /// Forgets the documents on screen, and what was done to them.
    void forget();
    /// Updates state().asOfText. `old`: whether the documents on screen are out of date.
    void updateAge(bool old);
    /// Updates state().hasLast.
    void updateLast();
    /// Takes the refusal of a filter or an order, and goes back to those before. False: the error
    /// has another reason.
    bool takeRefusal(const base::Error& error);
    /// Shows the total.
    void finishCount(const Result<services::DocumentTotal>& answer);
    /// What is to be read now.
    services::DocumentChoice choice() const;
    /// Shows documents of a kind from the first page on.
    void show(const DocumentsShown& shown);
    /// Shows the result of a change and reads the page again. `asked`: number of documents to be
    /// changed; fewer were if another client has changed them meanwhile.
    void finishChange(DocumentChange change, std::int64_t asked,
                      const Result<std::int64_t>& answer);
    /// Takes the result of insert() or replace().
    void finishEdit(DocumentChange change, const Result<std::int64_t>& answer);
    /// Reads the document that another client has changed.
    void readConflict(const bson::Document& loaded, const base::Error& conflict);
    /// Shows why a change has failed.
    void failChange(const base::Error& error);
    /// Shows in the editor why a change has failed.
    void failEdit(const base::Error& error);
    /// Sends a change of the dates of `asked` documents by `send`, unless changes are refused.
    void sendDates(const std::function<QFuture<Result<std::int64_t>>()>& send,
                   DocumentChange change, std::int64_t asked);
    /// Sets the rule's field of these rows to a date.
    void setDate(const std::vector<int>& rows, base::Time date, DocumentChange change);
    /// Marks a change as in progress. Returns why not: one is, or changes are refused.
    std::optional<base::Error> beginChange();
    /// How the collection compares strings.
    ttl::Comparison comparison() const;
    /// Notices changes of dates that can be undone, or were undone elsewhere.
    void followUndos();
    /// Updates what state() says of undoDates().
    void updateUndo();
    /// Updates state().kindNames, and what can be done with documents of the chosen rule.
    void updateKinds();
    /// Why the dates of documents cannot be set; empty: they can.
    QString whyNoDates() const;
    /// state().field for the server.
    std::string utf8Field() const;
    /// Updates state().cannotChangeReason.
    void updateLock();
    /// Updates state().rangeText.
    void updateRange();
    /// The documents of these rows; rows that do not exist are left out.
    std::vector<bson::Document> documentsOf(const std::vector<int>& rows) const;
    /// Their _id.
    std::vector<bson::Value> idsOf(const std::vector<int>& rows) const;
    /// Filter and order in use, to come back to.
    Asked asked() const;
    /// What the questions depend on.
    QuestionFacts questionFacts() const;
    /// The rule of an index, with what only the catalogue knows of it.
    ttl::Rule knownRule(const ttl::IndexSpec& index) const;
    /// The index of the chosen rule, or the collection's own rule; null without a rule.
    const ttl::IndexSpec* chosenRule() const;

    services::ServiceSet& m_services;
    ShownServer m_server;
    DocumentsState m_state;
    DocumentTableModel m_model;
    std::vector<ttl::IndexSpec> m_rules; // in the order of state().ruleNames
    std::string m_ruleName; // of the rule that the user has chosen, even while it is missing
    ttl::CancelToken m_readCancel; // of the reading in progress
    std::unique_ptr<services::Latest> m_query; // for the page; never null
    std::unique_ptr<services::Latest> m_count; // for the total; never null
    bool m_visible = false;
    std::vector<DocumentsShown> m_kinds; // in the order of state().kindNames
    std::optional<bson::Document> m_filter; // of state().filterText
    std::optional<bson::Document> m_sort; // of state().sortText
    std::optional<Asked> m_before; // filter and order before the page that is being read
    std::optional<View> m_view; // of the documents on screen; unset: none were read
    bool m_countsView = false; // the total asked for last is that of the documents on screen
    Phase m_phaseBefore = Phase::Idle; // of the table, before the reading in progress
    bool m_outdated = false; // a change was made to the documents since they were read
    bool m_lost = false; // the connection was lost since the page was asked for
    base::Time m_askedAt; // when the reading in progress began, by the server's clock
    base::Time m_readAt; // when that of the documents on screen began
    QTimer m_slow; // active: the reading in progress is not slow yet
    QTimer m_tick; // advances the countdowns
};

} // namespace sandglass::presenters
