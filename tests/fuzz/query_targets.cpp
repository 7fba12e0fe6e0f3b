// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/compare.h"
#include "app/bson/json.h"
#include "app/bson/validate.h"
#include "app/engine/query/expression.h"
#include "app/engine/query/filter.h"
#include "app/engine/query/loop_guard.h"
#include "app/engine/query/pipeline.h"
#include "app/engine/query/update.h"
#include "tests/fuzz/filter_reference.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/targets.h"

#include <memory>
#include <optional>
#include <utility>

namespace sandglass::fuzz {

namespace {

using engine::query::EvaluationContext;
using engine::query::Filter;

EvaluationContext context()
{
    return {base::Time(base::Millis(1'790'000'000'000)), {}};
}

// Ends expressions that are meant to take long: a search lives from many short runs.
engine::query::LoopGuard::Check briefly()
{
    constexpr int kMostLooks = 4; // each after about a millisecond
    return [looks = 0]() mutable -> Result<void> {
        if (++looks > kMostLooks) {
            return base::failure(Errc::Cancelled, "That is enough.");
        }
        return {};
    };
}

// Whether a path has an index of five or more digits: an update may fill an array with up to
// 1,500,000 nulls, which takes as long as ten thousand other runs.
bool fillsLargeArray(std::string_view text)
{
    constexpr int kMostDigits = 4;
    int digits = -1; // since the last point
    for (const char letter : text) {
        digits = letter == '.'                              ? 0
            : digits >= 0 && letter >= '0' && letter <= '9' ? digits + 1
                                                            : -1;
        if (digits > kMostDigits) {
            return true;
        }
    }
    return false;
}

/// What is asked, and the document that it is asked about.
struct Question
{
    bson::Document asked;
    bson::Document document;
};

// The first two lines of the input as JSON; nullopt when they are none.
std::optional<Question> questionOf(bson::Bytes input)
{
    const std::string_view text = textOf(input);
    const std::size_t end = text.find('\n');
    auto asked = bson::fromJson(text.substr(0, end));
    if (!asked || end == std::string_view::npos) {
        return std::nullopt;
    }
    auto document = bson::fromJson(text.substr(end + 1));
    if (!document) {
        return std::nullopt;
    }
    return Question{std::move(*asked), std::move(*document)};
}

// {"$and": [filter]} or {"$nor": [filter]}
bson::Document around(const char* name, bson::DocumentView filter)
{
    bson::Builder builder;
    builder.beginArray(name).push(filter).end();
    return builder.take();
}

std::optional<bool> matches(bson::DocumentView filter, bson::DocumentView document)
{
    const auto parsed = Filter::parse(filter, context());
    if (!parsed) {
        return std::nullopt;
    }
    const auto matched = parsed->evaluate(document);
    return matched ? std::optional(*matched) : std::nullopt;
}

/// A pipeline's surroundings: nothing else is there.
class NoServer : public engine::query::PipelineEnvironment
{
public:
    Result<engine::query::DocumentSourcePtr> openCollection(std::string_view,
                                                            const Filter&) override
    {
        return base::failure(Errc::NotFound, "There is no other collection.");
    }
    Result<engine::query::DocumentSourcePtr> openServerStage(std::string_view, bson::ValueView,
                                                             std::string_view) override
    {
        return base::failure(Errc::NotFound, "There is no server.");
    }
    std::size_t memoryLimit() const override { return std::size_t{8} * 1024 * 1024; }
    Result<void> checkInterrupt() override
    {
        constexpr int kMostChecks = 100;
        if (++m_checks > kMostChecks) {
            return base::failure(Errc::Cancelled, "That is enough.");
        }
        return {};
    }

private:
    int m_checks = 0;
};

/// One document.
class OneDocument : public engine::query::DocumentSource
{
public:
    explicit OneDocument(bson::Document document)
        : m_document(std::move(document))
    {
    }
    Result<std::optional<bson::Document>> next() override
    {
        return std::exchange(m_document, std::nullopt);
    }

private:
    std::optional<bson::Document> m_document;
};

} // namespace

void parseFilter(bson::Bytes input)
{
    const auto question = questionOf(input);
    if (!question) {
        return;
    }
    const auto plain = matches(question->asked, question->document);
    if (!plain) {
        return;
    }
    require(matches(around("$and", question->asked), question->document) == plain,
            "$and of one filter is that filter");
    require(matches(around("$nor", question->asked), question->document) == !*plain,
            "$nor of one filter is its opposite");
}

void matchAsReference(bson::Bytes input)
{
    FilterMaker maker(input);
    const bson::Document document = maker.document();
    const bson::Document filter = maker.filter();
    const auto matched = matches(filter, document);
    require(matched.has_value(), "a filter of known operators is accepted");
    require(*matched == matchesSlowly(filter, document), "a filter matches what it says");
}

void applyUpdate(bson::Bytes input)
{
    const auto question = questionOf(input);
    if (!question) {
        return;
    }
    const bson::ValueView update = question->asked["u"];
    if (fillsLargeArray(textOf(input))) {
        return;
    }
    const engine::query::LoopGuard guard(briefly());
    const auto parsed
        = engine::query::Update::parse(update, question->asked["arrayFilters"], context());
    if (!parsed) {
        return;
    }
    const auto updated = parsed->apply({question->document.view(), std::nullopt, false});
    if (!updated) {
        return;
    }
    require(bson::validate(updated->bytes()).has_value(), "an update gives a valid document");
    const bson::ValueView id = question->document["_id"];
    require(id.isMissing() || bson::equal(id, (*updated)["_id"]), "an update keeps the _id");
}

void evaluateExpression(bson::Bytes input)
{
    const auto question = questionOf(input);
    if (!question) {
        return;
    }
    const engine::query::LoopGuard guard(briefly());
    const auto parsed = engine::query::Expression::parse(question->asked["e"], context());
    if (!parsed) {
        return;
    }
    const auto value = parsed->evaluate(question->document);
    if (!value) {
        return;
    }
    const bson::Document holder = bson::makeDocument("v", *value);
    constexpr std::size_t kMostBytes = std::size_t{80} * 1024 * 1024;
    constexpr int kDeepest = 400;
    require(bson::validate(holder.bytes(), kMostBytes, kDeepest).has_value(),
            "an expression gives a valid value");
}

void parsePipeline(bson::Bytes input)
{
    const auto question = questionOf(input);
    if (!question) {
        return;
    }
    const engine::query::LoopGuard guard(briefly());
    const auto pipeline = engine::query::Pipeline::parse(question->asked["p"], context());
    if (!pipeline) {
        return;
    }
    NoServer server;
    auto results = pipeline->run(std::make_unique<OneDocument>(question->document), server);
    if (!results || !*results) {
        return;
    }
    constexpr int kMostResults = 100;
    constexpr int kDeepest = 400;
    for (int i = 0; i < kMostResults; ++i) {
        const auto document = (*results)->next();
        if (!document || !document->has_value()) {
            return;
        }
        require(bson::validate((*document)->bytes(), std::size_t{80} * 1024 * 1024, kDeepest)
                    .has_value(),
                "a pipeline gives valid documents");
    }
}

} // namespace sandglass::fuzz
