// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/forecast/forecast_state.h"
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

/// How a fact should look.
enum class Tone { Plain, Good, Warning, Bad };

/// One line of the inspector.
struct Fact
{
    QString label;
    QString value;
    Tone tone = Tone::Plain;
};

/// The inspector's content.
struct InspectorState
{
    Phase phase = Phase::Idle;
    QString title; ///< empty: nothing is selected
    QString subtitle; ///< "TTL index of app.sessions"
    QString explanation; ///< the expiry in whole sentences
    std::vector<Fact> facts;
    QString source; ///< the raw definition or document as indented JSON
    std::optional<FailureText> failure;
};

/// The inspector dock: the selected index, collection or document in words. GUI thread.
class InspectorPresenter : public QObject
{
    Q_OBJECT
public:
    explicit InspectorPresenter(services::ServiceSet& services, QObject* parent = nullptr);
    ~InspectorPresenter() override;

    const InspectorState& state() const { return m_state; }

    void showIndex(const ttl::IndexRef& index);
    void showCollection(const protocol::Namespace& ns);
    /// `document` judged by every TTL index of its collection.
    void showDocument(const protocol::Namespace& ns, const bson::Document& document);
    void clear();

Q_SIGNALS:
    void stateChanged();

private:
    void show();
    void addFact(const QString& label, const QString& value, Tone tone = Tone::Plain);
    void fillIndex(const std::vector<ttl::IndexSpec>& indexes);
    void fillCollection(const services::CatalogCollection& collection);
    void fillDocument();
    void addVerdict(const ttl::Rule& rule, const ttl::Verdict& verdict, base::Time now);

    services::ServiceSet& m_services;
    InspectorState m_state;
    protocol::Namespace m_ns;
    std::string m_indexName;
    std::optional<bson::Document> m_document;
    QTimer m_tick;
};

} // namespace sandglass::presenters
