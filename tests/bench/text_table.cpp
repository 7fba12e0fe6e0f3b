// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/text_table.h"

#include <algorithm>

namespace sandglass::bench {

TextTable::TextTable(std::vector<std::string> heading, std::vector<std::size_t> words)
    : m_rows{std::move(heading)}
    , m_words(std::move(words))
{
}

bool TextTable::isWords(std::size_t column) const
{
    return column == 0 || std::find(m_words.begin(), m_words.end(), column) != m_words.end();
}

std::string TextTable::text() const
{
    std::vector<std::size_t> widths(m_rows.front().size());
    for (const auto& row : m_rows) {
        for (std::size_t i = 0; i < widths.size(); ++i) {
            widths[i] = std::max(widths[i], row.at(i).size());
        }
    }
    std::string text;
    for (const auto& row : m_rows) {
        text += line(row, widths);
    }
    return text;
}

std::string TextTable::line(const std::vector<std::string>& row,
                            const std::vector<std::size_t>& widths) const
{
    std::string text;
    for (std::size_t i = 0; i < row.size(); ++i) {
        const std::string filling(widths[i] - row[i].size(), ' ');
        text += (i == 0 ? "" : "  ") + (isWords(i) ? row[i] + filling : filling + row[i]);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return text + '\n';
}

std::string TextTable::markdown() const
{
    std::string text;
    for (const auto& row : m_rows) {
        for (const std::string& cell : row) {
            text += "| " + cell + ' ';
        }
        text += "|\n";
        if (&row != &m_rows.front()) {
            continue;
        }
        for (std::size_t i = 0; i < row.size(); ++i) {
            text += isWords(i) ? "| --- " : "| ---: ";
        }
        text += "|\n";
    }
    return text;
}

} // namespace sandglass::bench
