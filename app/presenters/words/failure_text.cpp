// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/words/failure_text.h"

#include "app/presenters/words/words.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

struct Failure
{
    Q_DECLARE_TR_FUNCTIONS(Failure)
};

void wordsFor(Errc code, FailureText& failure)
{
    switch (code) {
    case Errc::InvalidInput:
        failure.sentence = Failure::tr("A value is not usable.");
        failure.advice = Failure::tr("Correct the value and try again.");
        return;
    case Errc::NotFound:
        failure.sentence = Failure::tr("It is not there any more.");
        failure.advice = Failure::tr("Refresh to see what there is now.");
        return;
    case Errc::Conflict:
        failure.sentence = Failure::tr("The result is not what was asked for.");
        failure.advice = Failure::tr("Look at the index as it is now before trying again.");
        return;
    case Errc::NotPermitted:
        failure.sentence = Failure::tr("This is not permitted.");
        failure.advice = Failure::tr("Unlock the connection, or ask for the missing privilege.");
        return;
    case Errc::Unsupported:
        failure.sentence = Failure::tr("This server cannot do it.");
        return;
    case Errc::Server:
        failure.sentence = Failure::tr("The server refused.");
        failure.advice = Failure::tr("The server's own words are in the details.");
        return;
    case Errc::Network:
        failure.sentence = Failure::tr("The server cannot be reached.");
        failure.advice = Failure::tr("Check that it runs and that the address is right.");
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
        failure.sentence = Failure::tr("The server's answer could not be understood.");
        return;
    case Errc::Internal:
        break;
    }
    failure.sentence = Failure::tr("Something went wrong inside this program.");
    failure.advice = Failure::tr("The details help to report it.");
}

} // namespace

FailureText describe(const base::Error& error)
{
    FailureText failure;
    wordsFor(error.code, failure);
    failure.details = text(error.message);
    failure.notPermitted = error.code == Errc::NotPermitted;
    if (error.serverCode != 0) {
        failure.codeName
            = (QString::number(error.serverCode) + u' ' + text(error.serverCodeName)).trimmed();
    }
    return failure;
}

} // namespace sandglass::presenters
