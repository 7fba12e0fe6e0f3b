// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace sandglass::mongo {

/// Initialises the driver library for the life of this object. The program makes exactly one,
/// before the first connection, and destroys it after the last. The library's own log is switched
/// off, since it could name hosts and users.
class MongoDriver
{
public:
    MongoDriver();
    MongoDriver(const MongoDriver&) = delete;
    MongoDriver& operator=(const MongoDriver&) = delete;
    /// Frees the library. Waits up to two seconds for abandoned calls; if one takes longer, the
    /// library is freed by the end of the process.
    ~MongoDriver();
};

} // namespace sandglass::mongo
