// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/error.h"

#include <tl/expected.hpp>

#include <string>
#include <utility>

namespace sandglass::base {

/// A value, or the error that prevented it. `Result<void>` for operations without a value. Built on
/// tl::expected because gcc 12 has std::expected only in C++23 mode.
template <typename T>
class [[nodiscard]] Result : public tl::expected<T, Error>
{
public:
    using Base = tl::expected<T, Error>;
    using Base::Base;

    /// Success. Accepts anything that converts to the value.
    Result(Base base) // NOLINT(google-explicit-constructor): results convert silently, by design
        : Base(std::move(base))
    {
    }

    /// Failure.
    Result(Error error) // NOLINT(google-explicit-constructor): `return error;` is the idiom
        : Base(tl::unexpect, std::move(error))
    {
    }
};

/// An error of the given kind, ready to return. `message`: English, a whole sentence, free of
/// secrets.
inline Error failure(Errc code, std::string message)
{
    return Error{code, std::move(message), 0, {}};
}

/// Moves the error out of a failed result. Used by TRY.
template <typename T>
Error takeError(tl::expected<T, Error>& failed)
{
    return std::move(failed.error());
}

/// Copies the error of a result that cannot be moved from. Used by TRY.
template <typename T>
Error takeError(const tl::expected<T, Error>& failed)
{
    return failed.error();
}

} // namespace sandglass::base

/// Returns the error of a failed result from the enclosing function; otherwise execution continues.
/// Takes an expression, or a variable that is read afterwards: `auto read = store.read(key);
/// TRY(read); use(*read);`. The error is moved. The macro has no braces, so that it adds no level
/// of nesting.
#define TRY(...)                                                                                   \
    if (auto&& tried = (__VA_ARGS__); tried)                                                       \
        static_cast<void>(0);                                                                      \
    else                                                                                           \
        return ::sandglass::base::takeError(tried)

namespace sandglass {
using base::Errc;
using base::Error;
using base::Result;
} // namespace sandglass
