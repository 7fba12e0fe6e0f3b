// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/words/failure_text.h"

#include "app/presenters/words/refusal_text.h"
#include "app/presenters/words/words.h"
#include "app/ttl/privilege.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

struct Failure
{
    Q_DECLARE_TR_FUNCTIONS(Failure)
};

// What users can do depends on the kind of the error alone. The server's own message would not be
// translated, so it stays in the details.
void wordsFor(Errc code, FailureText& failure)
{
    switch (code) {
    case Errc::InvalidInput:
        failure.sentence = Failure::tr("A value is not valid.");
        failure.advice = Failure::tr("Correct the value and try again.");
        return;
    case Errc::NotFound:
        failure.sentence = Failure::tr("It no longer exists.");
        failure.advice = Failure::tr("Refresh to see the current state.");
        return;
    case Errc::Conflict:
        failure.sentence = Failure::tr("The result is not what was requested.");
        failure.advice = Failure::tr("Check the current state of the index before you try again.");
        return;
    case Errc::NotPermitted:
        failure.sentence = Failure::tr("This is not permitted.");
        failure.advice = Failure::tr("Unlock the connection, or ask for the missing privilege.");
        return;
    case Errc::Unsupported:
        failure.sentence = Failure::tr("This server does not support it.");
        return;
    case Errc::Server:
        failure.sentence = Failure::tr("The server returned an error.");
        failure.advice = Failure::tr("The details contain the message of the server.");
        return;
    case Errc::Network:
        failure.sentence = Failure::tr("The server cannot be reached.");
        failure.advice = Failure::tr("Check that it is running and that the address is correct.");
        return;
    case Errc::Timeout:
        failure.sentence = Failure::tr("The server took too long.");
        failure.advice = Failure::tr("Try again, or choose a smaller range.");
        return;
    case Errc::Cancelled:
        failure.sentence = Failure::tr("It was cancelled.");
        return;
    case Errc::Storage:
        failure.sentence = Failure::tr("A file could not be read or written.");
        failure.advice
            = Failure::tr("Check the free space and the permissions of the data folder.");
        return;
    case Errc::Protocol:
        failure.sentence = Failure::tr("The reply of the server could not be understood.");
        return;
    case Errc::OtherServer:
        failure.sentence
            = Failure::tr("The connection leads to another server now, so nothing was sent.");
        failure.advice = Failure::tr("Check which server it is before you unlock the connection.");
        return;
    case Errc::OutcomeUnknown:
        failure.sentence
            = Failure::tr("No answer arrived, so the server may have made the change.");
        failure.advice
            = Failure::tr("The journal is completed as soon as the server can be asked.");
        return;
    case Errc::Internal:
        break;
    }
    failure.sentence = Failure::tr("Something went wrong inside this program.");
    failure.advice = Failure::tr("Include the details when you report it.");
}

} // namespace

FailureText describe(const base::Error& error)
{
    FailureText failure;
    wordsFor(error.code, failure);
    failure.details = text(error.message);
    failure.notPermitted = ttl::isRefusal(error);
    failure.connectionLost = error.code == base::Errc::Network;
    if (const std::optional<ttl::Refusal> refusal = ttl::refusalOf(error)) {
        describeRefusal(*refusal, failure);
    }
    // 0: the error is not from a server, so there is no code to show
    if (error.serverCode != 0) {
        failure.codeName
            = (QString::number(error.serverCode) + u' ' + text(error.serverCodeName)).trimmed();
    }
    return failure;
}

} // namespace sandglass::presenters
