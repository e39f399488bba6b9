// What may be written to a cache.
#include "cli/host/finite.h"

#include <cmath>

namespace tendril::cli {

void checkFinite(const Geometry& g) {
  for (const Owner owner : kOwners)
    for (const Attribute& attribute : g.attributes[indexOf(owner)]) {
      if (!isReal(attribute.storage())) continue;
      for (std::size_t i = 0; i < sizeOf(attribute.numbers); ++i) {
        if (std::isfinite(numberAt(attribute.numbers, i))) continue;
        const std::string place = attribute.isList()
                                      ? std::string("a list")
                                      : std::string(nameOf(owner)) + " " +
                                            std::to_string(i / static_cast<std::size_t>(attribute.tupleSize));
        throw Error("attribute '" + attribute.name + "' of " + place + " is not finite; nothing was written");
      }
    }
}

}  // namespace tendril::cli
