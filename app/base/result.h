// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/error.h"

#include <tl/expected.hpp>

#include <string>
#include <utility>

namespace sandglass::base {

/// A value or the reason why there is none. `Result<void>` for what only succeeds or fails.
/// gcc 12 offers std::expected only in C++23 mode, hence tl::expected.
template <typename T>
class [[nodiscard]] Result : public tl::expected<T, Error>
{
public:
    using Base = tl::expected<T, Error>;
    using Base::Base;

    /// Success, from anything the value can be made of by plain conversion.
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

/// A failure of the given kind, ready to be returned.
inline Error failure(Errc code, std::string message)
{
    return Error{code, std::move(message), 0, {}};
}

/// The error of a failed result, moved out of it. For TRY.
template <typename T>
Error takeError(tl::expected<T, Error>& failed)
{
    return std::move(failed.error());
}

/// The error of a failed result that cannot be moved from. For TRY.
template <typename T>
Error takeError(const tl::expected<T, Error>& failed)
{
    return failed.error();
}

} // namespace sandglass::base

/// Leaves the function with the error of a result that failed; goes on when it holds a value. Takes
/// an expression, or a variable whose value is read afterwards: `auto read = store.read(key);
/// TRY(read); use(*read);`. The error is moved.
#define TRY(...)                                                                                   \
    do {                                                                                           \
        if (auto&& tried = (__VA_ARGS__); !tried) {                                                \
            return ::sandglass::base::takeError(tried);                                            \
        }                                                                                          \
    } while (false)

namespace sandglass {
using base::Errc;
using base::Error;
using base::Result;
} // namespace sandglass
