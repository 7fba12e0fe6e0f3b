// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/protocol/secrets.h"

#include "app/bson/builder.h"
#include "app/protocol/percent_encoding.h"

#include <algorithm>
#include <array>

namespace sandglass::protocol {

namespace {

constexpr std::size_t kNone = std::string_view::npos;
constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::string_view kMechanism = "authMechanismProperties";
// the one property of authMechanismProperties that is a secret
constexpr std::string_view kSessionToken = "AWS_SESSION_TOKEN";
constexpr std::string_view kProxyUser = "proxyUsername";
constexpr std::array<std::string_view, 5> kSecretOptions{
    kMechanism, "tlsCertificateKeyFilePassword", "sslClientCertificateKeyPassword", "proxyPassword",
    kProxyUser};

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool isWordCharacter(char c)
{
    // a byte above 127 is a piece of a letter in UTF-8
    return (lower(c) >= 'a' && lower(c) <= 'z') || (c >= '0' && c <= '9')
        || static_cast<unsigned char>(c) > 127;
}

// Characters, not bytes: a byte 10xxxxxx continues one.
std::size_t characters(std::string_view utf8)
{
    return static_cast<std::size_t>(std::count_if(utf8.begin(), utf8.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    }));
}

/// How a text writes characters that may be escaped. A '%' of the secret may be "%" or "%25", and a
/// backslash one or two; only the whole secret shows which.
enum class Writing { Plain, Escaped };

// The number of characters at the start of `text` that write this character of a secret; 0: they
// write another one.
std::size_t writtenLength(std::string_view text, char secret, Writing writing)
{
    const bool plain = text.starts_with(secret);
    if (plain && writing == Writing::Plain) {
        return 1;
    }
    if (text.size() >= 2 && text[0] == '\\' && text[1] == secret) {
        return 2; // as in JSON
    }
    const auto byte = static_cast<unsigned char>(secret);
    if (text.size() >= 3 && text[0] == '%' && hexDigit(text[1]) == byte / 16
        && hexDigit(text[2]) == byte % 16) {
        return 3;
    }
    return plain ? 1 : 0;
}

// The same for a whole secret.
std::size_t writtenLength(std::string_view text, std::string_view secret, Writing writing)
{
    std::size_t length = 0;
    for (const char c : secret) {
        const std::size_t step = writtenLength(text.substr(length), c, writing);
        if (step == 0) {
            return 0;
        }
        length += step;
    }
    return length;
}

// The length of a secret at the start of the text, in either way of writing; 0: it is not there.
std::size_t lengthAtStart(std::string_view text, std::string_view secret)
{
    return std::max(writtenLength(text, secret, Writing::Plain),
                    writtenLength(text, secret, Writing::Escaped));
}

// Replaces what `lengthAt(text, position)` finds, which returns the length to mask, or 0.
template <typename LengthAt>
std::string masked(std::string_view text, LengthAt lengthAt)
{
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = lengthAt(text, at);
        if (length > 0) {
            result += kMask;
            at += length;
        } else {
            result += text[at];
            ++at;
        }
    }
    return result;
}

bool startsWithName(std::string_view text, std::string_view name)
{
    return text.size() >= name.size() && isSameOption(text.substr(0, name.size()), name);
}

// Where the value of a name starts: "name=value", "name:value", "name": "value". kNone: there is
// none.
std::size_t valueStart(std::string_view text, std::size_t afterName)
{
    std::size_t at = afterName;
    if (at < text.size() && (text[at] == '"' || text[at] == '\'')) {
        ++at;
    }
    at = std::min(text.find_first_not_of(kBlanks, at), text.size());
    if (at == text.size() || (text[at] != '=' && text[at] != ':')) {
        return kNone;
    }
    const std::size_t value = text.find_first_not_of(kBlanks, at + 1);
    if (value == kNone || text[value] == '{' || text[value] == '[') {
        return kNone; // a nested value has names of its own
    }
    // "proxyPassword: not supported" is a sentence and not an assignment
    const bool quoted = text[value] == '"' || text[value] == '\'';
    return quoted || value == at + 1 ? value : kNone;
}

// Where a value ends: at its closing quote, or at the next separator.
std::size_t valueEnd(std::string_view text, std::size_t start)
{
    const char quote = text[start];
    if (quote != '"' && quote != '\'') {
        return std::min(text.find_first_of(" \t\r\n&,;\"'<>(){}[]", start), text.size());
    }
    std::size_t end = start + 1;
    while (end < text.size() && text[end] != quote) {
        end += text[end] == '\\' ? 2 : 1;
    }
    return std::min(end, text.size());
}

// Masks the values of assignments to secret options, such as "proxyPassword=x".
std::string withoutAssignments(std::string_view text)
{
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const std::string_view rest = text.substr(at);
        const auto named = [rest](std::string_view name) { return startsWithName(rest, name); };
        const auto* name = std::find_if(kSecretOptions.begin(), kSecretOptions.end(), named);
        const std::size_t length = name != kSecretOptions.end() ? name->size()
            : named(kSessionToken)                              ? kSessionToken.size()
                                                                : 0;
        const std::size_t value = length > 0 ? valueStart(text, at + length) : kNone;
        if (value == kNone) {
            result += text[at];
            ++at;
            continue;
        }
        const bool quoted = text[value] == '"' || text[value] == '\'';
        result += text.substr(at, value + (quoted ? 1 : 0) - at);
        result += kMask;
        at = valueEnd(text, value);
    }
    return result;
}

/// The positions at which a connection string is divided.
struct Cut
{
    std::size_t credentials; ///< where user and password start, if there are any
    std::size_t hosts; ///< behind the '@'; equal to `credentials` if there are none
    std::size_t options; ///< behind the '?'; the length if there are none
};

// Whether an '@' behind the '?' belongs to the value of an option, as in "h/?appName=x@y".
bool isInOption(std::string_view uri, std::size_t question, std::size_t at)
{
    const std::size_t piece = std::max(uri.rfind('&', at) + 1, question + 1);
    return uri[question - 1] == '/' && uri.substr(piece, at - piece).find('=') != kNone;
}

// A password may contain '@', '/' and '?' unescaped: everything up to the last '@' outside the
// options counts as credentials.
Cut cut(std::string_view uri)
{
    const std::size_t scheme = uri.find("://");
    const std::size_t start = scheme == kNone ? 0 : scheme + 3;
    const std::size_t question = uri.find('?', start);
    std::size_t at = uri.rfind('@');
    while (at != kNone && question != kNone && question > start && at > question
           && isInOption(uri, question, at)) {
        at = uri.rfind('@', at - 1);
    }
    const std::size_t hosts = at == kNone || at < start ? start : at + 1;
    const std::size_t options = uri.find('?', hosts);
    return {start, hosts, options == kNone ? uri.size() : options + 1};
}

bool isBlank(char c)
{
    return kBlanks.find(c) != kNone;
}

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && isBlank(text.front())) {
        text.remove_prefix(1);
    }
    while (!text.empty() && isBlank(text.back())) {
        text.remove_suffix(1);
    }
    return text;
}

template <typename Visit>
void forEachPiece(std::string_view text, char separator, Visit visit)
{
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(separator), text.size());
        visit(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

// "a=1&proxyPassword=x&tls=true" without the secret options.
std::string harmlessOptions(std::string_view options)
{
    std::string harmless;
    bool inSecret = false;
    forEachPiece(options, '&', [&](std::string_view option) {
        const std::size_t equals = option.find('=');
        // a piece without a name continues the previous value, which contains an unescaped '&'
        inSecret = equals == kNone ? inSecret : isSecretOption(option.substr(0, equals));
        if (!inSecret) {
            harmless += harmless.empty() ? "" : "&";
            harmless += option;
        }
    });
    return harmless;
}

// Where the next connection string in a text starts; kNone: there is none.
std::size_t nextConnectionString(std::string_view text, std::size_t from)
{
    for (std::size_t at = from; at < text.size(); ++at) {
        const std::string_view rest = text.substr(at);
        if (startsWithName(rest, "mongodb://") || startsWithName(rest, "mongodb+srv://")) {
            return at;
        }
    }
    return kNone;
}

// The text with all its connection strings without credentials.
std::string withoutConnectionStrings(std::string_view text)
{
    std::string result;
    std::size_t done = 0;
    for (std::size_t at = nextConnectionString(text, 0); at != kNone;
         at = nextConnectionString(text, done)) {
        const std::size_t end = std::min(text.find_first_of(" \t\r\n\"'<>", at), text.size());
        result += text.substr(done, at - done);
        result += withoutCredentials(text.substr(at, end - at));
        done = end;
    }
    result += text.substr(done);
    return result;
}

std::string replacedAll(std::string text, std::string_view what, std::string_view by)
{
    for (std::size_t at = text.find(what); at != kNone; at = text.find(what, at + by.size())) {
        text.replace(at, what.size(), by);
    }
    return text;
}

// Field names of commands and replies that hold secrets; "pwd" is that of createUser.
bool isSecretField(std::string_view key)
{
    return isSecretOption(key) || isSameOption(key, kSessionToken) || isSameOption(key, "password")
        || isSameOption(key, "pwd");
}

void appendMasked(bson::Builder& builder, const bson::Element& element, const Secrets& secrets)
{
    if (isSecretField(element.key)) {
        builder.append(element.key, kMask);
        return;
    }
    const std::string key = secrets.mask(element.key);
    switch (element.value.type()) {
    case bson::Type::String:
        builder.append(key, secrets.mask(element.value.asString()));
        return;
    case bson::Type::Document:
        builder.append(key, secrets.mask(element.value.asDocument()));
        return;
    case bson::Type::Array:
        builder.appendArray(key, secrets.mask(element.value.asDocument()));
        return;
    default:
        builder.append(key, element.value);
    }
}

} // namespace

bool isSameOption(std::string_view a, std::string_view b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](char x, char y) { return lower(x) == lower(y); });
}

bool isSecretOption(std::string_view name)
{
    return std::any_of(kSecretOptions.begin(), kSecretOptions.end(),
                       [name](std::string_view each) { return isSameOption(each, name); });
}

bool mayHoldSecret(std::string_view text)
{
    std::string small(text);
    std::transform(small.begin(), small.end(), small.begin(), lower);
    // parts of names, so that misspelt and future options count as well
    constexpr std::array<std::string_view, 4> kSigns{"@", "password", "token", "mechanism"};
    return std::any_of(kSigns.begin(), kSigns.end(),
                       [&small](std::string_view sign) { return small.find(sign) != kNone; });
}

std::string withoutCredentials(std::string_view uri)
{
    const std::string_view whole = trimmed(uri);
    const Cut parts = cut(whole);
    std::string safe(whole.substr(0, parts.credentials));
    const std::string_view question = parts.options < whole.size() ? "?" : "";
    safe += whole.substr(parts.hosts, parts.options - question.size() - parts.hosts);
    const std::string options = harmlessOptions(whole.substr(parts.options));
    if (!options.empty()) {
        safe += '?' + options;
    }
    return safe;
}

Secrets::Secrets(std::string_view uri)
    : m_uri(trimmed(uri))
{
    const std::string_view whole = m_uri;
    const Cut parts = cut(whole);
    if (parts.hosts > parts.credentials) {
        const std::string_view pair
            = whole.substr(parts.credentials, parts.hosts - 1 - parts.credentials);
        const std::size_t colon = pair.find(':');
        if (colon != kNone && colon + 1 < pair.size()) {
            m_pair = percentDecoded(pair).value_or(std::string(pair));
            add(pair.substr(colon + 1));
        }
    }
    addOptions(whole.substr(parts.options));
    // longest first: a secret that contains another one is masked as a whole
    std::stable_sort(m_values.begin(), m_values.end(),
                     [](const auto& a, const auto& b) { return a.size() > b.size(); });
}

void Secrets::include(Secrets other)
{
    m_others.push_back(std::move(other));
}

void Secrets::addOptions(std::string_view options)
{
    forEachPiece(options, '&', [this](std::string_view option) {
        const std::size_t equals = std::min(option.find('='), option.size());
        const std::string_view name = option.substr(0, equals);
        const std::string_view value = option.substr(std::min(equals + 1, option.size()));
        // a user name is not a password and may stay in ordinary texts
        if (!isSecretOption(name) || isSameOption(name, kProxyUser)) {
            return;
        }
        if (!isSameOption(name, kMechanism)) {
            add(value);
            return;
        }
        forEachPiece(value, ',', [this](std::string_view property) {
            if (startsWithName(property, kSessionToken) && property.size() > kSessionToken.size()) {
                add(property.substr(kSessionToken.size() + 1));
            }
        });
    });
}

void Secrets::add(std::string_view rawSecret)
{
    std::string secret = percentDecoded(rawSecret).value_or(std::string(rawSecret));
    if (characters(secret) >= kShortestMasked) {
        m_values.push_back(std::move(secret));
    }
}

// From the specific to the general: the connection's own string, other connection strings and
// assignments, the pair of user and password, and then each secret wherever it is.
std::string Secrets::mask(std::string_view text) const
{
    std::string safe(text);
    for (const Secrets& other : m_others) {
        safe = other.mask(safe);
    }
    // the string itself, since an unescaped password may contain what ends a connection string
    if (!m_uri.empty()) {
        safe = replacedAll(std::move(safe), m_uri, withoutCredentials(m_uri));
    }
    safe = withoutAssignments(withoutConnectionStrings(safe));
    if (!m_pair.empty()) {
        safe = masked(safe, [this](std::string_view all, std::size_t at) -> std::size_t {
            const std::size_t length = lengthAtStart(all.substr(at), m_pair);
            // inside a longer word it is something else
            const bool apart = (at == 0 || !isWordCharacter(all[at - 1]))
                && (at + length >= all.size() || !isWordCharacter(all[at + length]));
            return apart ? length : 0;
        });
    }
    return masked(safe, [this](std::string_view all, std::size_t at) -> std::size_t {
        for (const std::string& secret : m_values) {
            if (const std::size_t length = lengthAtStart(all.substr(at), secret); length > 0) {
                return length;
            }
        }
        return 0;
    });
}

bson::Document Secrets::mask(bson::DocumentView document) const
{
    bson::Builder builder;
    for (const bson::Element& element : document) {
        appendMasked(builder, element, *this);
    }
    return builder.take();
}

base::Error Secrets::mask(base::Error error) const
{
    error.message = mask(error.message);
    return error;
}

} // namespace sandglass::protocol
