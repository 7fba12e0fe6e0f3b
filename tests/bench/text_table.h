// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace sandglass::bench {

/// Rows of cells, for a terminal or for Markdown. The first row is the heading; the first column
/// and those marked as words are left-aligned, all others right-aligned. ASCII cells.
class TextTable
{
public:
    /// `words`: columns with words, counted from 0.
    TextTable(std::vector<std::string> heading, std::vector<std::size_t> words);

    /// As many cells as the heading has.
    void add(std::vector<std::string> row) { m_rows.push_back(std::move(row)); }
    bool empty() const { return m_rows.size() == 1; }

    std::string text() const;
    std::string markdown() const;

private:
    bool isWords(std::size_t column) const;
    std::string line(const std::vector<std::string>& row,
                     const std::vector<std::size_t>& widths) const;

    std::vector<std::vector<std::string>> m_rows;
    std::vector<std::size_t> m_words;
};

} // namespace sandglass::bench
