// The .sc container: data cut into blocks of 1 MiB, each a blosc chunk, and an index at the end.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "cli/io/bytes.h"
#include "cli/io/json.h"

namespace tendril::cli::io {

bool looksLikeSc(std::string_view bytes);

// The unpacked data, unpacked as it is read; many blocks at once in threads. Throws an Error that starts with
// `name` and the place in the file, on opening where the container is unsound, on reading where a block is.
std::unique_ptr<ByteSource> openSc(std::unique_ptr<ByteSource> file, const std::string& name);

// Puts the file piece by piece. Blocks are packed side by side; the bytes do not depend on how many threads
// there are.
void packSc(const Rope& data, const Put& put);

}  // namespace tendril::cli::io
