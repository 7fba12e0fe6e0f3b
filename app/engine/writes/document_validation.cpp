// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/writes/document_validation.h"

#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/engine/operations/records.h"
#include "app/engine/query/validation_report.h"
#include "app/protocol/server_code.h"

#include <optional>
#include <string>
#include <utility>

namespace sandglass::engine::writes {

using catalog::RecordId;
using catalog::ValidationShape;
using protocol::commandError;
using protocol::ServerCode;

namespace {

// Source: MongoDB server source, the line of a document that a validator only warns of.
constexpr int kWouldFail = 20294;

class ValidatedUnit final : public catalog::WriteUnit
{
public:
    ValidatedUnit(std::unique_ptr<catalog::WriteUnit> real, const catalog::Collection& collection,
                  const plan::DataAccess& access)
        : m_real(std::move(real))
        , m_shape(collection.shape())
        , m_ns(collection.ns().text())
        , m_log(access.records.log)
        , m_context{access.clock.now(), {}}
    {
    }

    Result<RecordId> insert(bson::DocumentView document) override
    {
        TRY(check(document));
        return m_real->insert(document);
    }
    Result<void> replace(RecordId id, bson::DocumentView document) override
    {
        auto checked = check(document);
        if (!checked && rules().moderate) {
            auto before = m_real->fetch(id);
            TRY(before);
            const bool matched = *before && m_filter->evaluate(**before).value_or(false);
            if (!matched) {
                checked = {};
            }
        }
        TRY(checked);
        return m_real->replace(id, document);
    }

    Result<std::optional<bson::Document>> fetch(RecordId id) override { return m_real->fetch(id); }
    Result<bool> remove(RecordId id) override { return m_real->remove(id); }
    bson::Document asFetched(bson::Document document) const override
    {
        return m_real->asFetched(std::move(document));
    }
    bool countsEveryReplace() const override { return m_real->countsEveryReplace(); }
    Result<std::vector<catalog::DateEntry>> datesUpTo(std::string_view indexName, bson::Date to,
                                                      std::size_t limit) override
    {
        return m_real->datesUpTo(indexName, to, limit);
    }
    void rememberDrained(std::string_view indexName, bson::Date date) override
    {
        m_real->rememberDrained(indexName, date);
    }
    std::int64_t removedKeys() const override { return m_real->removedKeys(); }
    void setNote(const catalog::WriteNote* note) override { m_real->setNote(note); }
    std::int64_t insertedKeys() const override { return m_real->insertedKeys(); }
    Result<catalog::WriteUnit*> join(const std::shared_ptr<catalog::Collection>& other) override
    {
        return m_real->join(other);
    }
    Result<void> commit(storage::Durability durability) override
    {
        return m_real->commit(durability);
    }

private:
    const ValidationShape& rules() const { return *m_shape->validation; }
    /// Errors (server): DocumentValidationFailure; none under "warn". Those of
    /// query::Filter::parse().
    Result<void> check(bson::DocumentView document)
    {
        // parsed with the first document: a unit that only removes needs no validator
        if (!m_filter) {
            auto filter = query::Filter::parse(rules().validator, m_context);
            TRY(filter);
            m_filter = std::move(*filter);
        }
        const auto matched = m_filter->evaluate(document);
        // an expression that fails says no more than that the document cannot be accepted
        if (matched.value_or(false)) {
            return {};
        }
        if (rules().warns || rules().logs) {
            m_log.write({base::Severity::Warning,
                         "STORAGE",
                         kWouldFail,
                         "validator",
                         "Document would fail validation",
                         {{"namespace", m_ns}, {"document", bson::toShellText(document["_id"])}}});
        }
        if (rules().warns) {
            return {};
        }
        const bson::Document info
            = bson::makeDocument("failingDocumentId", document["_id"], "details",
                                 query::explainMismatch(rules().validator, document, m_context));
        Error error
            = commandError(ServerCode::DocumentValidationFailure, "Document failed validation");
        protocol::setDetails(error, bson::makeDocument("errInfo", info));
        return error;
    }

    std::unique_ptr<catalog::WriteUnit> m_real;
    std::shared_ptr<const catalog::CollectionShape> m_shape;
    std::string m_ns;
    base::Log& m_log;
    query::EvaluationContext m_context;
    std::optional<query::Filter> m_filter;
};

} // namespace

std::unique_ptr<catalog::WriteUnit> validated(std::unique_ptr<catalog::WriteUnit> unit,
                                              const catalog::Collection& collection,
                                              const plan::DataAccess& access)
{
    if (!collection.shape()->validation) {
        return unit;
    }
    return std::make_unique<ValidatedUnit>(std::move(unit), collection, access);
}

} // namespace sandglass::engine::writes
