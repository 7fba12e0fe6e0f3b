// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>

namespace sandglass::tests::model {

/// Random numbers that depend on the seed alone, on every machine.
class RandomSource
{
public:
    explicit RandomSource(std::uint64_t seed)
        : m_engine(seed)
    {
    }

    /// 0 … `most`, all as likely (the small bias of the remainder does not matter here).
    int upTo(int most)
    {
        return static_cast<int>(m_engine() % (static_cast<std::uint64_t>(most) + 1));
    }
    /// True once in `n` times.
    bool oneIn(int n) { return upTo(n - 1) == 0; }
    /// A place in a container that is not empty.
    template <typename Container>
    const typename Container::value_type& pick(const Container& from)
    {
        auto at = from.begin();
        std::advance(at, upTo(static_cast<int>(from.size()) - 1));
        return *at;
    }
    /// A seed for another source.
    std::uint64_t seed() { return m_engine(); }

private:
    std::mt19937_64 m_engine;
};

} // namespace sandglass::tests::model
