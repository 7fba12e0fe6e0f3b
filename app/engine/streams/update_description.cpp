// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/streams/update_description.h"

#include "app/bson/builder.h"

#include <string>
#include <string_view>

namespace sandglass::engine::streams {

namespace {

/// Gathers the parts of the description while it walks the difference.
class Description
{
public:
    void addDocument(const std::string& prefix, bson::DocumentView diff);
    bson::Document take();

private:
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

} // namespace sandglass::engine::streams
