// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/types.h"

#include <cstddef>

namespace sandglass::bson {

/// Deepest nesting that is accepted, counted once over documents, arrays and scopes alike (MongoDB:
/// 180 for storage).
inline constexpr int kMaxDepth = 180;
/// Largest stored document in bytes; messages of drivers may exceed it by the command around it.
inline constexpr std::size_t kMaxDocumentBytes = std::size_t{16} * 1024 * 1024;
inline constexpr std::size_t kMaxMessageDocumentBytes = kMaxDocumentBytes + std::size_t{16} * 1024;

/// Checks that `bytes` are exactly one well-formed document: lengths, known types, closing NULs,
/// UTF-8 of keys and strings, bools of 0 or 1, nesting. Nothing is allocated. Every byte from
/// outside passes this before anything reads it. Errors: InvalidInput naming what is wrong and at
/// which offset.
Result<void> validate(Bytes bytes, std::size_t maxBytes = kMaxDocumentBytes);

/// The same for a document at the start of `bytes` that may be followed by others; returns its
/// length.
Result<std::size_t> validatePrefix(Bytes bytes, std::size_t maxBytes = kMaxDocumentBytes);

} // namespace sandglass::bson
