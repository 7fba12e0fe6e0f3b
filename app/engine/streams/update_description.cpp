// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/streams/update_description.h"

#include "app/bson/builder.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace sandglass::engine::streams {

namespace {

/// Collects the parts of the description during a walk through the difference. A difference has
/// one-letter keys for its own level ("i" inserted, "u" updated, "d" deleted fields) and "s<name>"
/// for a field whose value is a difference of its own. That of an array has a: true, "u<index>",
/// "s<index>", and "l" for a new length. Source: MongoDB server source,
/// document_diff_serialization.h.
class Description
{
public:
    /// Adds the difference of a document. `prefix`: its path with a dot at the end, or empty.
    void addDocument(const std::string& prefix, bson::DocumentView diff);
    bson::Document take();

private:
    /// Adds a difference below a path, of a document or of an array.
    void addNested(const std::string& path, bson::DocumentView diff);
    void addArray(const std::string& path, bson::DocumentView diff);

    bson::Builder m_updated;
    bson::Builder m_removed;
    bson::Builder m_truncated;
};

void Description::addDocument(const std::string& prefix, bson::DocumentView diff)
{
    for (const bson::Element& part : diff) {
        if (part.key.size() > 1) {
            addNested(prefix + std::string(part.key.substr(1)), part.value.asDocument());
            continue;
        }
        for (const bson::Element& field : part.value.asDocument()) {
            const std::string path = prefix + std::string(field.key);
            if (part.key == "d") {
                m_removed.push(path);
            } else {
                m_updated.append(path, field.value);
            }
        }
    }
}

void Description::addNested(const std::string& path, bson::DocumentView diff)
{
    if (diff["a"].type() == bson::Type::Bool) {
        addArray(path, diff);
    } else {
        addDocument(path + ".", diff);
    }
}

void Description::addArray(const std::string& path, bson::DocumentView diff)
{
    for (const bson::Element& part : diff) {
        if (part.key == "a") {
            continue;
        }
        if (part.key == "l") {
            m_truncated.push(bson::makeDocument("field", path, "newSize", part.value));
            continue;
        }
        const std::string element = path + "." + std::string(part.key.substr(1));
        if (part.key.front() == 'u') {
            m_updated.append(element, part.value);
        } else {
            addNested(element, part.value.asDocument());
        }
    }
}

bson::Document Description::take()
{
    bson::Builder all;
    all.append("updatedFields", m_updated.take());
    all.appendArray("removedFields", m_removed.take());
    all.appendArray("truncatedArrays", m_truncated.take());
    return all.take();
}

} // namespace

bson::Document updateDescription(bson::DocumentView diff)
{
    Description description;
    description.addDocument({}, diff);
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
