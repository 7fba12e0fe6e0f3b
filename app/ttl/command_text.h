// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/draft.h"

#include <array>
#include <string>

namespace sandglass::ttl {

/// Languages that a command is shown in. Node, Python, Java and C# mean MongoDB's own drivers
/// (mongodb, pymongo, the synchronous Java driver, MongoDB.Driver), with a connected `client`.
enum class CommandLanguage { Mongosh, Node, Python, Java, CSharp };

/// Every language, in the order that the window offers them.
inline constexpr std::array kCommandLanguages{CommandLanguage::Mongosh, CommandLanguage::Node,
                                              CommandLanguage::Python, CommandLanguage::Java,
                                              CommandLanguage::CSharp};

/// The creation of an index as one line of code. Every name and value is a literal of the language,
/// escaped so that a hostile name can neither leave its quotes nor look like other code; every
/// value keeps its BSON type. The same holds for the overloads below. Pure; any thread.
std::string commandText(CommandLanguage language, const TtlIndexSpec& spec);
/// The collMod command of `change` as one line of code.
std::string commandText(CommandLanguage language, const IndexChange& change);
/// The drop of the named index as one line of code.
std::string commandText(CommandLanguage language, const IndexRef& dropped);
/// `command`, run on `database`, as one line of code.
std::string commandText(CommandLanguage language, const std::string& database,
                        const bson::Document& command);

} // namespace sandglass::ttl
