// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/words/json_fault_text.h"

#include "app/bson/json.h"
#include "app/presenters/words/words.h"

#include <QCoreApplication>

namespace sandglass::presenters {

namespace {

struct JsonFaultWords
{
    Q_DECLARE_TR_FUNCTIONS(JsonFault)
};

// What is wrong with a string or a number; empty for the faults of the others.
QString valueFault(bson::JsonFault fault)
{
    switch (fault) {
    case bson::JsonFault::ControlCharacter:
        return JsonFaultWords::tr("a string contains a control character, such as a line break.");
    case bson::JsonFault::StringOpen:
        return JsonFaultWords::tr("a string is not closed.");
    case bson::JsonFault::UnknownEscape:
        return JsonFaultWords::tr("this escape sequence is not known.");
    case bson::JsonFault::HalfCharacter:
        return JsonFaultWords::tr("this escape sequence is only half of a character.");
    case bson::JsonFault::HexDigitsExpected:
        return JsonFaultWords::tr("four hexadecimal digits are expected.");
    case bson::JsonFault::NumberTooLarge:
        return JsonFaultWords::tr("this number is too large or too small.");
    default:
        return {};
    }
}

// What is wrong with the structure; empty for the faults of the others.
QString structureFault(const bson::JsonProblem& problem)
{
    switch (problem.fault) {
    case bson::JsonFault::ObjectExpected:
        return JsonFaultWords::tr("an object is expected, which begins with {.");
    case bson::JsonFault::TextFollows:
        return JsonFaultWords::tr("text follows the object.");
    case bson::JsonFault::SingleValue:
        return JsonFaultWords::tr("the object stands for a single value, not for a document.");
    case bson::JsonFault::ValueExpected:
        return JsonFaultWords::tr("a value is expected.");
    case bson::JsonFault::TooDeep:
        return JsonFaultWords::tr("it is nested too deeply.");
    case bson::JsonFault::ObjectOpen:
        return JsonFaultWords::tr("a comma or } is expected.");
    case bson::JsonFault::ArrayOpen:
        return JsonFaultWords::tr("a comma or ] is expected.");
    case bson::JsonFault::NameExpected:
        return JsonFaultWords::tr("a name in double quotes is expected.");
    case bson::JsonFault::NameWithNul:
        return JsonFaultWords::tr("a name contains a zero character.");
    case bson::JsonFault::ColonExpected:
        return JsonFaultWords::tr("a colon is expected.");
    case bson::JsonFault::WrongContent:
        //: %1 is a name of extended JSON such as $oid
        return JsonFaultWords::tr("the content of %1 does not have its form.")
            .arg(text(problem.detail));
    default:
        return {};
    }
}

} // namespace

QString jsonFaultText(const bson::JsonProblem& problem)
{
    if (problem.fault == bson::JsonFault::TooLarge) {
        return JsonFaultWords::tr("The text is larger than 16 MiB.");
    }
    if (problem.fault == bson::JsonFault::NotADocument) {
        //: %1 is a technical reason, in English
        return JsonFaultWords::tr("It cannot be stored as a document: %1")
            .arg(text(problem.detail));
    }
    const QString inValue = valueFault(problem.fault);
    const QString words = inValue.isEmpty() ? structureFault(problem) : inValue;
    const QString character = QString::number(problem.character);
    if (problem.line == 0) {
        //: %1 is a number from 1, %2 the fault
        return JsonFaultWords::tr("At character %1: %2").arg(character, words);
    }
    //: %1 and %2 are numbers from 1, %3 the fault
    return JsonFaultWords::tr("In line %1 at character %2: %3")
        .arg(QString::number(problem.line), character, words);
}

} // namespace sandglass::presenters
