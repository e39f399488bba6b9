// The .sc container: data cut into blocks of 1 MiB, each a blosc chunk, and an index at the end.
#pragma once

#include <string>
#include <string_view>

#include "cli/io/bytes.h"
#include "cli/io/json.h"

namespace tendril::io {

bool looksLikeSc(std::string_view bytes);

// Throws an Error that starts with `name` and the place in the file.
Bytes unpackSc(std::string_view file, const std::string& name, Budget& budget);

// Blocks are packed side by side in threads; the bytes do not depend on how many.
std::string packSc(std::string_view data);

}  // namespace tendril::io
