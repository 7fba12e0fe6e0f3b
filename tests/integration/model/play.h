// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/integration/model/comparison.h"
#include "tests/integration/model/open_cursors.h"
#include "tests/integration/model/standby.h"
#include "tests/integration/model/subject.h"

#include <QTemporaryDir>

#include <cstdint>
#include <deque>
#include <memory>
#include <string>

namespace sandglass::tests::model {

/// What histories did, so that it can be seen that they did something.
struct Totals
{
    std::int64_t steps = 0;
    std::int64_t calls = 0; ///< on write units
    std::int64_t refused = 0; ///< of these
    std::int64_t expired = 0; ///< documents that passes removed
    std::int64_t largestPass = 0; ///< most of them at once
    std::int64_t indexes = 0; ///< built, dropped or changed
};

/// Does steps on the engine and on the model side by side and compares both after each.
class Play
{
public:
    /// The moment at which every history begins: 1 January 2030.
    static constexpr base::Time kStart{base::Millis(1'893'456'000'000)};

    explicit Play(std::uint64_t seed);
    ~Play();

    /// "" when all agrees. `serial`: number of the step in its history; what is sampled depends on
    /// it and on the seed.
    std::string perform(const Step& step, std::uint64_t serial);
    /// What is still open, once more, and all of it after reopening.
    std::string finish();

    const Model& model() const { return m_model; }
    const Totals& totals() const { return m_totals; }
    /// Until the next step that reopens it.
    engine::catalog::Catalog& catalog() { return m_subject.catalog(); }

private:
    struct Copy
    {
        std::string folder;
        Model model;
    };

    std::string performOnBoth(const Step& step);
    std::string performElsewhere(const Step& step);
    std::string pass(const Step& step);
    std::string duringPass(const Step& step);
    void count(const Step& step, const Outcome& outcome);
    std::string compareAfter(const Step& step);
    std::string compareAll();
    std::string openCopy();
    void openCursor(const protocol::Namespace& ns, const Model& model);
    void reopen();
    void makeCopy();
    std::string follow();

    const std::uint64_t m_seed;
    QTemporaryDir m_folder;
    Subject m_subject;
    Model m_model;
    RandomSource m_random; ///< for what is sampled; set anew for each step
    RecordWatch m_watch;
    OpenCursors m_cursors;
    std::deque<Copy> m_copies;
    int m_copiesMade = 0;
    std::unique_ptr<Standby> m_standby;
    Totals m_totals;
};

} // namespace sandglass::tests::model
