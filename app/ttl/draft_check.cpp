// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/compare.h"
#include "app/protocol/limits.h"
#include "app/protocol/names.h"
#include "app/ttl/collations.h"
#include "app/ttl/draft.h"
#include "app/ttl/draft_rules.h"

#include <algorithm>

namespace sandglass::ttl {

namespace {

// Longest "db.collection.$name" before MongoDB 4.2, in bytes. Source: MongoDB manual, Limits and
// Thresholds.
constexpr std::size_t kMaxOldIndexPathBytes = 127;

bool equal(const std::optional<bson::Document>& left, const std::optional<bson::Document>& right)
{
    if (!left || !right) {
        return !left && !right;
    }
    return bson::compare(left->view(), right->view()) == std::strong_ordering::equal;
}

bool isMongoBefore(const ServerInfo& server, int major, int minor)
{
    return server.product == Product::MongoDb && !server.atLeast(major, minor);
}

DraftDialect dialectOf(const ServerInfo& server)
{
    return DraftDialect{server.product == Product::CosmosDb,
                        isMongoBefore(server, 6, 0) ? FilterGrammar::Before6
                                                    : FilterGrammar::Modern};
}

class Check
{
public:
    Check(const TtlIndexDraft& draft, const DraftSurroundings& surroundings)
        : m_draft(draft)
        , m_server(surroundings.server)
        , m_collection(surroundings.collection)
        , m_indexes(surroundings.indexes)
        , m_problems(ownProblems(draft, dialectOf(surroundings.server)))
    {
    }

    std::vector<DraftProblem> run()
    {
        checkCollection();
        checkTimeSeries();
        checkCosmos();
        checkExistingIndexes();
        checkName();
        checkServerFeatures();
        std::stable_partition(m_problems.begin(), m_problems.end(),
                              [](const DraftProblem& problem) { return problem.blocks; });
        return std::move(m_problems);
    }

private:
    void add(DraftField field, DraftRule rule, std::string detail = {}, bool blocks = true)
    {
        m_problems.push_back({field, rule, std::move(detail), blocks});
    }

    bool has(DraftField field) const
    {
        return std::any_of(m_problems.begin(), m_problems.end(),
                           [field](const DraftProblem& p) { return p.field == field && p.blocks; });
    }

    void checkCollection()
    {
        if (!protocol::checkDatabaseName(m_draft.ns.database)
            || !protocol::checkCollectionName(m_draft.ns)) {
            add(DraftField::Collection, DraftRule::CollectionNameInvalid, m_draft.ns.text());
        }
        if (m_collection.kind == CollectionKind::View) {
            add(DraftField::Collection, DraftRule::CollectionIsView);
        }
        if (m_collection.kind == CollectionKind::Capped) {
            checkCapped();
        }
        // refused on every version. Source: app/ttl/SEMANTICS.md 1.2
        if (m_collection.kind == CollectionKind::Clustered
            && m_collection.options["capped"].toBool()) {
            add(DraftField::Collection, DraftRule::CollectionCapped);
        }
    }

    void checkCapped()
    {
        if (m_server.may(Capability::CappedTtl)) {
            return;
        }
        // before 5.2 MongoDB accepts the index and never expires anything
        const bool accepted = isMongoBefore(m_server, 5, 2);
        add(DraftField::Collection, DraftRule::CollectionCapped, {}, !accepted);
    }

    void checkTimeSeries()
    {
        if (m_collection.kind != CollectionKind::TimeSeries || has(DraftField::Field)) {
            return;
        }
        const bson::DocumentView options = m_collection.options["timeseries"].asDocument();
        const std::string timeField(options["timeField"].asString());
        // a TTL index on a time series is possible on its time field only. Source:
        // app/ttl/SEMANTICS.md 4
        if (!m_server.may(Capability::TimeSeriesTtl) || m_draft.field != timeField) {
            add(DraftField::Field, DraftRule::CollectionTimeSeriesField, timeField);
            return;
        }
        const std::string metaField(options["metaField"].asString());
        // such an index needs a filter, and the filter may name the metaField only
        if (!has(DraftField::PartialFilter) && !filtersOnlyOn(metaField)) {
            add(DraftField::PartialFilter, DraftRule::CollectionTimeSeriesField, metaField);
        }
    }

    bool filtersOnlyOn(const std::string& metaField) const
    {
        const auto filter = filterOf(m_draft);
        if (!filter || !*filter || (*filter)->empty() || metaField.empty()) {
            return false;
        }
        return everyFilterPath(**filter, [&](std::string_view path) {
            return path == metaField || path.starts_with(metaField + ".");
        });
    }

    void checkCosmos()
    {
        if (m_server.capability(Capability::TsOnly).can == Can::Yes && m_draft.field != "_ts"
            && !has(DraftField::Field)) {
            add(DraftField::Field, DraftRule::CosmosNeedsTs);
        }
    }

    // Whether a server treats both as the same index: equal key, direction, uniqueness, sparseness,
    // collation and filter. Source: app/ttl/SEMANTICS.md 1.4.
    bool isSameIndex(const IndexSpec& index) const
    {
        if (!protocol::sameKeyPattern(index.key, keyOf(m_draft)) || index.unique || index.sparse) {
            return false;
        }
        const auto filter = filterOf(m_draft);
        return filter && equal(*filter, index.partialFilter)
            && equal(comparesSimply(index.collation) ? std::nullopt : index.collation,
                     defaultCollation());
    }

    // A new index inherits the collection's collation.
    std::optional<bson::Document> defaultCollation() const
    {
        const bson::ValueView collation = m_collection.options["collation"];
        if (collation.type() != bson::Type::Document) {
            return std::nullopt;
        }
        return bson::Document(collation.asDocument());
    }

    void checkExistingIndexes()
    {
        if (has(DraftField::Field) || has(DraftField::PartialFilter)) {
            return;
        }
        for (const IndexSpec& index : m_indexes) {
            if (index.singleField() != m_draft.field) {
                continue;
            }
            // an index that differs in direction or options may exist beside the new one: warn only
            const DraftRule ordinary = m_server.canConvertIndexes()
                ? DraftRule::FieldAlreadyIndexed
                : DraftRule::FieldIndexedForGood;
            add(DraftField::Field, index.isTtl() ? DraftRule::FieldAlreadyTtl : ordinary,
                index.name, isSameIndex(index));
        }
    }

    void checkName()
    {
        // without a valid field there is no generated name to check
        if (has(DraftField::Field) || has(DraftField::Name)) {
            return;
        }
        const std::string name = nameOf(m_draft);
        const bool taken = std::any_of(m_indexes.begin(), m_indexes.end(),
                                       [&](const IndexSpec& index) { return index.name == name; });
        if (taken) {
            add(DraftField::Name, DraftRule::NameTaken, name);
        }
        if (isMongoBefore(m_server, 4, 2) && !m_server.versionNumbers.empty()
            && m_draft.ns.text().size() + 2 + name.size() > kMaxOldIndexPathBytes) {
            add(DraftField::Name, DraftRule::NameInvalid, name);
        }
    }

    void checkServerFeatures()
    {
        if (m_indexes.size() >= protocol::kMaxIndexes) {
            add(DraftField::Collection, DraftRule::TooManyIndexes);
        }
        if (m_draft.hidden && !m_server.canHideIndexes()) {
            add(DraftField::Hidden, DraftRule::HiddenUnsupported);
        }
    }

    const TtlIndexDraft& m_draft;
    const ServerInfo& m_server;
    const CollectionSpec& m_collection;
    const std::vector<IndexSpec>& m_indexes;
    std::vector<DraftProblem> m_problems;
};

} // namespace

std::vector<DraftProblem> check(const TtlIndexDraft& draft, const DraftSurroundings& surroundings)
{
    return Check(draft, surroundings).run();
}

Result<TtlIndexSpec> toSpec(const TtlIndexDraft& draft)
{
    // the server is unknown here; -1 is accepted on _ts only, which only Cosmos DB uses that way
    const DraftDialect dialect{draft.field == "_ts" && !draft.atStoredDate, FilterGrammar::Modern};
    const auto seconds = secondsOf(draft, dialect);
    auto filter = filterOf(draft);
    if (!ownProblems(draft, dialect).empty() || !filter) {
        return base::failure(Errc::InvalidInput, "The draft of the index still has problems.");
    }
    return TtlIndexSpec{draft.ns,           nameOf(draft),
                        keyOf(draft),       std::get<std::int64_t>(seconds),
                        std::move(*filter), draft.hidden};
}

TtlIndexSpec firstStep(TtlIndexSpec wanted, const ServerInfo& server)
{
    wanted.expireAfterSeconds = protocol::kMaxExpireAfterSeconds;
    wanted.ordinary = server.capability(Capability::ConvertIndex).can == Can::Yes;
    return wanted;
}

} // namespace sandglass::ttl
