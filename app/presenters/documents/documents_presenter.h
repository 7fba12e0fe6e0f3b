// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/presenters/documents/document_table_model.h"
#include "app/presenters/forecast/forecast_state.h"
#include "app/services/calls/latest.h"
#include "app/ttl/types.h"

#include <QDateTime>
#include <QObject>
#include <QStringList>
#include <QTimer>

#include <optional>
#include <vector>

namespace sandglass::services {
struct DocumentPage;
struct FieldValue;
struct Rule;
struct ServiceSet;
} // namespace sandglass::services

namespace sandglass::presenters {

/// What stands around the document table.
struct DocumentsState
{
    Phase phase = Phase::Idle;
    protocol::Namespace ns;
    QStringList ruleNames; ///< TTL indexes to judge by; may be empty
    int rule = -1; ///< chosen one, −1: none
    QString field; ///< of the chosen rule
    std::optional<base::Time> from; ///< moments of expiry shown: from (exclusive) …
    std::optional<base::Time> to; ///< … to (inclusive); unset: open
    QString rangeText; ///< "expiring 12:00:00 – 12:05:00"; empty without a range
    int page = 0; ///< counted from 0
    bool hasPrevious = false;
    bool hasNext = false;
    QString pageText; ///< "51 – 100"
    bool locked = false; ///< changes are refused
    bool busy = false; ///< a change is under way
    QString message; ///< what the last change did: "3 documents touched."
    int undoable = 0; ///< documents that can have back the value that the last change of dates took
    std::optional<FailureText> failure;
};

/// What must be answered before documents are changed. Source: ui/DESIGN.md, Safety.
struct DocumentQuestion
{
    bool asks = false; ///< false: nothing is deleted now, so it may simply be done
    QString title;
    QString sentence;
    QString buttonText; ///< verb and number
    QString nameToType; ///< the collection's name on a production connection; otherwise empty
};

/// The Documents tab of one collection: soonest expiry first. GUI thread.
class DocumentsPresenter : public QObject
{
    Q_OBJECT
public:
    DocumentsPresenter(services::ServiceSet& services, protocol::Namespace ns,
                       QObject* parent = nullptr);
    ~DocumentsPresenter() override;

    const DocumentsState& state() const { return m_state; }
    DocumentTableModel& model() { return m_model; }

    /// Countdowns tick only while visible.
    void setVisible(bool visible);
    /// Judges and sorts by another rule (position in state().ruleNames).
    void setRule(int rule);
    /// Shows documents that expire in a range of the chart; by the index it belongs to, when given.
    void showRange(base::Time from, base::Time to, const std::string& indexName = {});
    /// Shows all again.
    void clearRange();
    void nextPage();
    void previousPage();
    void refresh();

    /// Sets the TTL field of these rows to the server's current time (the least-recently-used
    /// pattern).
    void touchNow(const std::vector<int>& rows);
    /// Sets it so that the documents expire at `moment`.
    void expireAt(const std::vector<int>& rows, const QDateTime& moment);
    /// Puts back what the last touchNow() or expireAt() changed.
    void undoDates();
    /// What to ask before that: earlier dates may be due by now.
    DocumentQuestion undoQuestion() const;
    /// Inserts a document given as extended JSON; a missing _id is made. The answer arrives as
    /// message or failure.
    void insert(const QString& json);
    /// Replaces the document of a row; its _id must stay the same.
    void replace(int row, const QString& json);
    void remove(const std::vector<int>& rows);
    /// What to ask before so many documents are deleted, touched, or given a date by which they
    /// expire at `moment`.
    DocumentQuestion removalQuestion(int count) const;
    DocumentQuestion touchQuestion(int count) const;
    DocumentQuestion expireQuestion(int count, const QDateTime& moment) const;
    /// What has to be typed before one document is written; empty when nothing has to.
    QString nameToType() const;
    /// The server's time now, in the zone that times are shown in: what a date chooser begins with.
    QDateTime shownNow() const;
    /// Why this text is no document, for the editor while typing; empty when it is one.
    QString problemWith(const QString& json) const;

Q_SIGNALS:
    void stateChanged();
    /// A change was done; the editor may close.
    void changed();

private:
    enum class ChangeWord { Touched, Rescheduled, Inserted, Replaced, Removed, Restored };

    void loadRules();
    void load();
    void finishLoad(const Result<services::DocumentPage>& answer);
    void finishChange(ChangeWord word, const Result<std::int64_t>& answer);
    void failChange(const base::Error& error);
    void setDate(const std::vector<int>& rows, base::Time date, ChangeWord word);
    bool beginChange();
    void rememberValues(const std::vector<int>& rows);
    void updateLock();
    void updateRange();
    std::vector<bson::Value> idsOf(const std::vector<int>& rows) const;
    services::Rule knownRule(const ttl::IndexSpec& index) const;
    const ttl::IndexSpec* chosenRule() const;

    services::ServiceSet& m_services;
    DocumentsState m_state;
    DocumentTableModel m_model;
    std::vector<ttl::IndexSpec> m_rules;
    std::string m_ruleName; // of the chosen rule; kept when rules come and go
    services::Latest m_asked;
    bool m_visible = false;
    std::vector<services::FieldValue> m_earlier; // of the last change of dates
    std::string m_earlierField;
    QTimer m_tick;
};

} // namespace sandglass::presenters
