// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/doctor/facts.h"
#include "app/ttl/doctor/finding.h"

#include <memory>
#include <vector>

namespace sandglass::ttl::doctor {

/// What a check is about, and so how often it is made.
enum class About { Server, Collection, Rule };

/// Looks for one cause. Has no state; any thread.
class Check
{
public:
    Check() = default;
    Check(const Check&) = delete;
    Check& operator=(const Check&) = delete;
    virtual ~Check() = default;

    virtual CheckId id() const = 0;
    virtual About about() const = 0;
    /// The lines that the check adds: one, or one for each rule.
    virtual std::vector<Finding> examine(const Facts& facts) const = 0;

protected:
    /// A line of this check; where it belongs is filled in by examine().
    Finding finding(State state, Action action = Action::None, Evidence evidence = {}) const;
    /// The line for something that could not be learnt.
    Finding unanswered(const Facts& facts, Question question) const;
};

/// A check of the server: one line without a place.
class ServerCheck : public Check
{
public:
    About about() const override { return About::Server; }
    std::vector<Finding> examine(const Facts& facts) const override;

protected:
    virtual Finding judge(const Facts& facts) const = 0;
};

/// A check of a whole collection: one line.
class CollectionCheck : public Check
{
public:
    About about() const override { return About::Collection; }
    std::vector<Finding> examine(const Facts& facts) const override;

protected:
    virtual Finding judge(const Facts& facts) const = 0;
};

/// A check of each rule: as many lines as rules.
class RuleCheck : public Check
{
public:
    About about() const override { return About::Rule; }
    std::vector<Finding> examine(const Facts& facts) const override;

protected:
    virtual Finding judge(const Facts& facts, const RuleFacts& rule) const = 0;
};

/// One of each check, in the order of CheckId.
std::vector<std::unique_ptr<Check>> allChecks();

/// Every check on one collection, in order.
Report examine(const Facts& facts);
/// Only the checks of the server.
Report examineServer(const Facts& facts);
/// Only those of the collection and its rules.
Report examineCollection(const Facts& facts);

} // namespace sandglass::ttl::doctor
