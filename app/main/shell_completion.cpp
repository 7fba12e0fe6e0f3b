// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/main/shell_completion.h"

namespace sandglass {

namespace {

using base::Completion;
using base::OptionRow;

constexpr std::string_view kNotice = "made from the table of --help; changes here are lost\n";

// What bash calls functions: sandglass-engine has a dash, which POSIX mode refuses in a name.
std::string functionName(std::string_view program)
{
    std::string name = "_" + std::string(program);
    for (char& letter : name) {
        letter = letter == '-' ? '_' : letter;
    }
    return name;
}

std::string optionNames(std::span<const OptionRow> rows)
{
    std::string names;
    for (const OptionRow& row : rows) {
        if (row.shortName != 0) {
            names += {'-', row.shortName, ' '};
        }
        names += "--" + std::string(row.name) + " ";
    }
    names.pop_back();
    return names;
}

std::string bashCase(const OptionRow& row)
{
    std::string branch = "    --" + std::string(row.name) + ")\n";
    switch (row.completion) {
    case Completion::File:
        branch += "        _filedir\n";
        break;
    case Completion::Folder:
        branch += "        _filedir -d\n";
        break;
    case Completion::Words:
        branch += "        COMPREPLY=($(compgen -W '" + std::string(row.words)
            + "' -- \"$cur\"))\n        [[ ${COMPREPLY-} == *= ]] && compopt -o nospace\n";
        break;
    case Completion::None:
        break;
    }
    return branch + "        return\n        ;;\n";
}

// In single quotes, inside the brackets of an _arguments specification.
std::string zshText(std::string_view text)
{
    std::string escaped;
    for (const char letter : text) {
        if (letter == '\'') {
            escaped += R"('\'')";
        } else if (letter == '[' || letter == ']' || letter == ':' || letter == '\\') {
            escaped += {'\\', letter};
        } else {
            escaped += letter;
        }
    }
    return escaped;
}

std::string zshAction(const OptionRow& row)
{
    switch (row.completion) {
    case Completion::File:
        return "_files";
    case Completion::Folder:
        return "_files -/";
    case Completion::Words:
        return "(" + std::string(row.words) + ")";
    case Completion::None:
        break;
    }
    return " ";
}

} // namespace

std::string bashCompletion(std::string_view program, std::span<const OptionRow> rows)
{
    const std::string function = functionName(program);
    std::string script = "# bash completion for " + std::string(program) + ", "
        + std::string(kNotice) + function
        + "()\n{\n    local cur prev words cword\n    _init_completion || return\n"
          "    case $prev in\n";
    for (const OptionRow& row : rows) {
        if (!row.value.empty()) {
            script += bashCase(row);
        }
    }
    return script + "    esac\n    COMPREPLY=($(compgen -W '" + optionNames(rows)
        + "' -- \"$cur\"))\n}\ncomplete -F " + function + " " + std::string(program) + "\n";
}

std::string zshCompletion(std::string_view program, std::span<const OptionRow> rows)
{
    std::string script
        = "#compdef " + std::string(program) + "\n# " + std::string(kNotice) + "_arguments -s";
    for (const OptionRow& row : rows) {
        const std::string name = "--" + std::string(row.name);
        script += " \\\n    ";
        if (row.shortName != 0) {
            const std::string letter{'-', row.shortName};
            script.append("'(").append(letter).append(" ").append(name).append(")'{");
            script.append(letter).append(",").append(name).append("}'");
        } else {
            script += "'" + name;
        }
        script += "[" + zshText(row.text) + "]";
        if (!row.value.empty()) {
            script += ":" + zshText(row.value) + ":" + zshAction(row);
        }
        script += "'";
    }
    return script + "\n";
}

} // namespace sandglass
