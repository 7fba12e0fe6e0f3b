// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/explorer/node_actions.h"

#include "app/presenters/connections/capability_words.h"
#include "app/presenters/connections/connection_words.h"
#include "app/presenters/words/words.h"
#include "app/services/connections/connection_service.h"
#include "app/services/explorer/catalog_service.h"
#include "app/services/shell/service_set.h"
#include "app/ttl/own_rule.h"
#include "app/ttl/rule.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

struct NodeActions
{
    Q_DECLARE_TR_FUNCTIONS(NodeActions)
};

QString whyNoNewIndex(const services::ServiceSet& services,
                      const services::CatalogCollection* collection)
{
    const bool view = collection && collection->spec.kind == ttl::CollectionKind::View;
    return view ? NodeActions::tr("A view cannot have indexes.")
                : whyNoChanges(services.connections);
}

QString whyNoConversion(const ttl::IndexSpec& spec)
{
    if (canConvert(spec)) {
        return {};
    }
    if (spec.isTtl()) {
        return NodeActions::tr("It is a TTL index already.");
    }
    return spec.building
        ? NodeActions::tr("The index is still being built.")
        : NodeActions::tr(
            "Only an ascending or descending index on one field other than _id can become a "
            "TTL index.");
}

QString whyNoPurge(const ttl::IndexSpec& spec, const services::CatalogCollection& collection)
{
    if (collection.spec.kind == ttl::CollectionKind::TimeSeries) {
        return NodeActions::tr("The measurements of a time series cannot be deleted one by one.");
    }
    return spec.isTtl() ? QString() : NodeActions::tr("Only a TTL index has documents to purge.");
}

void addIndexOffers(const services::ServiceSet& services, const ttl::IndexSpec& spec,
                    const services::CatalogCollection& collection, std::vector<NodeOffer>& offers)
{
    const ttl::ServerInfo server = services.connections.state().server.value_or(ttl::ServerInfo());
    const QString noHiding = whyNot(server, ttl::Capability::HideIndex);
    const QString fixed
        = spec.isIdIndex() ? NodeActions::tr("The index on _id always stays.") : QString();
    offers.push_back(
        {NodeAction::Change,
         spec.isTtl() ? QString() : NodeActions::tr("It is not a TTL index. Convert it instead.")});
    offers.push_back({NodeAction::Convert, whyNoConversion(spec)});
    offers.push_back({spec.hidden ? NodeAction::Unhide : NodeAction::Hide,
                      !fixed.isEmpty() || noHiding.isEmpty()
                          ? fixed
                          //: %1 is a reason such as "needs MongoDB 4.4"
                          : NodeActions::tr("This server cannot hide indexes: %1.").arg(noHiding)});
    offers.push_back({NodeAction::Purge, whyNoPurge(spec, collection)});
    offers.push_back({NodeAction::Drop, fixed});
}

// Offers an action for the one index of a collection that it fits; with several, says to choose.
void addOfferForOne(NodeAction action, const std::vector<const ttl::IndexSpec*>& fitting,
                    const QString& several, std::vector<NodeOffer>& offers)
{
    if (fitting.size() == 1) {
        offers.push_back({action, {}, fitting.front()->name});
    } else if (!fitting.empty()) {
        offers.push_back({action, several});
    }
}

void addCollectionOffers(const services::CatalogCollection& collection,
                         std::vector<NodeOffer>& offers)
{
    std::vector<const ttl::IndexSpec*> rules;
    std::vector<const ttl::IndexSpec*> ordinary;
    for (const ttl::IndexSpec& index : collection.indexes) {
        if (index.isTtl()) {
            rules.push_back(&index);
        } else if (canConvert(index)) {
            ordinary.push_back(&index);
        }
    }
    const QString severalRules
        = NodeActions::tr("The collection has several TTL indexes. Choose one of them.");
    addOfferForOne(NodeAction::Change, rules, severalRules, offers);
    addOfferForOne(NodeAction::Convert, ordinary,
                   NodeActions::tr("Several indexes could become TTL indexes. Choose one of them."),
                   offers);
    if (collection.spec.kind != ttl::CollectionKind::TimeSeries) {
        addOfferForOne(NodeAction::Purge, rules, severalRules, offers);
    }
}

} // namespace

bool canConvert(const ttl::IndexSpec& spec)
{
    return !spec.isTtl() && !spec.isIdIndex() && !spec.building && ttl::hasExpiringKey(spec)
        && !spec.singleField().ends_with("$**");
}

std::vector<NodeOffer> nodeOffers(const services::ServiceSet& services, const ttl::IndexRef& target)
{
    const services::Catalog& catalog = services.catalog.catalog();
    const services::CatalogCollection* collection = catalog.find(target.ns);
    std::vector<NodeOffer> offers{{NodeAction::NewIndex, whyNoNewIndex(services, collection)}};
    if (target.name.empty() && collection && ttl::ownRule(collection->spec)) {
        offers.push_back({NodeAction::OwnRule, {}});
    }
    const ttl::IndexSpec* spec = target.name.empty() ? nullptr : catalog.find(target);
    if (spec && collection) {
        addIndexOffers(services, *spec, *collection, offers);
    } else if (collection && target.name.empty()) {
        addCollectionOffers(*collection, offers);
    }
    offers.push_back({NodeAction::Doctor, {}});
    offers.push_back({NodeAction::CopyName, {}});
    return offers;
}

QString nodeName(const ttl::IndexRef& target)
{
    const QString collection = text(target.ns.text());
    return target.name.empty() ? collection : collection + u'/' + text(target.name);
}

} // namespace sandglass::presenters
