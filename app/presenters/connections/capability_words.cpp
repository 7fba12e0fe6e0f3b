// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/connections/capability_words.h"

#include "app/presenters/connections/connection_words.h"
#include "app/presenters/words/refusal_text.h"
#include "app/presenters/words/words.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

using ttl::Can;
using ttl::Capability;
using ttl::KnownFrom;

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Capabilities)
};

// The command of an evidence: "getParameter ttlMonitorEnabled: 13 Unauthorized".
std::string commandOf(const std::string& evidence)
{
    return evidence.substr(0, evidence.find_first_of(" :"));
}

} // namespace

QString capabilityTitle(Capability capability)
{
    switch (capability) {
    case Capability::ConvertIndex:
        return Words::tr("Convert an ordinary index into a TTL index");
    case Capability::HideIndex:
        return Words::tr("Hide an index from queries");
    case Capability::CreateHidden:
        return Words::tr("Create an index that is hidden");
    case Capability::TimeSeriesTtl:
        return Words::tr("Partial TTL index on a time series");
    case Capability::CappedTtl:
        return Words::tr("TTL index on a capped collection");
    case Capability::TsOnly:
        return Words::tr("TTL index on the field _ts only");
    case Capability::DocumentTtl:
        return Words::tr("Period of a single document in its field ttl");
    case Capability::MonitorParameters:
        return Words::tr("Report whether the TTL monitor is on");
    case Capability::MonitorSwitch:
        return Words::tr("Switch the TTL monitor on and off");
    case Capability::TtlCounters:
        return Words::tr("Count passes and deletions of the TTL monitor");
    case Capability::Facet:
        return Words::tr("Aggregation stage $facet");
    case Capability::Sample:
        return Words::tr("Aggregation stage $sample");
    case Capability::EveryCommand:
        break;
    }
    return Words::tr("Every command that Sandglass uses");
}

QString answerText(Can can)
{
    switch (can) {
    case Can::Yes:
        return Words::tr("yes");
    case Can::No:
        return Words::tr("no");
    case Can::NotKnown:
        break;
    }
    return Words::tr("not known");
}

QString knownFromText(const ttl::CapabilityFact& fact, const ttl::ServerInfo& server)
{
    const QString evidence = text(fact.evidence);
    if (fact.refused) {
        const QString refused = Words::tr("This user is not permitted to find out.");
        return (refused + u' ' + privilegeText(commandOf(fact.evidence))).trimmed();
    }
    switch (fact.from) {
    case KnownFrom::User:
        return Words::tr("Set by hand.");
    case KnownFrom::Use:
        //: %1 is a command of the server and its answer: "collMod: 72 InvalidOptions"
        return Words::tr("Seen when it was used (%1).").arg(evidence);
    case KnownFrom::Probe:
        return Words::tr("Asked after connecting (%1).").arg(evidence);
    case KnownFrom::Documentation:
        //: %1 is a product and its version: "MongoDB 7.0.5"
        return Words::tr("Documentation of %1.").arg(productWords(server));
    case KnownFrom::Nothing:
        break;
    }
    return Words::tr("Only a change would show it, so the first use decides.");
}

QString whyNot(const ttl::ServerInfo& server, Capability capability)
{
    const ttl::CapabilityFact fact = server.capability(capability);
    if (fact.can != Can::No) {
        return {};
    }
    if (fact.from == KnownFrom::User) {
        return Words::tr("switched off by hand under Server, What This Server Can Do");
    }
    const bool mongoDb = server.product == ttl::Product::MongoDb;
    if (fact.from == KnownFrom::Documentation && mongoDb
        && capability == Capability::ConvertIndex) {
        return Words::tr("needs MongoDB 5.1");
    }
    if (fact.from == KnownFrom::Documentation && mongoDb
        && (capability == Capability::HideIndex || capability == Capability::CreateHidden)) {
        return Words::tr("needs MongoDB 4.4");
    }
    if (fact.from == KnownFrom::Documentation) {
        //: %1 is a product and its version
        return Words::tr("%1 does not support it").arg(productWords(server));
    }
    return Words::tr("this server refused it: %1").arg(text(fact.evidence));
}

} // namespace sandglass::presenters
