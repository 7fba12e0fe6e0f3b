// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/builder.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace sandglass::engine::query {

/// A document under construction. A later value of a field replaces the earlier one and keeps its
/// position.
class MergedObject
{
public:
    /// Sets all fields of `document`.
    void add(bson::DocumentView document)
    {
        for (const bson::Element& element : document) {
            set(element.key, element.value);
        }
    }
    /// Sets one field. Missing removes it.
    void set(std::string_view name, bson::ValueView value)
    {
        const auto [at, isNew] = m_positions.try_emplace(std::string(name), m_fields.size());
        if (isNew) {
            m_fields.emplace_back(at->first, bson::Value(value));
        } else {
            m_fields[at->second].second = bson::Value(value);
        }
    }
    /// The document; this object is empty afterwards.
    bson::Document take()
    {
        bson::Builder built;
        for (const auto& [name, value] : m_fields) {
            built.append(name, value);
        }
        m_fields.clear();
        m_positions.clear();
        return built.take();
    }

private:
    std::vector<std::pair<std::string, bson::Value>> m_fields;
    std::unordered_map<std::string, std::size_t> m_positions;
};

} // namespace sandglass::engine::query
