// The .sc container: blocks of 1 MiB, each a blosc chunk, and an index at the end.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "cli/io/bytes.h"
#include "cli/io/json.h"

namespace tendril::cli::io {

bool looksLikeSc(std::string_view bytes);

// The unpacked data; blocks are unpacked on demand and in parallel. Throws an Error that starts with `name`
// and the place in the file: on opening for a damaged container, on reading for a damaged block.
std::unique_ptr<ByteSource> openSc(std::unique_ptr<ByteSource> file, const std::string& name);

// Writes the file piece by piece. Packs blocks in parallel; the bytes do not depend on the number of threads.
void packSc(const Rope& data, const Put& put);

}  // namespace tendril::cli::io
