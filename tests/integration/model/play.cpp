// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/model/play.h"

#include "tests/support/need.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace sandglass::tests::model {

namespace {

using Kind = Step::Kind;

std::string joined(const Outcome& outcome)
{
    std::string text;
    for (const std::string& part : outcome) {
        text += (text.empty() ? "" : ", ") + part;
    }
    return text;
}

} // namespace

Play::Play(std::uint64_t seed)
    : m_seed(seed)
    , m_subject((m_folder.path() + QStringLiteral("/data")).toStdString(), kStart)
    , m_model(kStart)
    , m_random(seed)
{
}

Play::~Play() = default;

std::string Play::perform(const Step& step, std::uint64_t serial)
{
    m_random = RandomSource(m_seed * 1'000'003U + serial);
    ++m_totals.steps;
    std::string difference = performElsewhere(step);
    if (difference.empty()) {
        difference = step.kind == Kind::Pass ? pass(step) : performOnBoth(step);
    }
    return difference.empty() ? compareAfter(step) : difference;
}

std::string Play::performOnBoth(const Step& step)
{
    const Outcome got = m_subject.apply(step, {});
    if (step.kind == Kind::Reclaim) {
        const auto collection = m_subject.catalog().find(step.ns);
        if (collection && collection->unreclaimed() != 0) {
            return "documents are left to be reclaimed after a reclaim";
        }
    }
    const Outcome expected = m_model.apply(step);
    count(step, expected);
    for (std::size_t i = 0; i < std::min(got.size(), expected.size()); ++i) {
        if (got[i] != expected[i]) {
            return "part " + std::to_string(i) + " of the step gives " + got[i] + " instead of "
                + expected[i];
        }
    }
    return got.size() == expected.size()
        ? ""
        : "the step gives " + joined(got) + " instead of " + joined(expected);
}

// What is about stores and cursors, of which the model knows nothing.
std::string Play::performElsewhere(const Step& step)
{
    switch (step.kind) {
    case Kind::Checkpoint:
        makeCopy();
        return {};
    case Kind::OpenCheckpoint:
        return openCopy();
    case Kind::Reopen:
        reopen();
        return {};
    case Kind::OpenCursor:
        openCursor(step.ns, m_model);
        return {};
    case Kind::ReadCursors:
        return m_cursors.read(step.amount);
    case Kind::Follow:
        return follow();
    default:
        return {};
    }
}

void Play::openCursor(const protocol::Namespace& ns, const Model& model)
{
    const auto collection = m_subject.catalog().find(ns);
    const ModelCollection* expected = model.find(ns);
    if (collection && expected != nullptr) {
        m_cursors.open(*collection, *expected, m_random);
    }
}

std::string Play::pass(const Step& step)
{
    std::string difference;
    bool stopped = false;
    m_subject.pass(step.form, [&](std::int64_t turn) {
        if (turn == step.amount) {
            difference = duringPass(step);
            stopped = step.meanwhile == Step::Meanwhile::Stop;
        }
        return stopped || !difference.empty();
    });
    if (!difference.empty()) {
        return "in the middle of the pass: " + difference;
    }
    if (stopped) {
        m_subject.pass(step.form, {});
    }
    std::int64_t due = 0;
    for (const auto& [ns, collection] : m_model.collections()) {
        due += static_cast<std::int64_t>(collection.due(m_model.now()).size());
    }
    m_totals.expired += due;
    m_totals.largestPass = std::max(m_totals.largestPass, due);
    m_model.apply(step);
    return {};
}

void Play::count(const Step& step, const Outcome& outcome)
{
    const bool ofIndexes = step.kind == Kind::CreateIndexes || step.kind == Kind::DropIndexes
        || step.kind == Kind::ModifyIndex;
    m_totals.indexes += ofIndexes && outcome.front() == "ok" ? 1 : 0;
    if (step.kind != Kind::Unit) {
        return;
    }
    for (const std::string& call : outcome) {
        ++m_totals.calls;
        m_totals.refused += call == "11000" || call == "171" ? 1 : 0;
    }
}

// The pass may have removed some of what is due, and nothing else.
std::string Play::duringPass(const Step& step)
{
    Model partial = m_model;
    followPass(m_subject.catalog(), partial);
    Step meanwhile;
    if (!m_model.collections().empty()) {
        meanwhile.ns = m_random.pick(m_model.collections()).first;
    }
    if (step.meanwhile == Step::Meanwhile::OpenCursor) {
        openCursor(meanwhile.ns, partial);
    } else if (step.meanwhile != Step::Meanwhile::Stop) {
        const bool reclaim = step.meanwhile == Step::Meanwhile::Reclaim;
        meanwhile.kind = reclaim ? Kind::Reclaim : Kind::Compact;
        if (step.meanwhile != Step::Meanwhile::Look && !meanwhile.ns.database.empty()) {
            m_subject.apply(meanwhile, {});
        }
    }
    return Comparison(m_subject.catalog(), partial, m_random, &m_watch, false).all();
}

std::string Play::compareAfter(const Step& step)
{
    constexpr int kSometimes = 6;
    if (m_standby && m_random.oneIn(kSometimes)) {
        if (std::string difference = m_standby->compare(m_random); !difference.empty()) {
            return difference;
        }
    }
    const bool one = step.kind == Kind::Unit || step.kind == Kind::CreateIndexes
        || step.kind == Kind::DropIndexes || step.kind == Kind::ModifyIndex;
    if (one && !m_random.oneIn(kSometimes)) {
        return Comparison(m_subject.catalog(), m_model, m_random, &m_watch, false).one(step.ns);
    }
    const bool untouched = step.kind == Kind::OpenCursor || step.kind == Kind::ReadCursors
        || step.kind == Kind::Advance || step.kind == Kind::Checkpoint
        || step.kind == Kind::OpenCheckpoint;
    return untouched && !m_random.oneIn(kSometimes) ? std::string() : compareAll();
}

std::string Play::compareAll()
{
    return Comparison(m_subject.catalog(), m_model, m_random, &m_watch, false).all();
}

void Play::reopen()
{
    m_cursors.clear();
    m_subject.close();
    m_subject.open();
}

void Play::makeCopy()
{
    constexpr std::size_t kMostCopies = 2;
    const QString folder = m_folder.filePath(QStringLiteral("copy%1").arg(m_copiesMade++));
    need(m_subject.catalog().checkpoint(folder.toStdString()));
    m_copies.push_back({folder.toStdString(), m_model});
    if (m_copies.size() <= kMostCopies) {
        return;
    }
    std::filesystem::remove_all(m_copies.front().folder);
    m_copies.pop_front();
}

// Whatever has happened to the original since, the copy is as it was, and goes on from there.
std::string Play::openCopy()
{
    if (m_copies.empty()) {
        return {};
    }
    Copy copy = std::move(m_copies.front());
    m_copies.pop_front();
    std::string difference;
    {
        Subject subject(copy.folder, copy.model.now());
        difference = Comparison(subject.catalog(), copy.model, m_random, nullptr, false).all();
        Step step;
        step.kind = Kind::Pass;
        step.form.deferFrom = 1;
        if (difference.empty()) {
            subject.apply(step, {});
            copy.model.apply(step);
            difference = Comparison(subject.catalog(), copy.model, m_random, nullptr, false).all();
        }
    }
    std::filesystem::remove_all(copy.folder);
    return difference.empty() ? difference : "checkpoint: " + difference;
}

std::string Play::follow()
{
    // a standby that cannot keep up says so, and that is another matter
    m_subject.catalog().settle();
    if (!m_standby) {
        const QString scratch = m_folder.filePath(QStringLiteral("scratch"));
        std::filesystem::create_directory(scratch.toStdString());
        m_standby = std::make_unique<Standby>(m_subject.folder(), scratch.toStdString(), m_model);
        return m_standby->compare(m_random);
    }
    if (std::string difference = m_standby->useCursors(m_random); !difference.empty()) {
        return difference;
    }
    return m_standby->follow(m_model, m_random);
}

std::string Play::finish()
{
    if (std::string difference = m_cursors.finish(); !difference.empty()) {
        return difference;
    }
    while (!m_copies.empty()) {
        if (std::string difference = openCopy(); !difference.empty()) {
            return difference;
        }
    }
    if (m_standby) {
        m_subject.catalog().settle();
        if (std::string difference = m_standby->follow(m_model, m_random); !difference.empty()) {
            return difference;
        }
    }
    reopen();
    return compareAll();
}

} // namespace sandglass::tests::model
