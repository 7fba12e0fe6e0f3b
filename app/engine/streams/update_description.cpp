// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/streams/update_description.h"

#include "app/bson/builder.h"
#include "app/bson/path.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sandglass::engine::streams {

namespace {

/// A name on the way to a field, or the index of an element.
struct Step
{
    std::string name;
    bool isIndex = false;
};

/// Collects the parts of the description during a walk through the difference. A difference has
/// one-letter keys for its own level ("i" inserted, "u" updated, "d" deleted fields) and "s<name>"
/// for a field whose value is a difference of its own. That of an array has a: true, "u<index>",
/// "s<index>", and "l" for a new length. Source: MongoDB server source,
/// document_diff_serialization.h.
class Description
{
public:
    explicit Description(Paths paths)
        : m_paths(paths)
    {
    }

    /// Adds the difference of a document at the current path.
    void addDocument(bson::DocumentView diff);
    bson::Document take();

private:
    /// Adds a difference one step further, of a document or of an array.
    void addNested(Step step, bson::DocumentView diff);
    void addArray(bson::DocumentView diff);
    void addUpdated(Step step, bson::ValueView value);
    void addRemoved(std::string_view name);
    /// The current path, with dots.
    std::string path() const;
    bool isAmbiguous() const;
    /// Explains the current path, if that is asked for and needed.
    void disambiguate();

    const Paths m_paths;
    std::vector<Step> m_steps; // the current path
    bson::Builder m_updated;
    bson::Builder m_removed;
    bson::Builder m_truncated;
    bson::Builder m_disambiguated;
};

void Description::addDocument(bson::DocumentView diff)
{
    for (const std::string_view part : {"u", "i"}) {
        for (const bson::Element& field : diff[part].asDocument()) {
            addUpdated({std::string(field.key)}, field.value);
        }
    }
    for (const bson::Element& field : diff["d"].asDocument()) {
        addRemoved(field.key);
    }
    for (const bson::Element& part : diff) {
        if (part.key.starts_with('s')) {
            addNested({std::string(part.key.substr(1))}, part.value.asDocument());
        }
    }
}

void Description::addNested(Step step, bson::DocumentView diff)
{
    m_steps.push_back(std::move(step));
    if (diff["a"].type() == bson::Type::Bool) {
        addArray(diff);
    } else {
        addDocument(diff);
    }
    m_steps.pop_back();
}

void Description::addArray(bson::DocumentView diff)
{
    if (const bson::ValueView length = diff["l"]; !length.isMissing()) {
        m_truncated.push(bson::makeDocument("field", path(), "newSize", length));
        disambiguate();
    }
    for (const bson::Element& part : diff) {
        const std::string index(part.key.substr(1));
        if (part.key.starts_with('u')) {
            addUpdated({index, true}, part.value);
        } else if (part.key.starts_with('s')) {
            addNested({index, true}, part.value.asDocument());
        }
    }
}

void Description::addUpdated(Step step, bson::ValueView value)
{
    m_steps.push_back(std::move(step));
    m_updated.append(path(), value);
    disambiguate();
    m_steps.pop_back();
}

void Description::addRemoved(std::string_view name)
{
    m_steps.push_back({std::string(name)});
    m_removed.push(path());
    disambiguate();
    m_steps.pop_back();
}

std::string Description::path() const
{
    std::string path = m_steps.front().name;
    for (std::size_t i = 1; i < m_steps.size(); ++i) {
        path += "." + m_steps[i].name;
    }
    return path;
}

bool Description::isAmbiguous() const
{
    for (std::size_t i = 0; i < m_steps.size(); ++i) {
        const Step& step = m_steps[i];
        // a number is only read as an index behind the name of an array
        const bool likeIndex = i > 0 && bson::arrayPosition(step.name);
        if (!step.isIndex && (likeIndex || step.name.find('.') != std::string::npos)) {
            return true;
        }
    }
    return false;
}

void Description::disambiguate()
{
    if (m_paths == Paths::Plain || !isAmbiguous()) {
        return;
    }
    m_disambiguated.beginArray(path());
    for (const Step& step : m_steps) {
        const auto index = step.isIndex ? bson::arrayPosition(step.name) : std::nullopt;
        if (index) {
            m_disambiguated.push(static_cast<std::int32_t>(*index));
        } else {
            m_disambiguated.push(step.name);
        }
    }
    m_disambiguated.end();
}

bson::Document Description::take()
{
    bson::Builder all;
    all.append("updatedFields", m_updated.take());
    all.appendArray("removedFields", m_removed.take());
    all.appendArray("truncatedArrays", m_truncated.take());
    if (m_paths == Paths::Disambiguated) {
        all.append("disambiguatedPaths", m_disambiguated.take());
    }
    return all.take();
}

} // namespace

bson::Document updateDescription(bson::DocumentView diff, Paths paths)
{
    Description description(paths);
    description.addDocument(diff);
    return description.take();
}

bson::Document withWholeArrays(bson::DocumentView description, bson::DocumentView document)
{
    const bson::DocumentView shortened = description["truncatedArrays"].asDocument();
    bson::Builder updated;
    for (const bson::Element& field : description["updatedFields"].asDocument()) {
        // what is inside of an array that is given as a whole
        const bool inside = std::ranges::any_of(shortened, [&](const bson::Element& array) {
            const std::string path(array.value.asDocument()["field"].asString());
            return field.key.starts_with(path + ".");
        });
        if (!inside) {
            updated.append(field.key, field.value);
        }
    }
    for (const bson::Element& array : shortened) {
        const std::string_view path = array.value.asDocument()["field"].asString();
        updated.append(path, document.at(path));
    }
    return bson::makeDocument("updatedFields", updated.take(), "removedFields",
                              description["removedFields"]);
}

} // namespace sandglass::engine::streams
