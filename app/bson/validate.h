// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/types.h"

#include <cstddef>
#include <string_view>

namespace sandglass::bson {

/// Deepest nesting accepted, as in MongoDB. Documents, arrays and scopes all count.
inline constexpr int kMaxDepth = 200;
/// Largest stored document, in bytes; driver messages may exceed it by 16 KiB for the command
/// around it.
inline constexpr std::size_t kMaxDocumentBytes = std::size_t{16} * 1024 * 1024;
inline constexpr std::size_t kMaxMessageDocumentBytes = kMaxDocumentBytes + std::size_t{16} * 1024;

/// Whether the text is UTF-8, without overlong forms and surrogates; NUL may occur.
bool isUtf8(std::string_view text);
/// The longest beginning of UTF-8 `text` that has at most `mostBytes` bytes and cuts no character.
std::string_view utf8Prefix(std::string_view text, std::size_t mostBytes);

/// What the text in a document may be.
enum class Text {
    Utf8, ///< what every reader of documents expects
    AnyBytes, ///< only to tell why a document was refused
};

/// Checks that `bytes` are exactly one well-formed document: lengths, known types, closing NULs,
/// UTF-8 of keys and strings, bools of 0 or 1, nesting. Allocates nothing. All bytes from outside
/// must pass this check before anything else reads them. Errors: InvalidInput with the fault and
/// its offset.
Result<void> validate(Bytes bytes, std::size_t maxBytes = kMaxDocumentBytes,
                      int maxDepth = kMaxDepth);

/// As validate(), but other bytes may follow the document. Returns the document's length in bytes.
Result<std::size_t> validatePrefix(Bytes bytes, std::size_t maxBytes = kMaxDocumentBytes,
                                   int maxDepth = kMaxDepth, Text text = Text::Utf8);

/// Checks the payload of one element of `type`, as validate(); other bytes may follow it. Returns
/// the payload's length in bytes. Errors: InvalidInput.
Result<std::size_t> validateValue(Type type, Bytes bytes, int maxDepth = kMaxDepth);

} // namespace sandglass::bson
