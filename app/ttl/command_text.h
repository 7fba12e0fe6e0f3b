// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/draft.h"

#include <array>
#include <string>

namespace sandglass::ttl {

/// Languages that a command is shown in. Node, Python, Java and C# mean MongoDB's own drivers
/// (mongodb, pymongo, the synchronous Java driver, MongoDB.Driver), with a connected `client`.
enum class CommandLanguage { Mongosh, Node, Python, Java, CSharp };

/// All of them, in the order of a choice list.
inline constexpr std::array kCommandLanguages{CommandLanguage::Mongosh, CommandLanguage::Node,
                                              CommandLanguage::Python, CommandLanguage::Java,
                                              CommandLanguage::CSharp};

/// Commands as one line of code. Every name and value is a literal of the language, escaped so that
/// a hostile name can neither leave its quotes nor look like other code; every value keeps its BSON
/// type. Pure; any thread.
std::string commandText(CommandLanguage language, const TtlIndexSpec& spec);
std::string commandText(CommandLanguage language, const IndexChange& change);
std::string commandText(CommandLanguage language, const IndexRef& dropped);
/// Any command of a database.
std::string commandText(CommandLanguage language, const std::string& database,
                        const bson::Document& command);

} // namespace sandglass::ttl
