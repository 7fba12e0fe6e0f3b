// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/doctor/doctor_gathering.h"

#include "app/bson/builder.h"
#include "app/services/doctor/doctor_documents.h"
#include "app/services/explorer/catalog.h"
#include "app/services/explorer/database_list.h"
#include "app/ttl/own_rule.h"
#include "app/ttl/privilege.h"
#include "app/ttl/rule.h"

#include <algorithm>
#include <utility>

namespace sandglass::services {

namespace {

using bson::makeDocument;
using ttl::doctor::RuleFacts;

constexpr int kMaxTtlFieldSamples = 100;

// Errors that end the diagnosis; all others only leave a fact unknown.
bool endsAll(const Error& error)
{
    return error.code == Errc::Cancelled || error.code == Errc::Network;
}

// A time series loses whole buckets, so a measurement may stay this much longer than its rule says.
std::int64_t bucketSpanOf(const ttl::doctor::Facts& facts)
{
    return facts.collection ? ttl::bucketSpanSeconds(*facts.collection) : 0;
}

// Nothing can be found out about a document by a field that the server hides.
bool isHiddenField(const ttl::doctor::Facts& facts, const RuleFacts& rule)
{
    return facts.server && facts.server->hidesField(rule.rule.field);
}

// The verdict that decides for a document: the one with the earliest date, or the first of all if
// none has a date.
std::optional<ttl::Verdict> decisive(const ttl::doctor::Facts& facts)
{
    std::optional<ttl::Verdict> first;
    for (const RuleFacts& rule : facts.rules) {
        if (isHiddenField(facts, rule)) {
            continue;
        }
        const ttl::Verdict verdict = ttl::judge(rule.rule, *facts.document);
        const bool sooner = verdict.eligibleAt
            && (!first || !first->eligibleAt || *verdict.eligibleAt < *first->eligibleAt);
        if (!first || sooner) {
            first = verdict;
        }
    }
    return first;
}

const std::vector<ttl::DatabaseSpec> kNoDatabases;

// The line about databases, or the collections of a database, that could not be listed.
ttl::doctor::Finding unlisted(const ttl::doctor::Facts& facts, ttl::doctor::Question question,
                              const std::string& database)
{
    return {ttl::doctor::unanswered(facts, question),
            ttl::doctor::CheckId::RuleThere,
            {database, {}},
            {}};
}

void append(ttl::doctor::Report& report, ttl::doctor::Report part)
{
    std::ranges::move(part.findings, std::back_inserter(report.findings));
}

} // namespace

DoctorGathering::DoctorGathering(ttl::TtlServer& server, ttl::CallLimits limits, DoctorStart start)
    : m_server(server)
    , m_limits(std::move(limits))
    , m_databases(std::move(start.databases))
    , m_sampleAbove(start.sampleAbove)
    , m_profile(start.profile)
{
    m_common.now = start.now;
    m_common.passes = start.passes;
    m_common.earlierMetrics = start.earlierMetrics;
}

template <typename T>
Result<std::optional<T>> DoctorGathering::unlessRefused(Result<T> answer, Question question)
{
    if (answer) {
        return std::optional<T>(std::move(*answer));
    }
    if (endsAll(answer.error())) {
        return std::move(answer.error());
    }
    if (ttl::isRefusal(answer.error())) {
        m_common.notPermitted.insert(question);
    }
    return std::optional<T>();
}

Result<Diagnosis> DoctorGathering::diagnose(const DoctorTarget& target)
{
    TRY(askServer());
    if (!target.collection) {
        return diagnoseServer();
    }
    Result<Facts> facts = collectionFacts(target);
    TRY(facts);
    Diagnosis diagnosis{ttl::doctor::examine(*facts), {}, facts->now};
    if (facts->document) {
        diagnosis.verdict = decisive(*facts);
    }
    return diagnosis;
}

Result<void> DoctorGathering::askServer()
{
    auto metrics = unlessRefused(m_server.ttlMetrics(m_limits), Question::PassCounter);
    TRY(metrics);
    m_common.metrics = *metrics;
    if (m_common.metrics && m_common.metrics->serverTime != base::Time()) {
        m_common.now = m_common.metrics->serverTime;
    }
    auto server = unlessRefused(m_server.serverInfo(m_limits), Question::ServerInfo);
    TRY(server);
    m_common.server = std::move(*server);
    if (m_common.server) {
        m_common.server->product = m_profile.value_or(m_common.server->product);
    }
    return askWhyMetricsAreMissing();
}

// TtlServer leaves out what the server does not report, and does not say why: each command is sent
// once more to see whether it is refused.
Result<void> DoctorGathering::askWhyMetricsAreMissing()
{
    if (!m_common.metrics || !m_common.metrics->monitorEnabled) {
        const auto parameters = unlessRefused(
            m_server.runCommand("admin", makeDocument("getParameter", 1, "ttlMonitorEnabled", 1),
                                m_limits),
            Question::MonitorParameters);
        TRY(parameters);
    }
    if (!m_common.metrics || !m_common.metrics->passes) {
        const auto status
            = unlessRefused(m_server.runCommand("admin", makeDocument("serverStatus", 1), m_limits),
                            Question::PassCounter);
        TRY(status);
    }
    return {};
}

Result<DoctorGathering::Facts> DoctorGathering::collectionFacts(const DoctorTarget& target)
{
    const protocol::Namespace& ns = *target.collection;
    auto collections
        = unlessRefused(m_server.collections(ns.database, m_limits), Question::Collection);
    TRY(collections);
    auto indexes = unlessRefused(m_server.indexes(ns, m_limits), Question::Indexes);
    TRY(indexes);
    Facts facts = m_common;
    facts.ns = ns;
    facts.chosenIndex = target.index;
    facts.indexes = std::move(*indexes);
    if (*collections) {
        const auto found = std::ranges::find(**collections, ns, &ttl::CollectionSpec::ns);
        if (found == (*collections)->end()) {
            return base::failure(Errc::NotFound, "There is no collection " + ns.text() + ".");
        }
        facts.collection = *found;
    }
    if (target.document) {
        TRY(askForDocument(facts, *target.document));
    }
    TRY(chooseRules(facts, target));
    TRY(askWhyUseIsMissing(facts));
    TRY(askForTtlFields(facts));
    facts.notPermitted = m_common.notPermitted;
    return facts;
}

Result<void> DoctorGathering::askForDocument(Facts& facts, const bson::Value& id)
{
    ttl::DocumentQuery query;
    query.ns = facts.ns;
    query.filter = makeDocument("_id", id);
    query.limit = 1;
    auto found = unlessRefused(m_server.find(query, m_limits), Question::Documents);
    TRY(found);
    if (*found && (*found)->empty()) {
        return base::failure(Errc::NotFound, "The document with this _id no longer exists.");
    }
    if (*found) {
        facts.document = std::move((*found)->front());
    }
    return {};
}

Result<void> DoctorGathering::chooseRules(Facts& facts, const DoctorTarget& target)
{
    bool found = target.index.empty();
    for (const ttl::IndexSpec& index : facts.indexes.value_or(std::vector<ttl::IndexSpec>())) {
        const bool chosen = target.index.empty() || index.name == target.index;
        found = found || chosen;
        if (chosen && index.isTtl()) {
            facts.rules.push_back({index, false, ttl::expiryRuleOf(index), {}});
        }
    }
    if (!found && facts.indexes) {
        return base::failure(Errc::NotFound, "There is no index " + target.index + ".");
    }
    const std::optional<ttl::IndexSpec> own
        = facts.collection ? ttl::ownRule(*facts.collection) : std::nullopt;
    if (own && own->isTtl() && target.index.empty()) {
        facts.rules.push_back({*own, true, ttl::expiryRuleOf(*own), {}});
    }
    for (RuleFacts& rule : facts.rules) {
        rule.rule.expireAfterSeconds += bucketSpanOf(facts);
        TRY(gatherCounts(facts, rule));
    }
    return {};
}

Result<void> DoctorGathering::gatherCounts(const Facts& facts, RuleFacts& rule)
{
    if (rule.rule.field.empty() || isHiddenField(facts, rule)) {
        return {};
    }
    if (facts.document) {
        return gatherDocumentCounts(facts, rule);
    }
    auto counts
        = unlessRefused(readCounts(m_server, {facts.ns, facts.now, rule, m_sampleAbove}, m_limits),
                        Question::Documents);
    TRY(counts);
    rule.counts = std::move(*counts);
    return {};
}

Result<void> DoctorGathering::gatherDocumentCounts(const Facts& facts, RuleFacts& rule)
{
    if (rule.index.partialFilter) {
        // only the server understands the filter, so it decides whether the document is inside
        const auto inside = unlessRefused(
            isInside(m_server, facts.ns, rule.index, (*facts.document)["_id"], m_limits),
            Question::Documents);
        TRY(inside);
        if (!*inside) {
            return {};
        }
        rule.rule.inFilter = [inside = **inside](bson::DocumentView) { return inside; };
    }
    rule.counts = ttl::doctor::countsOf(rule.rule, *facts.document, facts.now);
    return {};
}

Result<void> DoctorGathering::askWhyUseIsMissing(Facts& facts)
{
    const bool missing = std::ranges::any_of(facts.rules, [](const RuleFacts& rule) {
        return !rule.collectionLevel && !rule.index.uses;
    });
    if (!missing) {
        return {};
    }
    bson::Builder command;
    command.append("aggregate", facts.ns.collection)
        .appendArray("pipeline", bson::makeArray(makeDocument("$indexStats", bson::Document())))
        .append("cursor", bson::Document());
    const auto answer = unlessRefused(
        m_server.runCommand(facts.ns.database, command.take(), m_limits), Question::IndexUse);
    return answer ? Result<void>() : Result<void>(answer.error());
}

Result<void> DoctorGathering::askForTtlFields(Facts& facts)
{
    if (!facts.isCosmos()) {
        return {};
    }
    if (facts.document) {
        facts.ttlFields = ttl::doctor::ttlFieldsOf({*facts.document});
        return {};
    }
    ttl::DocumentQuery query;
    query.ns = facts.ns;
    query.filter = makeDocument("ttl", makeDocument("$exists", true));
    query.limit = kMaxTtlFieldSamples;
    const auto documents = unlessRefused(m_server.find(query, m_limits), Question::Documents);
    TRY(documents);
    if (*documents) {
        facts.ttlFields = ttl::doctor::ttlFieldsOf(**documents);
    }
    return {};
}

Result<std::vector<ttl::CollectionSpec>>
DoctorGathering::everyCollection(ttl::doctor::Report& report)
{
    std::vector<ttl::CollectionSpec> all;
    auto list = unlessRefused(listDatabases(m_server, m_databases, m_limits), Question::Databases);
    TRY(list);
    const bool refused = *list && (*list)->refused;
    if (refused) {
        m_common.notPermitted.insert(Question::Databases);
    }
    if (!*list || refused) {
        report.findings.push_back(unlisted(m_common, Question::Databases, {}));
    }
    for (const ttl::DatabaseSpec& database : *list ? (*list)->databases : kNoDatabases) {
        auto answer = m_server.collections(database.name, m_limits);
        if (!answer && isExpectedRefusal(database.name, answer.error())) {
            continue;
        }
        auto collections = unlessRefused(std::move(answer), Question::Collection);
        TRY(collections);
        if (*collections) {
            std::ranges::move(**collections, std::back_inserter(all));
        } else {
            report.findings.push_back(unlisted(m_common, Question::Collection, database.name));
        }
    }
    std::erase_if(all, [](const ttl::CollectionSpec& collection) {
        return collection.kind == ttl::CollectionKind::View;
    });
    return all;
}

Result<Diagnosis> DoctorGathering::diagnoseServer()
{
    Diagnosis diagnosis{{}, {}, m_common.now};
    append(diagnosis.report, ttl::doctor::examineServer(m_common));
    auto collections = everyCollection(diagnosis.report);
    TRY(collections);
    for (const ttl::CollectionSpec& collection : *collections) {
        DoctorTarget one;
        one.collection = collection.ns;
        Result<Facts> facts = collectionFacts(one);
        // a collection may be dropped while the others are being read
        if (!facts && facts.error().code == Errc::NotFound) {
            continue;
        }
        TRY(facts);
        if (!facts->rules.empty()) {
            append(diagnosis.report, ttl::doctor::examineCollection(*facts));
        } else if (!facts->indexes && !isSystemDatabase(facts->ns.database)) {
            diagnosis.report.findings.push_back(
                {ttl::doctor::ruleThere(*facts), ttl::doctor::CheckId::RuleThere, facts->ns, {}});
        }
    }
    return diagnosis;
}

} // namespace sandglass::services
