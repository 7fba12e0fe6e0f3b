// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/forecast/forecast_state.h"
#include "app/presenters/words/tone.h"
#include "app/ttl/expiry_rule.h"
#include "app/ttl/types.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <optional>
#include <vector>

namespace sandglass::services {
struct CatalogCollection;
struct ServiceSet;
} // namespace sandglass::services

namespace sandglass::ttl {
struct Rule;
}

namespace sandglass::presenters {

/// One line of the inspector: "Expires: after 90 d".
struct Fact
{
    QString label; ///< without a colon
    QString value;
    Tone tone = Tone::Plain;
};

/// The content of the inspector.
struct InspectorState
{
    Phase phase = Phase::Idle;
    QString title; ///< name or _id; empty: nothing is selected
    QString subtitle; ///< "TTL index of app.sessions"
    QString explanation; ///< the expiry in whole sentences
    std::vector<Fact> facts;
    QString source; ///< the index definition or the document as indented JSON
    std::optional<FailureText> failure; ///< why it, or its newest state, could not be read
};

/// The inspector dock: describes the selected index, collection or document. It reads nothing from
/// the server but uses what others have read. GUI thread.
class InspectorPresenter : public QObject
{
    Q_OBJECT
public:
    /// `services` must outlive this object.
    explicit InspectorPresenter(services::ServiceSet& services, QObject* parent = nullptr);
    ~InspectorPresenter() override;

    /// The current state; stateChanged() announces changes.
    const InspectorState& state() const { return m_state; }

    /// Describes an index.
    void showIndex(const ttl::IndexRef& index);
    /// Describes a collection and its rules.
    void showCollection(const protocol::Namespace& ns);
    /// Describes a document: when it expires by each rule of its collection.
    void showDocument(const protocol::Namespace& ns, const bson::Document& document);
    /// Shows nothing.
    void clear();

Q_SIGNALS:
    /// state() has changed.
    void stateChanged();

private:
    /// Fills state() anew.
    void show();
    /// Adds a line.
    void addFact(const QString& label, const QString& value, Tone tone = Tone::Plain);
    /// Says why the collection is not in the catalogue.
    void fillMissing();
    /// Describes the index m_indexName of this collection.
    void fillIndex(const services::CatalogCollection& collection);
    /// Describes a collection.
    void fillCollection(const services::CatalogCollection& collection);
    /// Describes m_document.
    void fillDocument();
    /// Adds when the document expires by one rule.
    void addVerdict(const ttl::Rule& rule, const ttl::Verdict& verdict, base::Time now);

    services::ServiceSet& m_services;
    InspectorState m_state;
    protocol::Namespace m_ns; // of what is shown; empty: nothing
    std::string m_indexName; // set: an index is shown
    std::optional<bson::Document> m_document; // set: a document is shown
    QTimer m_tick; // advances the countdowns of a document
};

} // namespace sandglass::presenters
