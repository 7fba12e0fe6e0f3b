// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/windows/private_access.h"

#include "app/platform/system_error.h"
#include "app/platform/windows/handle.h"

#include <sddl.h>

#include <string>
#include <utility>
#include <vector>

namespace sandglass::platform {

namespace {

// The user of this process as text, for example S-1-5-21-...; empty after a failure.
std::wstring userText()
{
    HANDLE opened = nullptr;
    if (::OpenProcessToken(::GetCurrentProcess(), TOKEN_QUERY, &opened) == 0) {
        return {};
    }
    const Handle token(opened);
    DWORD bytes = 0;
    // the first call only returns the size
    ::GetTokenInformation(token.get(), TokenUser, nullptr, 0, &bytes);
    std::vector<std::uint64_t> memory(bytes / sizeof(std::uint64_t) + 1);
    if (::GetTokenInformation(token.get(), TokenUser, memory.data(), bytes, &bytes) == 0) {
        return {};
    }
    const auto* user = reinterpret_cast<const TOKEN_USER*>(memory.data());
    LPWSTR words = nullptr;
    if (::ConvertSidToStringSidW(user->User.Sid, &words) == 0) {
        return {};
    }
    std::wstring text(words);
    ::LocalFree(words);
    return text;
}

} // namespace

PrivateAccess::PrivateAccess(Descriptor descriptor)
    : m_descriptor(std::move(descriptor))
{
}

Result<PrivateAccess> PrivateAccess::make()
{
    const std::wstring user = userText();
    if (user.empty()) {
        return systemFailure(lastError());
    }
    // P: nothing is inherited from the parent folder. OICI: files and folders inherit the entry.
    // FA: all rights. SY: the system, BA: administrators.
    const std::wstring words = L"D:P(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;FA;;;" + user + L")";
    PSECURITY_DESCRIPTOR made = nullptr;
    if (::ConvertStringSecurityDescriptorToSecurityDescriptorW(words.c_str(), SDDL_REVISION_1,
                                                               &made, nullptr)
        == 0) {
        return systemFailure(lastError());
    }
    return PrivateAccess(Descriptor(made));
}

SECURITY_ATTRIBUTES PrivateAccess::attributes() const
{
    SECURITY_ATTRIBUTES given{};
    given.nLength = sizeof(given);
    given.lpSecurityDescriptor = m_descriptor.get();
    given.bInheritHandle = FALSE;
    return given;
}

PACL PrivateAccess::list() const
{
    PACL found = nullptr;
    BOOL present = FALSE;
    BOOL byDefault = FALSE;
    // cannot fail: make() has put a list into the descriptor
    ::GetSecurityDescriptorDacl(m_descriptor.get(), &present, &found, &byDefault);
    return found;
}

} // namespace sandglass::platform
