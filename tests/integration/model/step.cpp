// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/model/step.h"

#include "app/bson/builder.h"
#include "app/bson/json.h"

#include <array>

namespace sandglass::tests::model {

namespace {

using Kind = Step::Kind;

std::string shortened(std::string text)
{
    constexpr std::size_t kMost = 400;
    if (text.size() > kMost) {
        text = text.substr(0, kMost) + "… (" + std::to_string(text.size()) + " bytes)";
    }
    return text;
}

std::string callText(const UnitCall& call)
{
    switch (call.kind) {
    case UnitCall::Kind::Insert:
        return "insert " + shortened(bson::toJson(call.document));
    case UnitCall::Kind::Replace:
        return "replace " + bson::toJson(call.target) + " by "
            + shortened(bson::toJson(call.document));
    case UnitCall::Kind::Remove:
        return "remove " + bson::toJson(call.target);
    case UnitCall::Kind::Fetch:
        return "fetch " + bson::toJson(call.target);
    }
    return {};
}

std::string unitText(const Step& step)
{
    constexpr std::size_t kMostShown = 12;
    std::string text = step.flag ? " (discarded)" : "";
    for (std::size_t i = 0; i < step.calls.size() && i < kMostShown; ++i) {
        text += "\n      " + callText(step.calls[i]);
    }
    if (step.calls.size() > kMostShown) {
        text += "\n      … " + std::to_string(step.calls.size()) + " calls in all";
    }
    return text;
}

std::string indexesText(const Step& step)
{
    std::string text;
    for (const auto& index : step.indexes) {
        text += " " + bson::toJson(index.listEntry());
    }
    return text;
}

std::string passText(const Step& step)
{
    constexpr std::array kMeanwhile{"look", "compact", "reclaim", "open a cursor", "stop"};
    std::string text = " batches of " + std::to_string(step.form.batch) + ", visits of "
        + std::to_string(step.form.visit) + ", deferred from "
        + std::to_string(step.form.deferFrom);
    if (!step.form.batching) {
        text += ", unbatched";
    }
    if (step.amount >= 0) {
        text += std::string(", in turn ") + std::to_string(step.amount) + ": "
            + kMeanwhile[static_cast<std::size_t>(step.meanwhile)];
    }
    return text;
}

const char* nameOf(Kind kind)
{
    constexpr std::array kNames{"create",      "drop",          "drop database", "rename",
                                "set options", "write",         "build",         "drop indexes",
                                "collMod",     "advance by ms", "pass:",         "compact",
                                "reclaim",     "settle",        "checkpoint",    "open checkpoint",
                                "reopen",      "open cursor",   "read cursors",  "follow"};
    return kNames[static_cast<std::size_t>(kind)];
}

} // namespace

engine::catalog::CollectionOptions Shape::options() const
{
    bson::Builder listed;
    if (cappedBytes > 0) {
        listed.append("capped", true).append("size", cappedBytes);
        if (cappedDocuments > 0) {
            listed.append("max", cappedDocuments);
        }
    }
    if (clustered) {
        listed.append("clusteredIndex",
                      bson::makeDocument("v", 2, "key", bson::makeDocument("_id", 1), "name",
                                         "_id_", "unique", true));
    }
    if (seconds) {
        listed.append("expireAfterSeconds", *seconds);
    }
    return {listed.take()};
}

std::string Step::text() const
{
    std::string text = nameOf(kind);
    if (!ns.database.empty()) {
        text += " " + ns.text();
    }
    if (!to.database.empty()) {
        text += " to " + to.text() + (flag ? " (drops the target)" : "");
    }
    if (kind == Kind::Unit) {
        return text + unitText(*this);
    }
    if (kind == Kind::Pass) {
        return text + passText(*this);
    }
    if (kind == Kind::Create || kind == Kind::SetOptions) {
        text += " " + bson::toJson(shape.options().listed);
    }
    for (const std::string& name : names) {
        text += " " + name;
    }
    if (amount != 0) {
        text += " " + std::to_string(amount);
    }
    return text + indexesText(*this);
}

bool Step::changes() const
{
    switch (kind) {
    case Kind::Create:
    case Kind::Drop:
    case Kind::DropDatabase:
    case Kind::Rename:
    case Kind::SetOptions:
    case Kind::Unit:
    case Kind::CreateIndexes:
    case Kind::DropIndexes:
    case Kind::ModifyIndex:
    case Kind::Pass:
        return true;
    default:
        return false;
    }
}

} // namespace sandglass::tests::model
