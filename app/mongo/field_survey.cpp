// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/field_survey.h"

#include <algorithm>
#include <map>
#include <set>

namespace sandglass::mongo {

namespace {

using bson::DocumentView;
using bson::Element;
using bson::Type;
using bson::ValueView;

using Paths = std::set<std::string>;
using TypeCounts = std::map<std::string, std::size_t>;

void collect(DocumentView document, const std::string& prefix, int depth, Paths& paths);

// Arrays of arrays are left out, since an index does not look into them either.
void collectBelow(ValueView value, const std::string& path, int depth, Paths& paths)
{
    if (depth >= kMaxSurveyDepth) {
        return;
    }
    if (value.type() == Type::Document) {
        collect(value.asDocument(), path + ".", depth + 1, paths);
    }
    if (value.type() != Type::Array) {
        return;
    }
    for (const Element& element : value.asDocument()) {
        if (element.value.type() == Type::Document) {
            collect(element.value.asDocument(), path + ".", depth + 1, paths);
        }
    }
}

void collect(DocumentView document, const std::string& prefix, int depth, Paths& paths)
{
    for (const Element& element : document) {
        // a path with an empty, dotted or dollar name cannot be written in a key pattern
        const bool usable = !element.key.empty() && !element.key.starts_with('$')
            && element.key.find('.') == std::string_view::npos;
        if (!usable || paths.size() >= kMaxSurveyPaths) {
            continue;
        }
        const std::string path = prefix + std::string(element.key);
        // a document is not a date itself, but its fields may be
        if (path != "_id" && element.value.type() != Type::Document) {
            paths.insert(path);
        }
        collectBelow(element.value, path, depth, paths);
    }
}

// The type that counts for a path, see surveyFields().
std::string typeAt(DocumentView document, const std::string& path)
{
    const std::vector<ValueView> values = bson::valuesAtPath(document, path, true);
    if (values.empty()) {
        return "missing";
    }
    // one date among other values is enough for an index
    const bool date = std::any_of(values.begin(), values.end(),
                                  [](ValueView value) { return value.type() == Type::Date; });
    return std::string(bson::typeAlias(date ? Type::Date : values.front().type()));
}

// The types of one path and their shares of the sample.
ttl::FieldCandidate candidate(const std::string& path, const std::vector<bson::Document>& sample)
{
    TypeCounts counts;
    for (const bson::Document& document : sample) {
        ++counts[typeAt(document, path)];
    }

    ttl::FieldCandidate found;
    found.path = path;
    for (const auto& [type, count] : counts) {
        const double share = static_cast<double>(count) / static_cast<double>(sample.size());
        found.types.emplace_back(type, share);
        if (type == "date") {
            found.dateShare = share;
        }
    }
    // the most frequent type first; stable, so that equal shares stay in alphabetical order
    std::stable_sort(found.types.begin(), found.types.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    return found;
}

} // namespace

std::vector<ttl::FieldCandidate> surveyFields(const std::vector<bson::Document>& sample)
{
    Paths paths;
    for (const bson::Document& document : sample) {
        collect(document, {}, 0, paths);
    }

    std::vector<ttl::FieldCandidate> candidates;
    for (const std::string& path : paths) {
        candidates.push_back(candidate(path, sample));
    }
    // fields with dates first, since these can get a TTL index
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const auto& a, const auto& b) { return a.dateShare > b.dateShare; });
    return candidates;
}

} // namespace sandglass::mongo
