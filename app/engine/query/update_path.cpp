// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/update_path.h"

#include "app/bson/digits.h"
#include "app/bson/validate.h"
#include "app/engine/query/bad_value.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <compare>
#include <utility>

namespace sandglass::engine::query {

namespace {

using protocol::commandError;
using protocol::ServerCode;

bool isNumber(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), bson::isDigit);
}

// Array positions compare as numbers of any length, so "10" follows "9"; other names by bytes.
std::strong_ordering orderOf(std::string_view left, std::string_view right)
{
    if (isNumber(left) && isNumber(right)) {
        left.remove_prefix(std::min(left.find_first_not_of('0'), left.size()));
        right.remove_prefix(std::min(right.find_first_not_of('0'), right.size()));
        if (left.size() != right.size()) {
            return left.size() <=> right.size();
        }
    }
    return left <=> right;
}

// One part of a path: a name, "$", "$[]" or "$[<id>]".
Result<UpdateStep> parseStep(std::string_view name, std::string_view path)
{
    if (name.empty()) {
        return commandError(56,
                            "The update path '" + std::string(path)
                                + "' contains an empty field name, which is not allowed.");
    }
    if (name == "$") {
        return UpdateStep{StepKind::Positional, std::string(name)};
    }
    if (name == "$[]") {
        return UpdateStep{StepKind::Every, std::string(name)};
    }
    if (name.starts_with("$[") && name.ends_with(']')) {
        return UpdateStep{StepKind::Filtered, std::string(name.substr(2, name.size() - 3))};
    }
    // any other name is one of a field, also with a dollar in front
    return UpdateStep{StepKind::Name, std::string(name)};
}

// A document is no array, so a path cannot begin with an array element; and a query gives one
// position, so a path can have one "$".
Result<void> checkPositions(const UpdatePath& path)
{
    const auto isPositional
        = [](const UpdateStep& step) { return step.kind == StepKind::Positional; };
    const StepKind first = path.steps.front().kind;
    if (first == StepKind::Positional) {
        return badValue("Cannot have positional (i.e. '$') element in the first position in "
                        "path '"
                        + path.text + "'");
    }
    if (first != StepKind::Name) {
        return badValue("Cannot have array filter identifier (i.e. '$[<id>]') element in the "
                        "first position in path '"
                        + path.text + "'");
    }
    if (std::count_if(path.steps.begin(), path.steps.end(), isPositional) > 1) {
        return badValue("Too many positional (i.e. '$') elements found in path '" + path.text
                        + "'");
    }
    return {};
}

} // namespace

bool UpdatePath::isDynamic() const
{
    return std::any_of(steps.begin(), steps.end(),
                       [](const UpdateStep& step) { return step.kind != StepKind::Name; });
}

std::string UpdatePath::prefix(std::size_t count) const
{
    std::size_t end = 0;
    for (; count > 0 && end != std::string::npos; --count) {
        end = text.find('.', end == 0 ? 0 : end + 1);
    }
    return text.substr(0, end);
}

Result<UpdatePath> parseUpdatePath(std::string_view text)
{
    if (text.empty()) {
        return commandError(56, "An empty update path is not valid.");
    }
    // each name is a level of nesting, which BSON limits
    if (std::count(text.begin(), text.end(), '.') >= bson::kMaxDepth) {
        return commandError(ServerCode::Overflow, "FieldPath is too long");
    }
    UpdatePath path{std::string(text), {}};
    for (std::size_t start = 0; start <= text.size();) {
        const std::size_t end = std::min(text.find('.', start), text.size());
        auto step = parseStep(text.substr(start, end - start), text);
        TRY(step);
        path.steps.push_back(std::move(*step));
        start = end + 1;
    }
    TRY(checkPositions(path));
    return path;
}

bool comesBefore(const UpdatePath& left, const UpdatePath& right)
{
    const std::size_t common = std::min(left.steps.size(), right.steps.size());
    for (std::size_t i = 0; i < common; ++i) {
        const auto order = orderOf(left.steps[i].name, right.steps[i].name);
        if (std::is_neq(order)) {
            return std::is_lt(order);
        }
    }
    return left.steps.size() < right.steps.size();
}

std::string PathSet::add(const std::string& path)
{
    // first the path's parents: {"a": 1, "a.b": 1} conflict at "a"
    for (std::size_t dot = path.find('.'); dot != std::string::npos;
         dot = path.find('.', dot + 1)) {
        if (const auto found = m_paths.find(std::string_view(path).substr(0, dot));
            found != m_paths.end()) {
            return *found;
        }
    }
    // a path that begins with "path." sorts at or right after that text
    const auto below = m_paths.lower_bound(path + ".");
    if (below != m_paths.end() && below->starts_with(path + ".")) {
        return path;
    }
    return m_paths.insert(path).second ? std::string() : path;
}

} // namespace sandglass::engine::query
