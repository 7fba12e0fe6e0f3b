// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/log.h"
#include "app/bson/builder.h"
#include "app/engine/storage/key_value_store.h"

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

namespace sandglass::engine::server {

/// Lets writes go on by themselves after one has failed for want of disk space or file descriptors,
/// as soon as there is enough.
///
/// While the disk has room, a file RESERVE in the data folder takes a little of it. When a write
/// fails for want of room, that file is given up: the store can be opened again, and TTL passes can
/// delete. Clients write again when there is room for the reserve, twice.
class WriteRecovery
{
public:
    /// Size of the reserve at most, enough for a few tables; on a small disk an eighth of it.
    static constexpr std::uint64_t kReserveBytes = std::uint64_t{64} << 20U;

    /// The number of looks during which running reads are only waited for. Later ones end them: a
    /// read that takes hours must not block all writes for that long.
    static constexpr int kPatientLooks = 5;

    /// All must outlive it. `folder`: of the data. `readers`: called on the thread of this object.
    /// Call it before other threads use the store.
    WriteRecovery(storage::KeyValueStore& store, std::string folder, const base::Clock& clock,
                  base::Log& log, storage::StoreReaders readers);
    WriteRecovery(const WriteRecovery&) = delete;
    WriteRecovery& operator=(const WriteRecovery&) = delete;
    /// As stop(). The store must be alive, and must not be written any more.
    ~WriteRecovery();

    /// Removes the reserve of a data folder whose disk is so full that it cannot be opened. False
    /// when there is none.
    static bool giveUpReserve(const std::string& folder);

    /// Starts the thread that looks once a second while writes are refused. Makes the reserve.
    void start();
    /// Ends the thread.
    void stop();
    /// Looks now: ends the refusal if that is possible. The thread's work; tests call it without
    /// start().
    void look();

    /// Whether clients may not write. Any thread.
    bool refuses() const;
    /// The error of a client's write while refuses(). Any thread.
    base::Error refusal() const;
    /// Appends the field `readOnly` {since, reason} while refuses(). Any thread.
    void append(bson::Builder& section) const;

private:
    /// The body of the thread.
    void run(const std::stop_token& stopping);
    /// Why and since when nothing is written.
    struct Refusal
    {
        base::Time since;
        base::Error error; ///< of the write that failed
        std::string lastAttempt; ///< why writing could not go on; logged when it changes
    };

    /// A write has failed.
    void begin(const base::Error& error);
    /// Opens the store again; true when it accepts writes.
    bool reopen();
    /// How this look makes the readers let go of the store.
    storage::StoreReaders readersNow();
    /// Clients may write again.
    void end();
    /// Frees the space of what TTL passes have deleted while clients are refused.
    void freeSpace();
    /// Whether clients find enough room; takes the reserve.
    bool hasRoom();
    /// Bytes that are free on the data folder's disk, and the size of its reserve; nullopt when
    /// the system does not say.
    std::optional<std::pair<std::uint64_t, std::uint64_t>> space() const;

    storage::KeyValueStore& m_store;
    const std::string m_folder;
    const base::Clock& m_clock;
    base::Log& m_log;
    const storage::StoreReaders m_readers;

    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::optional<Refusal> m_refusal; // guarded by m_mutex; unset: clients write
    int m_looksWithoutRoom = 0; ///< used by the thread that calls look()
    int m_looksInUse = 0; ///< likewise; attempts in a row to which the store said no
    std::jthread m_thread; ///< last, so that it ends before anything it uses
};

} // namespace sandglass::engine::server
