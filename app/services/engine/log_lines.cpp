// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/engine/log_lines.h"

namespace sandglass::services {

std::size_t LogLines::excess(const QString& line) const
{
    qsizetype characters = m_characters + line.size();
    std::size_t removed = 0;
    while (removed < m_lines.size()
           && (m_lines.size() - removed >= kMostLines || characters > kMostCharacters)) {
        characters -= m_lines[removed].size();
        ++removed;
    }
    return removed;
}

void LogLines::removeOldest(std::size_t count)
{
    for (; count > 0; --count) {
        m_characters -= m_lines.front().size();
        m_lines.pop_front();
    }
}

void LogLines::add(const QString& line)
{
    m_lines.push_back(line);
    m_characters += line.size();
}

void LogLines::clear()
{
    m_lines.clear();
    m_characters = 0;
}

} // namespace sandglass::services
