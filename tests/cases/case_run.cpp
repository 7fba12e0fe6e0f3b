// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cases/case_run.h"

#include "app/bson/builder.h"
#include "app/bson/compare.h"
#include "app/bson/json.h"
#include "tests/cases/expectation.h"
#include "tests/cases/operator_steps.h"

#include <QTest>

#include <algorithm>
#include <string_view>
#include <utility>

namespace sandglass::cases {

namespace {

const std::string kDatabase = "cases";

Error wrong(std::string text)
{
    return base::failure(Errc::Conflict, std::move(text));
}

/// What is wrong with a reply, by what the step asks for; empty when nothing is. `exact`: error
/// texts and types of numbers count too.
std::string wrongReply(bson::DocumentView step, const bson::Document& reply, bool exact)
{
    const bson::ValueView code = step["fails"];
    if (code.isMissing()) {
        if (!reply["ok"].toBool() || (reply.contains("writeErrors") && !step.contains("reply"))) {
            return "the reply is " + bson::toJson(reply);
        }
    } else {
        const bson::Document expected = code.type() == bson::Type::Bool
            ? bson::makeDocument("ok", 0)
            : bson::makeDocument("ok", 0, "code", code);
        if (std::string why = difference(bson::Value::document(reply),
                                         bson::Value::document(expected), "the reply");
            !why.empty()) {
            return why;
        }
    }
    if (const std::string_view text = step["text"].asString();
        exact && reply["errmsg"].asString().find(text) == std::string_view::npos) {
        return "the text is '" + std::string(reply["errmsg"].asString()) + "'";
    }
    if (!step.contains("reply")) {
        return {};
    }
    const bson::Value expected = exact ? bson::Value(step["reply"]) : withoutTypes(step["reply"]);
    return difference(bson::Value::document(reply), expected, "the reply");
}

std::vector<bson::ValueView> sorted(std::vector<bson::ValueView> values)
{
    std::ranges::sort(values, [](bson::ValueView left, bson::ValueView right) {
        return std::is_lt(bson::compare(left, right));
    });
    return values;
}

} // namespace

/// The first field of a step is its name.
struct CaseRun::NamedStep
{
    std::string_view name;
    Step run;
    bool alone = false; ///< no later step depends on it
};

const CaseRun::NamedStep CaseRun::kSteps[]{
    {"run", &CaseRun::runCommand},
    {"tell", &CaseRun::tellCommand},
    {"pass", &CaseRun::makePasses},
    {"advance", &CaseRun::advance},
    {"live", &CaseRun::live},
    {"left", &CaseRun::checkLeft},
    {"grew", &CaseRun::checkGrowth},
    {"logged", &CaseRun::checkLog},
    {"expression", &CaseRun::askOperator<checkExpression>, true},
    {"filter", &CaseRun::askOperator<checkFilter>, true},
    {"update", &CaseRun::askOperator<checkUpdate>, true},
    {"pipeline", &CaseRun::askOperator<checkPipeline>, true},
    {"projection", &CaseRun::askOperator<checkProjection>, true},
};

template <CaseRun::OperatorCheck check>
Result<void> CaseRun::askOperator(bson::DocumentView step)
{
    if (auto done = check(m_connection, step, m_server.isOurs()); !done) {
        return std::move(done.error()).during(bson::toJson(step));
    }
    return {};
}

Result<void> CaseRun::begin()
{
    TRY(m_connection.open(m_server.port()));
    auto now = status();
    TRY(now);
    m_before = std::move(*now);
    return {};
}

Result<void> CaseRun::emptyDatabase()
{
    const auto dropped = m_connection.run(kDatabase, bson::makeDocument("dropDatabase", 1));
    TRY(dropped);
    return {};
}

Result<void> CaseRun::runSteps(bson::DocumentView steps)
{
    std::string faults;
    for (const bson::Element& element : steps) {
        const bson::DocumentView step = element.value.asDocument();
        auto done = step.contains("each") ? repeat(step) : runStep(step);
        if (done) {
            continue;
        }
        Error error = std::move(done.error()).during("step " + std::string(element.key));
        if (!isAlone(step)) {
            return tl::unexpected(std::move(error));
        }
        faults += '\n' + error.message;
    }
    return faults.empty() ? Result<void>() : wrong(std::move(faults));
}

Result<void> CaseRun::repeat(bson::DocumentView step)
{
    const auto values = filledIn(step["each"].asDocument(), Scene{m_server.now(), {}, 0});
    TRY(values);
    m_number = 0;
    for (const bson::Element& value : values->view()) {
        m_value = bson::Value(value.value);
        if (auto done = runSteps(step["steps"].asDocument()); !done) {
            return std::move(done.error())
                .during("with " + bson::toJson(value.value, bson::JsonForm::Canonical));
        }
        ++m_number;
    }
    m_value = {};
    return {};
}

bool CaseRun::isAlone(bson::DocumentView step)
{
    const std::string_view name = step.empty() ? std::string_view() : step.begin()->key;
    const auto* const known = std::ranges::find(kSteps, name, &NamedStep::name);
    return known != std::ranges::end(kSteps) && known->alone;
}

Result<void> CaseRun::runStep(bson::DocumentView raw)
{
    const auto step = filledIn(raw, Scene{m_server.now(), m_value, m_number});
    TRY(step);
    const std::string_view name = step->empty() ? std::string_view() : step->view().begin()->key;
    const auto* const known = std::ranges::find(kSteps, name, &NamedStep::name);
    if (known == std::ranges::end(kSteps)) {
        return base::failure(Errc::InvalidInput, "no such step: " + std::string(name));
    }
    return (this->*known->run)(*step);
}

Result<void> CaseRun::runCommand(bson::DocumentView step)
{
    const std::string database(step.contains("on") ? step["on"].asString() : kDatabase);
    const auto reply = m_connection.run(database, step["run"].asDocument());
    TRY(reply);
    if (std::string why = wrongReply(step, *reply, m_server.isOurs()); !why.empty()) {
        return wrong(bson::toJson(step["run"]) + ": " + why);
    }
    return {};
}

Result<void> CaseRun::tellCommand(bson::DocumentView step)
{
    return m_connection.tell("admin", step["tell"].asDocument());
}

Result<void> CaseRun::makePasses(bson::DocumentView step)
{
    for (std::int64_t count = step["pass"].toInt64(); count > 0; --count) {
        TRY(m_server.pass());
    }
    return {};
}

Result<void> CaseRun::advance(bson::DocumentView step)
{
    auto span = spanFrom(step["advance"].asString());
    TRY(span);
    return m_server.advance(*span);
}

Result<void> CaseRun::live(bson::DocumentView step)
{
    auto span = spanFrom(step["live"].asString());
    TRY(span);
    return m_server.live(*span);
}

Result<void> CaseRun::checkLeft(bson::DocumentView step)
{
    for (const bson::Element& element : step["left"].asDocument()) {
        std::string why;
        const bool right = QTest::qWaitFor(
            [&] {
                why = wrongLeft(std::string(element.key), element.value);
                return why.empty();
            },
            m_server.patienceForDocuments());
        if (!right) {
            return wrong(why);
        }
    }
    return {};
}

std::string CaseRun::wrongLeft(const std::string& collection, bson::ValueView expected)
{
    const auto reply = m_connection.run(
        kDatabase,
        bson::makeDocument("find", collection, "batchSize", 1'000'000, "singleBatch", true));
    if (!reply || !(*reply)["ok"].toBool()) {
        return reply ? bson::toJson(*reply) : reply.error().message;
    }
    std::vector<bson::ValueView> ids;
    for (const bson::Element& element : reply->view().at("cursor.firstBatch").asDocument()) {
        ids.push_back(element.value.asDocument()["_id"]);
    }
    if (expected.isNumber()) {
        const auto count = static_cast<std::int64_t>(ids.size());
        return difference(bson::Value::of(count), expected,
                          "the number of documents in " + collection);
    }
    const auto wanted = sorted(expected.asDocument().values());
    return difference(bson::Value::array(bson::arrayOf(sorted(ids))),
                      bson::Value::array(bson::arrayOf(wanted)), "what is left in " + collection);
}

Result<void> CaseRun::checkGrowth(bson::DocumentView step)
{
    if (!m_server.isOurs()) {
        return {};
    }
    std::string why;
    bson::Document last;
    const bool right = QTest::qWaitFor(
        [&] {
            auto now = status();
            why = now ? wrongGrowth(step["grew"].asDocument(), *now) : now.error().message;
            last = now ? std::move(*now) : bson::Document();
            return why.empty();
        },
        m_server.patience());
    if (!right) {
        return wrong(why);
    }
    m_before = std::move(last);
    return {};
}

std::string CaseRun::wrongGrowth(bson::DocumentView expected, const bson::Document& status)
{
    for (const bson::Element& element : expected) {
        const bson::ValueView now = status.view().at(element.key);
        if (now.isMissing()) {
            return "serverStatus has no " + std::string(element.key);
        }
        const std::int64_t growth = now.toInt64() - m_before.view().at(element.key).toInt64();
        if (std::string why = difference(bson::Value::of(growth), element.value,
                                         "the growth of " + std::string(element.key));
            !why.empty()) {
            return why;
        }
    }
    return {};
}

Result<bson::Document> CaseRun::status()
{
    return m_connection.run("admin", bson::makeDocument("serverStatus", 1));
}

Result<void> CaseRun::checkLog(bson::DocumentView step)
{
    if (!m_server.isOurs()) {
        return {};
    }
    const bson::DocumentView asked = step["logged"].asDocument();
    const std::string id = "\"id\":" + std::to_string(asked["id"].toInt64()) + ',';
    std::int64_t found = 0;
    const bool right = QTest::qWaitFor(
        [&] {
            const auto reply = m_connection.run("admin", bson::makeDocument("getLog", "global"));
            found = 0;
            if (reply) {
                for (const bson::Element& line : (*reply)["log"].asDocument()) {
                    found += line.value.asString().find(id) == std::string_view::npos ? 0 : 1;
                }
            }
            return found >= asked["times"].toInt64();
        },
        m_server.patience());
    if (!right) {
        return wrong("the log has " + std::to_string(found) + " lines with " + id);
    }
    return {};
}

} // namespace sandglass::cases
