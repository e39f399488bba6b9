// Rods that have not grown yet, in two lists of the detail.
#include "nodes/attributes/ungrown.h"

#include <cmath>

namespace tendril::nodes {
namespace {

constexpr const char *kIds = "rodsungrown", *kAt = "rodsungrownat";

const Attribute* listOf(const Geometry& g, const char* name, int size) {
  const Attribute* list = g.find(Owner::detail, name);
  return list && list->kind == AttributeKind::array && list->tupleSize == size && list->starts.size() == 2
             ? list
             : nullptr;
}

void putList(Geometry& g, Attribute list) {
  list.starts = {0, sizeOf(list.numbers) / static_cast<std::size_t>(list.tupleSize)};
  g.remove(Owner::detail, list.name);
  g.attributes[indexOf(Owner::detail)].push_back(std::move(list));
}

}  // namespace

bool hasUngrown(const Geometry& g) {
  return listOf(g, kIds, 2);
}

void writeUngrown(const std::vector<Ungrown>& ungrown, Geometry& g) {
  Attribute ids = makeAttribute(kIds, AttributeKind::array, Storage::int64, 2),
            at = makeAttribute(kAt, AttributeKind::array, Storage::real64, 1);
  for (const Ungrown& rod : ungrown) {
    auto& numbers = std::get<std::vector<std::int64_t>>(ids.numbers);
    numbers.push_back(rod.id);
    numbers.push_back(rod.on);
    std::get<std::vector<double>>(at.numbers).push_back(rod.arc);
  }
  putList(g, std::move(ids));
  putList(g, std::move(at));
}

std::vector<Ungrown> readUngrown(const Geometry& g) {
  const Attribute *ids = listOf(g, kIds, 2), *at = listOf(g, kAt, 1);
  std::vector<Ungrown> ungrown;
  if (!ids || !at || sizeOf(ids->numbers) != 2 * sizeOf(at->numbers)) return ungrown;
  for (std::size_t i = 0; i < sizeOf(at->numbers); ++i) {
    const double arc = numberAt(at->numbers, i);
    ungrown.push_back({static_cast<std::int64_t>(numberAt(ids->numbers, 2 * i)),
                       static_cast<std::int64_t>(numberAt(ids->numbers, 2 * i + 1)),
                       std::isfinite(arc) ? arc : 0});
  }
  return ungrown;
}

}  // namespace tendril::nodes
