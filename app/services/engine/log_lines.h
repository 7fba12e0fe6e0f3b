// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <deque>

namespace sandglass::services {

/// The newest lines of the engine's log. Before a line is added, the oldest ones go as far as
/// excess() says.
class LogLines
{
public:
    /// The most lines.
    static constexpr std::size_t kMostLines = 5'000;
    /// The most characters of all these lines: a megabyte of memory. Lines with the commands of
    /// clients can be long. A longer line is alone.
    static constexpr qsizetype kMostCharacters = 524'288;

    /// The lines, oldest first.
    const std::deque<QString>& all() const { return m_lines; }
    /// How many of the oldest lines must go before `line` is added.
    std::size_t excess(const QString& line) const;
    /// Removes so many of the oldest lines.
    void removeOldest(std::size_t count);
    /// Adds a line at the end.
    void add(const QString& line);
    /// Removes all lines.
    void clear();

private:
    std::deque<QString> m_lines;
    qsizetype m_characters = 0; ///< of all lines
};

} // namespace sandglass::services
