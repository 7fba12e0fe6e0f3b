// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/driver/reply_faults.h"

#include <utility>

namespace sandglass::mongo {

namespace {

std::string& ofThisThread()
{
    // the driver reads replies in the thread that runs the call
    thread_local std::string fault;
    return fault;
}

} // namespace

void ReplyFaults::note(const std::string& fault)
{
    ofThisThread() = fault;
    const std::lock_guard writing(m_mutex);
    m_last = fault;
}

void ReplyFaults::noteGoodReply()
{
    const std::lock_guard writing(m_mutex);
    m_last.clear();
}

std::string ReplyFaults::takeOfThisThread()
{
    return std::exchange(ofThisThread(), {});
}

std::string ReplyFaults::last() const
{
    const std::lock_guard reading(m_mutex);
    return m_last;
}

} // namespace sandglass::mongo
