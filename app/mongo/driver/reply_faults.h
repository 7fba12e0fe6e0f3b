// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <mutex>
#include <string>

namespace sandglass::mongo {

/// Why replies of a server were refused: the driver itself says only that the connection failed.
/// Any thread.
class ReplyFaults
{
public:
    /// Notes a fault, for the call that this thread runs, and for those that wait for the server.
    void note(const std::string& fault);
    /// Notes that a reply was good.
    void noteGoodReply();
    /// The fault of the call that this thread runs; empty: none. The next call of this function
    /// returns none.
    static std::string takeOfThisThread();
    /// The fault of the server's last reply, whichever thread got it; empty: it was good.
    std::string last() const;

private:
    mutable std::mutex m_mutex;
    std::string m_last;
};

} // namespace sandglass::mongo
