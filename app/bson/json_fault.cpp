// SPDX-License-Identifier: GPL-3.0-or-later
// The English words for what is wrong with a text that should be JSON.
#include "app/bson/json.h"

#include <utility>

namespace sandglass::bson {

namespace {

std::string faultWords(const JsonProblem& problem)
{
    switch (problem.fault) {
    case JsonFault::ObjectExpected:
        return "an object is expected";
    case JsonFault::TextFollows:
        return "text follows the object";
    case JsonFault::SingleValue:
        return "the object stands for a single value, not for a document";
    case JsonFault::ValueExpected:
        return "a value is expected";
    case JsonFault::TooDeep:
        return "nested too deeply";
    case JsonFault::ObjectOpen:
        return "',' or '}' is expected";
    case JsonFault::ArrayOpen:
        return "',' or ']' is expected";
    case JsonFault::NameExpected:
        return "a name in double quotes is expected";
    case JsonFault::NameWithNul:
        return "a name holds a NUL character";
    case JsonFault::ColonExpected:
        return "':' is expected";
    case JsonFault::ControlCharacter:
        return "a control character in a string";
    case JsonFault::StringOpen:
        return "a string is not closed";
    case JsonFault::UnknownEscape:
        return "an unknown escape";
    case JsonFault::HalfCharacter:
        return "half of a character";
    case JsonFault::HexDigitsExpected:
        return "four hexadecimal digits are expected";
    case JsonFault::NumberTooLarge:
        return "a number is out of range";
    case JsonFault::WrongContent:
        return problem.detail + " has a wrong content";
    case JsonFault::TooLarge:
    case JsonFault::NotADocument:
        break; // whole sentences without a place
    }
    return problem.detail;
}

std::string faultSentence(const JsonProblem& problem)
{
    if (problem.fault == JsonFault::TooLarge) {
        return "JSON text is larger than 16 MiB.";
    }
    if (problem.fault == JsonFault::NotADocument) {
        return problem.detail;
    }
    // "at character 7"; in a text of several lines "in line 3 at character 7"
    const std::string line
        = problem.line == 0 ? std::string() : "in line " + std::to_string(problem.line) + " ";
    return "Invalid JSON " + line + "at character " + std::to_string(problem.character) + ": "
        + faultWords(problem) + ".";
}

} // namespace

Result<Document> fromJson(std::string_view text, const JsonReading& reading)
{
    JsonParsed parsed = parseJson(text, reading);
    if (!parsed) {
        return base::failure(Errc::InvalidInput, faultSentence(parsed.error()));
    }
    return std::move(*parsed);
}

} // namespace sandglass::bson
