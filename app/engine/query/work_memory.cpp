// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/work_memory.h"

#include "app/engine/query/held_memory.h"
#include "app/protocol/server_code.h"

#include <string>
#include <utility>

namespace sandglass::engine::query {

WorkMemory::WorkMemory(WorkMemory&& other) noexcept
    : m_taker(other.m_taker)
    , m_taken(std::exchange(other.m_taken, 0))
{
}

WorkMemory& WorkMemory::operator=(WorkMemory&& other) noexcept
{
    std::swap(m_taker, other.m_taker);
    std::swap(m_taken, other.m_taken);
    return *this;
}

WorkMemory::~WorkMemory()
{
    giveBackTo(0);
}

// Called for each document that is collected or returned, so it touches what all threads share
// only where something changes.
void WorkMemory::giveBackTo(std::size_t wanted)
{
    if (wanted != m_taken) {
        takenByAll -= m_taken - wanted;
        m_taken = wanted;
    }
}

Result<void> WorkMemory::use(std::size_t bytes)
{
    const std::size_t wanted = bytes < kStep ? 0 : (bytes + kStep - 1) / kStep * kStep;
    if (wanted <= m_taken) {
        giveBackTo(wanted);
        return {};
    }
    const std::size_t more = wanted - m_taken;
    const std::size_t sum = (takenByAll += more) + HeldMemory::total();
    if (sum > most) {
        takenByAll -= more;
        return protocol::commandError(
            kExceeded,
            "Exceeded the memory limit of " + std::to_string(most)
                + " bytes for all operations that run at the same time, when "
                + std::string(m_taker) + " had collected " + std::to_string(bytes)
                + " bytes. Run the command again when others have ended, or have it collect less.");
    }
    m_taken = wanted;
    return {};
}

std::size_t WorkMemory::used()
{
    return takenByAll + HeldMemory::total();
}

} // namespace sandglass::engine::query
