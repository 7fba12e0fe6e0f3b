// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/robustness/destruction.h"

#include "app/bson/view.h"
#include "app/services/engine/sample_collections.h"

#include <algorithm>
#include <chrono>
#include <initializer_list>
#include <optional>

namespace sandglass::tests {

namespace {

using services::JournalKind;

QStringList kinds(std::initializer_list<const char*> classes)
{
    QStringList names;
    for (const char* each : classes) {
        names += QString::fromLatin1(each);
    }
    return names;
}

std::string commandName(const bson::Document& command)
{
    return std::string((*command.view().begin()).key);
}

std::optional<std::int64_t> secondsIn(bson::DocumentView definition)
{
    const bson::ValueView seconds = definition["expireAfterSeconds"];
    return seconds.isNumber() ? std::optional(seconds.toInt64()) : std::nullopt;
}

/// Whether the menu's "Load sample data" makes this index: in a database of its own, without a
/// question.
bool isSample(const std::string& collection, bson::DocumentView index)
{
    return std::ranges::any_of(
        services::sampleCollections(), [&](const services::SampleCollection& sample) {
            return sample.name == collection
                && sample.index["name"].asString() == index["name"].asString()
                && secondsIn(sample.index.view()) == secondsIn(index);
        });
}

QStringList beforeCreation(const std::string& collection, const bson::Document& command,
                           ExpiryRules& rules)
{
    bool expires = false;
    for (const bson::Element& each : command["indexes"].asDocument()) {
        const bson::DocumentView index = each.value.asDocument();
        if (const auto seconds = secondsIn(index)) {
            rules[{collection, std::string(index["name"].asString())}] = *seconds;
            expires = expires || !isSample(collection, index);
        }
    }
    return expires ? kinds({"CreateIndexDialog", "UndoDialog"}) : QStringList();
}

/// A shorter period, or one where there was none, makes documents overdue.
QStringList beforeChange(const std::string& collection, const bson::Document& command,
                         ExpiryRules& rules)
{
    const bool own = !command.contains("index");
    const bson::DocumentView change = own ? command.view() : command["index"].asDocument();
    const auto seconds = secondsIn(change);
    const std::pair key(collection, own ? std::string() : std::string(change["name"].asString()));
    if (!seconds) {
        if (own) {
            rules.erase(key);
        }
        return {};
    }
    const auto before = rules.find(key);
    const bool shorter = before == rules.end() || *seconds < before->second;
    rules[key] = *seconds;
    return shorter ? kinds({"ChangeIndexDialog", "BatchChangeDialog", "UndoDialog"})
                   : QStringList();
}

/// A purge deletes what is still expired among some _ids.
QStringList beforeRemoval(const bson::Document& command)
{
    for (const bson::Element& each : command["deletes"].asDocument()) {
        const bson::DocumentView statement = each.value.asDocument();
        if (statement["q"].asDocument().contains("$and") && statement["limit"].toInt64() == 0) {
            return kinds({"PurgeDialog"});
        }
    }
    return kinds({"DocumentConfirmation"});
}

/// A replacement, or a date that is due by every rule of the collection.
QStringList beforeUpdate(const std::string& collection, const bson::Document& command,
                         const ExpiryRules& rules, base::Time now)
{
    std::optional<std::int64_t> longest;
    for (const auto& [key, seconds] : rules) {
        if (key.first == collection) {
            longest = std::max(longest.value_or(0), seconds);
        }
    }
    for (const bson::Element& each : command["updates"].asDocument()) {
        const bson::DocumentView update = each.value.asDocument()["u"].asDocument();
        if (!update.contains("$set") && !update.contains("$unset")) {
            return kinds({"DocumentEditor"});
        }
        for (const bson::Element& set : update["$set"].asDocument()) {
            if (longest && set.value.type() == bson::Type::Date
                && set.value.asDate().time() + std::chrono::seconds(*longest) <= now) {
                return kinds({"DocumentConfirmation", "UndoDialog"});
            }
        }
    }
    return {};
}

/// What a command is called in the journal, and whether one entry stands for one command.
struct Entries
{
    std::vector<JournalKind> kinds;
    bool oneEach;
};

Entries entriesOf(const std::string& command)
{
    if (command == "createIndexes") {
        return {{JournalKind::CreateIndex}, true};
    }
    if (command == "collMod") {
        return {{JournalKind::ChangeIndex}, true};
    }
    if (command == "update") {
        return {{JournalKind::ReplaceDocument, JournalKind::SetDate}, true};
    }
    if (command == "dropIndexes") {
        return {{JournalKind::DropIndex, JournalKind::CreateIndex}, false};
    }
    if (command == "delete") {
        return {{JournalKind::RemoveDocuments, JournalKind::StagedPurge}, false};
    }
    return {{}, false};
}

} // namespace

QStringList dialogsBefore(const bson::Document& command, ExpiryRules& rules, base::Time now)
{
    const std::string name = commandName(command);
    const std::string collection(command[name].asString());
    if (name == "createIndexes") {
        return beforeCreation(collection, command, rules);
    }
    if (name == "collMod") {
        return beforeChange(collection, command, rules);
    }
    if (name == "dropIndexes") {
        rules.erase({collection, std::string(command["index"].asString())});
        return kinds({"ChangeIndexDialog", "UndoDialog", "CreateIndexDialog"});
    }
    if (name == "delete") {
        return beforeRemoval(command);
    }
    return name == "update" ? beforeUpdate(collection, command, rules, now) : QStringList();
}

bool JournalledCommands::isWanted(const bson::Document& command)
{
    const std::string name = commandName(command);
    if (name == "createIndexes") {
        const std::string collection(command[name].asString());
        const bson::DocumentView indexes = command["indexes"].asDocument();
        return std::ranges::none_of(indexes, [&collection](const bson::Element& each) {
            return isSample(collection, each.value.asDocument());
        });
    }
    return !entriesOf(name).kinds.empty();
}

bool JournalledCommands::take(const bson::Document& command,
                              const std::vector<services::JournalEntry>& entries)
{
    const std::string name = commandName(command);
    const std::string collection(command[name].asString());
    const Entries wanted = entriesOf(name);
    const int sent = ++m_sent[{name, collection}];
    const auto found = std::ranges::count_if(entries, [&](const services::JournalEntry& entry) {
        return entry.ns.collection == collection
            && std::ranges::find(wanted.kinds, entry.kind) != wanted.kinds.end();
    });
    return found >= (wanted.oneEach ? sent : 1);
}

} // namespace sandglass::tests
