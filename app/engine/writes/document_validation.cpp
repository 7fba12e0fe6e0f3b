// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/writes/document_validation.h"

#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/engine/catalog/forwarding_write_unit.h"
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

class ValidatedUnit final : public catalog::ForwardingWriteUnit
{
public:
    ValidatedUnit(std::unique_ptr<catalog::WriteUnit> real, const catalog::Collection& collection,
                  const plan::DataAccess& access)
        : ForwardingWriteUnit(std::move(real))
        , m_shape(collection.shape())
        , m_ns(collection.ns().text())
        , m_log(access.records.log)
        , m_context{access.clock.now(), {}}
    {
    }

    Result<RecordId> insert(bson::DocumentView document) override
    {
        TRY(check(document));
        return real().insert(document);
    }
    Result<void> replace(RecordId id, bson::DocumentView document) override
    {
        auto checked = check(document);
        if (!checked && rules().moderate) {
            auto before = real().fetch(id);
            TRY(before);
            const bool matched = *before && m_filter->evaluate(**before).value_or(false);
            if (!matched) {
                checked = {};
            }
        }
        TRY(checked);
        return real().replace(id, document);
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
