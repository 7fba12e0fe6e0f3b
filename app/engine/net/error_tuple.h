// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <asio/use_awaitable.hpp>
#include <asio/version.hpp>
#if ASIO_VERSION >= 102400
#include <asio/as_tuple.hpp>
#else
#include <asio/experimental/as_tuple.hpp>
#endif

namespace sandglass::engine::net {

#if ASIO_VERSION < 102400
using asio::experimental::as_tuple;
#else
using asio::as_tuple;
#endif

/// Completion token for Asio operations: makes them awaitable and returns their error as a value.
/// With asio::use_awaitable alone, errors would be thrown.
inline constexpr auto kTuple = as_tuple(asio::use_awaitable);

} // namespace sandglass::engine::net
