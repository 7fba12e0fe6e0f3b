// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/journal/journal_codec.h"

#include "app/bson/builder.h"
#include "app/bson/json.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace sandglass::services {

namespace {

// These names are in the files of earlier versions.
constexpr std::array<std::pair<JournalKind, std::string_view>, 14> kKinds{{
    {JournalKind::CreateIndex, "createIndex"},
    {JournalKind::ChangeIndex, "changeIndex"},
    {JournalKind::DropIndex, "dropIndex"},
    {JournalKind::InsertDocument, "insert"},
    {JournalKind::ReplaceDocument, "replace"},
    {JournalKind::SetDate, "setDate"},
    {JournalKind::RemoveDocuments, "remove"},
    {JournalKind::LoadSampleData, "loadSampleData"},
    {JournalKind::StagedPurge, "stagedPurge"},
    {JournalKind::MakeRestorePoint, "makeRestorePoint"},
    {JournalKind::RestoreData, "restoreData"},
    {JournalKind::PauseExpiry, "pauseExpiry"},
    {JournalKind::ResumeExpiry, "resumeExpiry"},
    {JournalKind::PutBackDocuments, "putBackDocuments"},
}};

std::string_view stateName(JournalStatus status)
{
    return status == JournalStatus::Succeeded ? "done"
        : status == JournalStatus::Failed     ? "failed"
                                              : "unknown";
}

std::string_view kindName(JournalKind kind)
{
    return std::ranges::find(kKinds, kind, [](const auto& pair) { return pair.first; })->second;
}

// nullopt for a kind that a newer version has written.
std::optional<JournalKind> kindFrom(std::string_view name)
{
    const auto found
        = std::ranges::find(kKinds, name, [](const auto& pair) { return pair.second; });
    return found == kKinds.end() ? std::nullopt : std::optional(found->first);
}

std::optional<Errc> errcFrom(std::string_view name)
{
    for (int code = 0; code <= static_cast<int>(Errc::Internal); ++code) {
        if (base::name(static_cast<Errc>(code)) == name) {
            return static_cast<Errc>(code);
        }
    }
    return {};
}

std::optional<bson::Document> optionalDocument(bson::ValueView value)
{
    if (value.type() != bson::Type::Document) {
        return {};
    }
    return bson::Document(value.asDocument());
}

// Adds a field in canonical form to the text of an object that has at least one field.
void appendExact(std::string& object, std::string_view key, const bson::Document& value)
{
    object.pop_back();
    object
        += ",\"" + std::string(key) + "\":" + bson::toJson(value, bson::JsonForm::Canonical) + '}';
}

std::optional<JournalEntry> readBegin(const bson::Document& line)
{
    const std::optional<JournalKind> kind = kindFrom(line["kind"].asString());
    if (!kind) {
        return {};
    }
    JournalEntry entry;
    entry.id = static_cast<std::uint64_t>(line["id"].toInt64());
    entry.at = line["t"].asDate().time();
    entry.kind = *kind;
    entry.server = QString::fromUtf8(line["server"].asString());
    entry.ns = {std::string(line["db"].asString()), std::string(line["coll"].asString())};
    entry.identity = {std::string(line["set"].asString()), std::string(line["uuid"].asString())};
    entry.index = line["index"].asString();
    entry.command = bson::Document(line["command"].asDocument());
    entry.mongosh = line["mongosh"].asString();
    entry.before = optionalDocument(line["before"]);
    entry.undoes = static_cast<std::uint64_t>(line["undoes"].toInt64());
    if (line.contains("deletes")) {
        entry.deletes = line["deletes"].toInt64();
    }
    return entry;
}

void readEnd(const bson::Document& line, JournalEntry& entry)
{
    entry.reply = bson::Document(line["reply"].asDocument());
    entry.after = optionalDocument(line["after"]);
    entry.documents = line["documents"].toInt64();
    // of a collection that the command has made
    if (const std::string_view made = line["uuid"].asString(); !made.empty()) {
        entry.identity.collection = made;
    }
    // the first versions wrote "ok" in place of "state"
    const bool done = line["state"].asString() == "done" || line["ok"].toBool();
    entry.status = done ? JournalStatus::Succeeded : JournalStatus::Failed;
    entry.verifiedLater = line["verifiedLater"].toBool();
    entry.error.reset(); // of an end that said that the outcome is unknown
    if (line.contains("error")) {
        const bson::DocumentView error = line["error"].asDocument();
        entry.error = Error{errcFrom(error["code"].asString()).value_or(Errc::Internal),
                            std::string(error["message"].asString()),
                            static_cast<int>(error["serverCode"].toInt64()),
                            std::string(error["serverCodeName"].asString())};
        entry.error->reason = base::localReasonFrom(error["reason"].asString());
        if (const bson::ValueView deleted = error["deleted"]; deleted.isNumber()) {
            entry.error->deleted = deleted.toInt64();
        }
    }
    // earlier versions wrote "failed" also when no answer had arrived
    if (!done && !entry.verifiedLater && entry.error && isSingleChange(entry.kind)
        && leavesOutcomeUnknown(*entry.error)) {
        entry.status = JournalStatus::Unknown;
    }
}

} // namespace

std::string journalBegin(const JournalEntry& entry)
{
    bson::Builder line;
    line.append("e", "begin")
        .append("state", "sent")
        .append("id", static_cast<std::int64_t>(entry.id))
        .append("t", bson::Date::from(entry.at))
        .append("kind", kindName(entry.kind))
        .append("server", entry.server.toStdString())
        .append("db", entry.ns.database)
        .append("coll", entry.ns.collection)
        .append("index", entry.index)
        .append("mongosh", entry.mongosh);
    if (!entry.identity.replicaSet.empty()) {
        line.append("set", entry.identity.replicaSet);
    }
    if (!entry.identity.collection.empty()) {
        line.append("uuid", entry.identity.collection);
    }
    if (entry.deletes) {
        line.append("deletes", *entry.deletes);
    }
    if (entry.undoes != 0) {
        line.append("undoes", static_cast<std::int64_t>(entry.undoes));
    }
    std::string text = bson::toJson(line.take());
    appendExact(text, "command", entry.command);
    if (entry.before) {
        appendExact(text, "before", *entry.before);
    }
    return text;
}

std::string journalEnd(const JournalEntry& entry)
{
    bson::Builder line;
    line.append("e", "end")
        .append("state", stateName(entry.status))
        .append("id", static_cast<std::int64_t>(entry.id))
        .append("documents", entry.documents);
    if (entry.kind == JournalKind::CreateIndex && !entry.identity.collection.empty()) {
        line.append("uuid", entry.identity.collection);
    }
    if (entry.verifiedLater) {
        line.append("verifiedLater", true);
    }
    if (entry.error) {
        line.beginDocument("error")
            .append("code", base::name(entry.error->code))
            .append("message", entry.error->message)
            .append("serverCode", std::int32_t{entry.error->serverCode})
            .append("serverCodeName", entry.error->serverCodeName);
        if (entry.error->deleted) {
            line.append("deleted", *entry.error->deleted);
        }
        if (entry.error->reason != base::LocalReason::None) {
            line.append("reason", base::name(entry.error->reason));
        }
        line.end();
    }
    std::string text = bson::toJson(line.take());
    appendExact(text, "reply", entry.reply);
    if (entry.after) {
        appendExact(text, "after", *entry.after);
    }
    return text;
}

std::vector<JournalEntry> journalEntries(std::string_view text, std::size_t limit)
{
    // ids grow with time, so the map is ordered by the time of sending
    std::map<std::uint64_t, JournalEntry> entries;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view raw = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        // a line that a crash cut off, or the first one of a part of a file
        const Result<bson::Document> line = bson::fromJson(raw);
        if (!line) {
            continue;
        }
        const auto id = static_cast<std::uint64_t>((*line)["id"].toInt64());
        if ((*line)["e"].asString() == "begin") {
            if (std::optional<JournalEntry> entry = readBegin(*line)) {
                entries.insert_or_assign(id, std::move(*entry));
            }
        } else if (const auto found = entries.find(id);
                   found != entries.end() && (*line)["e"].asString() == "end") {
            readEnd(*line, found->second);
        }
    }
    std::vector<JournalEntry> list;
    const std::size_t skip = entries.size() > limit ? entries.size() - limit : 0;
    for (auto at = std::next(entries.begin(), static_cast<std::ptrdiff_t>(skip));
         at != entries.end(); ++at) {
        list.push_back(std::move(at->second));
    }
    return list;
}

} // namespace sandglass::services
