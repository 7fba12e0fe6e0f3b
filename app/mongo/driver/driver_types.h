// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The driver's own names of its types, so that our headers can mention them without its headers.
// NOLINTBEGIN(bugprone-reserved-identifier): the names are the driver's
struct _bson_error_t;
struct _bson_t;
struct _mongoc_client_pool_t;
struct _mongoc_client_t;
struct _mongoc_cursor_t;
struct _mongoc_read_prefs_t;
struct _mongoc_uri_t;

namespace sandglass::mongo {

/// The driver's description of an error.
using DriverError = ::_bson_error_t;
/// A document in the driver's form.
using DriverDocument = ::_bson_t;
/// A set of connections to one server or cluster.
using DriverPool = ::_mongoc_client_pool_t;
/// One member of that set, used by one thread at a time.
using DriverClient = ::_mongoc_client_t;
/// Results that arrive in batches.
using DriverCursor = ::_mongoc_cursor_t;
/// Which members of a replica set may answer a read.
using DriverReadPreference = ::_mongoc_read_prefs_t;
/// A parsed connection string.
using DriverUri = ::_mongoc_uri_t;

} // namespace sandglass::mongo
// NOLINTEND(bugprone-reserved-identifier)
