// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/archive/verification.h"

namespace sandglass::archive {

namespace {

Error differs(const std::filesystem::path& file, const std::string& what)
{
    return base::failure(Errc::Conflict,
                         file.string()
                             + " was read back and differs from what was written: " + what)
        .because(base::LocalReason::ArchiveDamaged);
}

Result<void> compare(const std::filesystem::path& file, const Contents& found,
                     const Contents& expected)
{
    if (found.count != expected.count) {
        return differs(file,
                       std::to_string(found.count) + " documents instead of "
                           + std::to_string(expected.count) + ".");
    }
    if (found.bytes != expected.bytes) {
        return differs(file, "its size.");
    }
    if (found.fileHash != expected.fileHash) {
        return differs(file, "its SHA-256.");
    }
    if (found.documentsHash != expected.documentsHash) {
        return differs(file, "the documents in it.");
    }
    return {};
}

} // namespace

std::string hashOf(const std::string& text, const DigestFactory& digests)
{
    const std::unique_ptr<Digest> digest = digests();
    digest->add({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
    return digest->hex();
}

Result<Manifest> readManifest(const std::filesystem::path& folder)
{
    const Result<std::string> text = readText(folder / "manifest.json");
    TRY(text);
    return parseManifest(*text);
}

Result<void> verify(const Layout& layout, const Manifest& expected, const DigestFactory& digests,
                    Stage stage, const std::function<bool()>& keepGoing)
{
    const auto named = [stage](const std::filesystem::path& file) {
        return stage == Stage::Partial ? partial(file) : file;
    };
    const std::filesystem::path documents = named(layout.documents());
    const Result<Contents> found = contentsOf(documents, layout.format, digests, keepGoing);
    TRY(found);
    TRY(compare(documents, *found, expected.contents));
    const Result<std::string> metadata = readText(named(layout.metadata()));
    TRY(metadata);
    if (hashOf(*metadata, digests) != expected.metadataHash) {
        return differs(named(layout.metadata()), "its SHA-256.");
    }
    const Result<std::string> manifest = readText(named(layout.manifest()));
    TRY(manifest);
    // the same text also means that it can be parsed
    if (*manifest != manifestText(expected)) {
        return differs(named(layout.manifest()), "its text.");
    }
    return {};
}

} // namespace sandglass::archive
