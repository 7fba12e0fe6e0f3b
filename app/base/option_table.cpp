// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/option_table.h"

#include <algorithm>

namespace sandglass::base {

namespace {

constexpr std::size_t kTextColumn = 28;
constexpr std::size_t kLineEnd = 100;

std::string heading(const OptionRow& row)
{
    std::string line = "  ";
    if (row.shortName != 0) {
        line += {'-', row.shortName, ',', ' '};
    }
    line += "--" + std::string(row.name);
    if (!row.value.empty()) {
        line += " " + std::string(row.value);
    }
    return line;
}

} // namespace

const OptionRow* findOption(std::span<const OptionRow> rows, std::string_view name)
{
    const auto found = std::ranges::find(rows, name, &OptionRow::name);
    return found == rows.end() ? nullptr : &*found;
}

std::string optionHelp(std::span<const OptionRow> rows)
{
    std::string help;
    for (const OptionRow& row : rows) {
        std::string line = heading(row);
        // a name that reaches into the column of texts has its text on the next line
        if (line.size() + 2 > kTextColumn) {
            help += line + '\n';
            line.clear();
        }
        line.resize(kTextColumn, ' ');
        std::string_view rest = row.text;
        bool first = true;
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find(' '), rest.size());
            if (!first && line.size() + 1 + end > kLineEnd) {
                help += line + '\n';
                line.assign(kTextColumn, ' ');
                first = true;
            }
            line += (first ? "" : " ") + std::string(rest.substr(0, end));
            first = false;
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        help += line + '\n';
    }
    return help;
}

} // namespace sandglass::base
