// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/main/rehearsal.h"

#include "app/mongo/mongo_ttl_server_factory.h"
#include "app/presenters/words/words.h"

#include <memory>
#include <variant>

namespace sandglass {

namespace {

// The engine's folder follows from the plan, see ServicesOptions::rehearsal.
services::ServicesOptions optionsOf(const services::RehearsalPlan& plan, const base::Clock& clock)
{
    services::ServicesOptions options;
    options.folder = plan.folder;
    options.factory = std::make_shared<mongo::MongoTtlServerFactory>(clock);
    options.rehearsal = plan;
    return options;
}

// The page of the collection that a change is about; empty: the inventory.
QString pageOf(const services::ProposedChange& change)
{
    if (const auto* created = std::get_if<ttl::TtlIndexSpec>(&change)) {
        return presenters::text(created->ns.text());
    }
    if (const auto* changed = std::get_if<services::ProposedIndexChange>(&change)) {
        return presenters::text(changed->change.index.ns.text());
    }
    return {};
}

} // namespace

Rehearsal::Rehearsal(const services::RehearsalPlan& plan, const base::Clock& clock, QObject* parent)
    : QObject(parent)
    , m_plan(plan)
    , m_services(optionsOf(plan, clock), clock)
    , m_servers(m_services.links())
    , m_window(m_servers)
{
    m_window.setObjectName(QStringLiteral("rehearsalWindow"));
    m_window.setWindowTitle(tr("Sandglass – Rehearsal"));
    connect(&m_window, &ui::MainWindow::closed, &m_services, &services::Services::stop);
    connect(&m_services, &services::Services::stopped, this, &Rehearsal::ended);
}

void Rehearsal::open(QSize size)
{
    m_window.resize(size);
    m_window.openPage(pageOf(m_plan.change));
    m_window.show();
    m_services.openLocal();
}

} // namespace sandglass

#include "moc_rehearsal.cpp"
